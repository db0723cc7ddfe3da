<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="eo_001" sourcelanguage="en">
<context>
    <name>Format</name>
    <message>
        <source>%1 µs</source>
        <translation>%1 µš~</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 mš~</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 š~</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 míñ %2 š~~~</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 h %2 míñ~~~</translation>
    </message>
    <message>
        <source>%1 tok/s</source>
        <translation>%1 tók/š~~</translation>
    </message>
</context>
<context>
    <name>Headline</name>
    <message>
        <source>step %1 of %2</source>
        <translation>štép %1 óf %2~~~~</translation>
    </message>
    <message>
        <source>running without the cache: %1</source>
        <translation>rúññíñg wíthóút thé çáçhé: %1~~~~~~~~~</translation>
    </message>
    <message>
        <source>running with the cache: %1</source>
        <translation>rúññíñg wíth thé çáçhé: %1~~~~~~~~</translation>
    </message>
    <message>
        <source>the first step is under way</source>
        <translation>thé fíršt štép íš úñdér wáý~~~~~~~~~</translation>
    </message>
    <message>
        <source>press Run to measure</source>
        <translation>préšš Rúñ tó méášúré~~~~~~</translation>
    </message>
    <message>
        <source>without the cache; run both to compare</source>
        <translation>wíthóút thé çáçhé; rúñ bóth tó çómpáré~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>with the cache; run both to compare</source>
        <translation>wíth thé çáçhé; rúñ bóth tó çómpáré~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Stóppéd~~</translation>
    </message>
    <message>
        <source>no comparison of a run that was stopped</source>
        <translation>ñó çómpáríšóñ óf á rúñ thát wáš štóppéd~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>no time was measured</source>
        <translation>ñó tímé wáš méášúréd~~~~~~</translation>
    </message>
    <message>
        <source>Without the cache %1, with it %2, prefill included and warm-up excluded.</source>
        <translation>Wíthóút thé çáçhé %1, wíth ít %2, préfíll íñçlúdéd áñd wárm-úp éxçlúdéd.~~~~~~~~~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>same logits? needs both runs</source>
        <translation>šámé lógítš? ñéédš bóth rúñš~~~~~~~~~</translation>
    </message>
    <message>
        <source>Same text</source>
        <translation>Sámé téxt~~~</translation>
    </message>
    <message>
        <source>but other logits from step %1 on</source>
        <translation>bút óthér lógítš fróm štép %1 óñ~~~~~~~~~~</translation>
    </message>
    <message>
        <source>Parts at step %1</source>
        <translation>Pártš át štép %1~~~~~</translation>
    </message>
    <message>
        <source>Tokens and logits hashes of both runs are compared at every common step.</source>
        <translation>Tókéñš áñd lógítš hášhéš óf bóth rúñš áré çómpáréd át évérý çómmóñ štép.~~~~~~~~~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>No verdict</source>
        <translation>Nó vérdíçt~~~</translation>
    </message>
    <message>
        <source>there is no decode step to compare</source>
        <translation>théré íš ñó déçódé štép tó çómpáré~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>same logits? the second run will tell</source>
        <translation>šámé lógítš? thé šéçóñd rúñ wíll téll~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>Same logits</source>
        <translation>Sámé lógítš~~~</translation>
    </message>
    <message>
        <source>at all %1 steps, bit for bit</source>
        <translation>át áll %1 štépš, bít fór bít~~~~~~~~~</translation>
    </message>
    <message>
        <source>Same so far</source>
        <translation>Sámé šó fár~~~</translation>
    </message>
    <message>
        <source>at all %1 common steps, bit for bit</source>
        <translation>át áll %1 çómmóñ štépš, bít fór bít~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>The hash over every bit of the logits is equal at each step (instruction set %1).</source>
        <translation>Thé hášh óvér évérý bít óf thé lógítš íš éqúál át éáçh štép (íñštrúçtíóñ šét %1).~~~~~~~~~~~~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>what the cache costs in memory</source>
        <translation>whát thé çáçhé çóštš íñ mémórý~~~~~~~~~~</translation>
    </message>
    <message>
        <source>is what the cache holds</source>
        <translation>íš whát thé çáçhé hóldš~~~~~~~</translation>
    </message>
    <message>
        <source>%1 × %2 positions</source>
        <translation>%1 × %2 póšítíóñš~~~~~</translation>
    </message>
    <message>
        <source>Per position: 2 (keys and values) × %1 layers × %2 KV heads × %3 values per head, keys in %4 and values in %5.
Used %6, requested %7, allocated %8.</source>
        <translation>Pér póšítíóñ: 2 (kéýš áñd válúéš) × %1 láýérš × %2 KV héádš × %3 válúéš pér héád, kéýš íñ %4 áñd válúéš íñ %5.
Úšéd %6, réqúéštéd %7, állóçátéd %8.~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>%1 of %2 positions again: %3 and %4 GFLOP for nothing.</source>
        <translation>%1 óf %2 póšítíóñš ágáíñ: %3 áñd %4 GFLÓP fór ñóthíñg.~~~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>against naive, cache broken</source>
        <translation>ágáíñšt ñáívé, çáçhé brókéñ~~~~~~~~~</translation>
    </message>
    <message>
        <source>faster, predicted %1</source>
        <translation>fáštér, prédíçtéd %1~~~~~~</translation>
    </message>
    <message>
        <source>faster end to end</source>
        <translation>fáštér éñd tó éñd~~~~~</translation>
    </message>
    <message>
        <source>best two logits %1 apart there</source>
        <translation>béšt twó lógítš %1 ápárt théré~~~~~~~~~~</translation>
    </message>
    <message>
        <source>cache: %1</source>
        <translation>çáçhé: %1~~~</translation>
    </message>
    <message>
        <source>share of work repeated</source>
        <translation>šháré óf wórk répéátéd~~~~~~~</translation>
    </message>
    <message>
        <source>of naive work is repetition</source>
        <translation>óf ñáívé wórk íš répétítíóñ~~~~~~~~~</translation>
    </message>
    <message>
        <source>of the work is repetition</source>
        <translation>óf thé wórk íš répétítíóñ~~~~~~~~</translation>
    </message>
    <message>
        <source>repeated; %1 in the broken run too</source>
        <translation>répéátéd; %1 íñ thé brókéñ rúñ tóó~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>without the cache, at depths %1 to %2</source>
        <translation>wíthóút thé çáçhé, át dépthš %1 tó %2~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>with the cache, at depths %1 to %2</source>
        <translation>wíth thé çáçhé, át dépthš %1 tó %2~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>Decode steps only; the depth is the tokens before the new one. Run both to compare.</source>
        <translation>Déçódé štépš óñlý; thé dépth íš thé tókéñš béfóré thé ñéw óñé. Rúñ bóth tó çómpáré.~~~~~~~~~~~~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>with a broken cache; run naive too to compare</source>
        <translation>wíth á brókéñ çáçhé; rúñ ñáívé tóó tó çómpáré~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>with a broken cache, at depths %1 to %2</source>
        <translation>wíth á brókéñ çáçhé, át dépthš %1 tó %2~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>one step each leaves nothing to save</source>
        <translation>óñé štép éáçh léávéš ñóthíñg tó šávé~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>Both runs compute the prompt once; a cache saves work from the second step on.</source>
        <translation>Bóth rúñš çómpúté thé prómpt óñçé; á çáçhé šávéš wórk fróm thé šéçóñd štép óñ.~~~~~~~~~~~~~~~~~~~~~~~~~~</translation>
    </message>
</context>
<context>
    <name>HelpDialogs</name>
    <message>
        <source>Close</source>
        <translation>Clóšé~</translation>
    </message>
    <message>
        <source>About DecodeScope</source>
        <translation>Ábóút DéçódéSçópé~~~~~</translation>
    </message>
    <message>
        <source>Shows what each step of a language model computes, with and without the KV cache, as measured. Free software under the GNU General Public License, version 3 or later.</source>
        <translation>Shówš whát éáçh štép óf á láñgúágé módél çómpútéš, wíth áñd wíthóút thé KV çáçhé, áš méášúréd. Fréé šóftwáré úñdér thé GNÚ Géñérál Públíç Líçéñšé, véršíóñ 3 ór látér.~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>Párt~</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>Líçéñçé~~</translation>
    </message>
    <message>
        <source>What for</source>
        <translation>Whát fór~~</translation>
    </message>
    <message>
        <source>font, bundled</source>
        <translation>fóñt, búñdléd~~~~</translation>
    </message>
    <message>
        <source>window</source>
        <translation>wíñdów~~</translation>
    </message>
    <message>
        <source>SIMD in the engine</source>
        <translation>SÍMD íñ thé éñgíñé~~~~~~</translation>
    </message>
    <message>
        <source>tokenizer</source>
        <translation>tókéñížér~~~</translation>
    </message>
    <message>
        <source>JSON files</source>
        <translation>JSÓN fíléš~~~</translation>
    </message>
    <message>
        <source>errors as values</source>
        <translation>érrórš áš válúéš~~~~~</translation>
    </message>
    <message>
        <source>command line</source>
        <translation>çómmáñd líñé~~~~</translation>
    </message>
    <message>
        <source>log</source>
        <translation>lóg~</translation>
    </message>
    <message>
        <source>recordings</source>
        <translation>réçórdíñgš~~~</translation>
    </message>
    <message>
        <source>default model, fetched separately</source>
        <translation>défáúlt módél, fétçhéd šépárátélý~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>Licences</source>
        <translation>Líçéñçéš~~</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Kéýš~</translation>
    </message>
    <message>
        <source>What they do</source>
        <translation>Whát théý dó~~~~</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>Spáçé~</translation>
    </message>
    <message>
        <source>Play and pause</source>
        <translation>Pláý áñd páúšé~~~~</translation>
    </message>
    <message>
        <source>.  or Page Down</source>
        <translation>.  ór Págé Dówñ~~~~~</translation>
    </message>
    <message>
        <source>One step forward (clickers too)</source>
        <translation>Óñé štép fórwárd (çlíçkérš tóó)~~~~~~~~~~</translation>
    </message>
    <message>
        <source>,  or Page Up</source>
        <translation>,  ór Págé Úp~~~~</translation>
    </message>
    <message>
        <source>One step back</source>
        <translation>Óñé štép báçk~~~~</translation>
    </message>
    <message>
        <source>Home, End</source>
        <translation>Hómé, Éñd~~~</translation>
    </message>
    <message>
        <source>To the start, to the end; at the end of a live run it follows</source>
        <translation>Tó thé štárt, tó thé éñd; át thé éñd óf á lívé rúñ ít fóllówš~~~~~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>+ and -</source>
        <translation>+ áñd -~~</translation>
    </message>
    <message>
        <source>Faster, slower</source>
        <translation>Fáštér, šlówér~~~~</translation>
    </message>
    <message>
        <source>F5, Escape</source>
        <translation>F5, Éšçápé~~~</translation>
    </message>
    <message>
        <source>Run, stop</source>
        <translation>Rúñ, štóp~~~</translation>
    </message>
    <message>
        <source>F8, F9, F11</source>
        <translation>F8, F9, F11~~~</translation>
    </message>
    <message>
        <source>Details, set-up, full screen</source>
        <translation>Détáílš, šét-úp, fúll šçrééñ~~~~~~~~~</translation>
    </message>
    <message>
        <source>Ctrl+1 to Ctrl+4</source>
        <translation>Ctrl+1 tó Ctrl+4~~~~~</translation>
    </message>
    <message>
        <source>Ctrl+O, Ctrl+S, Ctrl+E</source>
        <translation>Ctrl+Ó, Ctrl+S, Ctrl+É~~~~~~~</translation>
    </message>
    <message>
        <source>Open, save, export</source>
        <translation>Ópéñ, šávé, éxpórt~~~~~~</translation>
    </message>
    <message>
        <source>Letters and signs act only outside of text fields.</source>
        <translation>Léttérš áñd šígñš áçt óñlý óútšídé óf téxt fíéldš.~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>Arrows</source>
        <translation>Árrówš~~</translation>
    </message>
    <message>
        <source>Pages: steps, sweep, sizes, checks</source>
        <translation>Págéš: štépš, šwéép, šížéš, çhéçkš~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>Ctrl+M, Ctrl+Q</source>
        <translation>Ctrl+M, Ctrl+Q~~~~</translation>
    </message>
    <message>
        <source>Choose a model file, quit</source>
        <translation>Chóóšé á módél fílé, qúít~~~~~~~~</translation>
    </message>
    <message>
        <source>Ctrl+C</source>
        <translation>Ctrl+C~~</translation>
    </message>
    <message>
        <source>In a table: copy it</source>
        <translation>Íñ á táblé: çópý ít~~~~~~</translation>
    </message>
    <message>
        <source>From cell to cell of the stage, from op to op, from point to point of a plot</source>
        <translation>Fróm çéll tó çéll óf thé štágé, fróm óp tó óp, fróm póíñt tó póíñt óf á plót~~~~~~~~~~~~~~~~~~~~~~~~~</translation>
    </message>
</context>
<context>
    <name>Ops</name>
    <message>
        <source>embedding</source>
        <translation>émbéddíñg~~~</translation>
    </message>
    <message>
        <source>attention norm</source>
        <translation>áttéñtíóñ ñórm~~~~</translation>
    </message>
    <message>
        <source>Q, K, V</source>
        <translation>Q, K, V~~</translation>
    </message>
    <message>
        <source>RoPE</source>
        <translation>RóPÉ~</translation>
    </message>
    <message>
        <source>cache append</source>
        <translation>çáçhé áppéñd~~~~</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>áttéñtíóñ~~~</translation>
    </message>
    <message>
        <source>output projection</source>
        <translation>óútpút prójéçtíóñ~~~~~</translation>
    </message>
    <message>
        <source>FFN norm</source>
        <translation>FFN ñórm~~</translation>
    </message>
    <message>
        <source>gate, up</source>
        <translation>gáté, úp~~</translation>
    </message>
    <message>
        <source>activation</source>
        <translation>áçtívátíóñ~~~</translation>
    </message>
    <message>
        <source>down</source>
        <translation>dówñ~</translation>
    </message>
    <message>
        <source>final norm</source>
        <translation>fíñál ñórm~~~</translation>
    </message>
    <message>
        <source>output head</source>
        <translation>óútpút héád~~~</translation>
    </message>
</context>
<context>
    <name>Plots</name>
    <message>
        <source>synthetic model, random weights</source>
        <translation>šýñthétíç módél, ráñdóm wéíghtš~~~~~~~~~~</translation>
    </message>
    <message>
        <source>weights %1</source>
        <translation>wéíghtš %1~~~</translation>
    </message>
    <message>
        <source>compute %1</source>
        <translation>çómpúté %1~~~</translation>
    </message>
    <message>
        <source>KV cache %1</source>
        <translation>KV çáçhé %1~~~</translation>
    </message>
    <message>
        <source>prompt %1, new %2 tokens</source>
        <translation>prómpt %1, ñéw %2 tókéñš~~~~~~~~</translation>
    </message>
    <message>
        <source>batch %1</source>
        <translation>bátçh %1~~</translation>
    </message>
    <message>
        <source>%1 thread</source>
        <translation>%1 thréád~~~</translation>
    </message>
    <message>
        <source>%1 threads</source>
        <translation>%1 thréádš~~~</translation>
    </message>
    <message>
        <source>paced by the user</source>
        <translation>páçéd bý thé úšér~~~~~</translation>
    </message>
    <message>
        <source>%1 used after step %2, %3 allocated, %4 requested</source>
        <translation>%1 úšéd áftér štép %2, %3 állóçátéd, %4 réqúéštéd~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>; the formula says %1 B per position</source>
        <translation>; thé fórmúlá šáýš %1 B pér póšítíóñ~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>How the KV cache grows</source>
        <translation>Hów thé KV çáçhé grówš~~~~~~~</translation>
    </message>
    <message>
        <source>Naive decoding keeps no cache</source>
        <translation>Náívé déçódíñg kéépš ñó çáçhé~~~~~~~~~</translation>
    </message>
    <message>
        <source>No run yet</source>
        <translation>Nó rúñ ýét~~~</translation>
    </message>
    <message>
        <source>used, measured</source>
        <translation>úšéd, méášúréd~~~~</translation>
    </message>
    <message>
        <source>formula</source>
        <translation>fórmúlá~~</translation>
    </message>
    <message>
        <source>allocated</source>
        <translation>állóçátéd~~~</translation>
    </message>
    <message>
        <source>requested</source>
        <translation>réqúéštéd~~~</translation>
    </message>
    <message>
        <source>context length (positions)</source>
        <translation>çóñtéxt léñgth (póšítíóñš)~~~~~~~~</translation>
    </message>
    <message>
        <source>KV cache (bytes)</source>
        <translation>KV çáçhé (býtéš)~~~~~</translation>
    </message>
    <message>
        <source>faster, end to end: %1 instead of %2</source>
        <translation>fáštér, éñd tó éñd: %1 íñštéád óf %2~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>Same logits</source>
        <translation>Sámé lógítš~~~</translation>
    </message>
    <message>
        <source>at all %1 common steps, bit for bit</source>
        <translation>át áll %1 çómmóñ štépš, bít fór bít~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>Different logits</source>
        <translation>Dífféréñt lógítš~~~~~</translation>
    </message>
    <message>
        <source>from step %1 on</source>
        <translation>fróm štép %1 óñ~~~~~</translation>
    </message>
    <message>
        <source>is what the cache costs at %1 positions</source>
        <translation>íš whát thé çáçhé çóštš át %1 póšítíóñš~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>of the positions without the cache had been computed before</source>
        <translation>óf thé póšítíóñš wíthóút thé çáçhé hád bééñ çómpútéd béfóré~~~~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>Decoding with and without the KV cache</source>
        <translation>Déçódíñg wíth áñd wíthóút thé KV çáçhé~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>What each step computes</source>
        <translation>Whát éáçh štép çómpútéš~~~~~~~</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>Róóflíñé~~</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV çáçhé~~</translation>
    </message>
    <message>
        <source>Speed of every step</source>
        <translation>Spééd óf évérý štép~~~~~~</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>mémórý~~</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>çómpúté~~</translation>
    </message>
    <message>
        <source>launches</source>
        <translation>láúñçhéš~~</translation>
    </message>
    <message>
        <source>decode, step %1</source>
        <translation>déçódé, štép %1~~~~~</translation>
    </message>
    <message>
        <source>prefill</source>
        <translation>préfíll~~</translation>
    </message>
    <message>
        <source>naive, step %1: all its work</source>
        <translation>ñáívé, štép %1: áll ítš wórk~~~~~~~~~</translation>
    </message>
    <message>
        <source>naive, step %1: its useful work</source>
        <translation>ñáívé, štép %1: ítš úšéfúl wórk~~~~~~~~~~</translation>
    </message>
    <message>
        <source>%1 GFLOP/s at %2 FLOP per byte</source>
        <translation>%1 GFLÓP/š át %2 FLÓP pér býté~~~~~~~~~~</translation>
    </message>
    <message>
        <source>%1 of its roof</source>
        <translation>%1 óf ítš róóf~~~~</translation>
    </message>
    <message>
        <source>limited by %1</source>
        <translation>límítéd bý %1~~~~</translation>
    </message>
    <message>
        <source>cache-resident: above what main memory can deliver</source>
        <translation>çáçhé-réšídéñt: ábóvé whát máíñ mémórý çáñ délívér~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>cache %1 GB/s</source>
        <translation>çáçhé %1 GB/š~~~~</translation>
    </message>
    <message>
        <source>memory %1 GB/s</source>
        <translation>mémórý %1 GB/š~~~~</translation>
    </message>
    <message>
        <source>ridge %1 FLOP/B</source>
        <translation>rídgé %1 FLÓP/B~~~~~</translation>
    </message>
    <message>
        <source>decode · %1 of its roof</source>
        <translation>déçódé · %1 óf ítš róóf~~~~~~~</translation>
    </message>
    <message>
        <source>decode</source>
        <translation>déçódé~~</translation>
    </message>
    <message>
        <source>prefill · %1 of its roof</source>
        <translation>préfíll · %1 óf ítš róóf~~~~~~~~</translation>
    </message>
    <message>
        <source>naive: busy, %1 repeats</source>
        <translation>ñáívé: búšý, %1 répéátš~~~~~~~</translation>
    </message>
    <message>
        <source>useful: %1 GFLOP/s</source>
        <translation>úšéfúl: %1 GFLÓP/š~~~~~~</translation>
    </message>
    <message>
        <source>cache-resident</source>
        <translation>çáçhé-réšídéñt~~~~</translation>
    </message>
    <message>
        <source>arithmetic intensity (FLOP per byte, bytes measured)</source>
        <translation>áríthmétíç íñtéñšítý (FLÓP pér býté, býtéš méášúréd)~~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>arithmetic intensity (FLOP per byte, bytes modelled)</source>
        <translation>áríthmétíç íñtéñšítý (FLÓP pér býté, býtéš módélléd)~~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>roofs not measured</source>
        <translation>róófš ñót méášúréd~~~~~~</translation>
    </message>
    <message>
        <source>Roofs measured on this machine beside the run</source>
        <translation>Róófš méášúréd óñ thíš máçhíñé béšídé thé rúñ~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>No roofs were measured beside this run</source>
        <translation>Nó róófš wéré méášúréd béšídé thíš rúñ~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>; bytes measured by counters.</source>
        <translation>; býtéš méášúréd bý çóúñtérš.~~~~~~~~~</translation>
    </message>
    <message>
        <source>; bytes modelled. Naive decoding sits high because it is busy with repeats.</source>
        <translation>; býtéš módélléd. Náívé déçódíñg šítš hígh béçáúšé ít íš búšý wíth répéátš.~~~~~~~~~~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>%1 B per position</source>
        <translation>%1 B pér póšítíóñ~~~~~</translation>
    </message>
    <message>
        <source>Peak memory grows by %1, the formula says %2: %3 apart.</source>
        <translation>Péák mémórý grówš bý %1, thé fórmúlá šáýš %2: %3 ápárt.~~~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>Memory against context length</source>
        <translation>Mémórý ágáíñšt çóñtéxt léñgth~~~~~~~~~</translation>
    </message>
    <message>
        <source>No sweep yet</source>
        <translation>Nó šwéép ýét~~~~</translation>
    </message>
    <message>
        <source>cache, by the formula</source>
        <translation>çáçhé, bý thé fórmúlá~~~~~~~</translation>
    </message>
    <message>
        <source>cache used, measured</source>
        <translation>çáçhé úšéd, méášúréd~~~~~~</translation>
    </message>
    <message>
        <source>growth of the peak, measured</source>
        <translation>grówth óf thé péák, méášúréd~~~~~~~~~</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>býtéš~</translation>
    </message>
    <message>
        <source>Decoding speed against context length</source>
        <translation>Déçódíñg špééd ágáíñšt çóñtéxt léñgth~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>With the cache, decode steps only.</source>
        <translation>Wíth thé çáçhé, déçódé štépš óñlý.~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>tokens per second</source>
        <translation>tókéñš pér šéçóñd~~~~~</translation>
    </message>
    <message>
        <source>step</source>
        <translation>štép~</translation>
    </message>
    <message>
        <source>Decode steps, as measured; the first step is the prefill and is left out.</source>
        <translation>Déçódé štépš, áš méášúréd; thé fíršt štép íš thé préfíll áñd íš léft óút.~~~~~~~~~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>naive</source>
        <translation>ñáívé~</translation>
    </message>
    <message>
        <source>broken cache</source>
        <translation>brókéñ çáçhé~~~~</translation>
    </message>
    <message>
        <source>cached</source>
        <translation>çáçhéd~~</translation>
    </message>
    <message>
        <source>No decode step yet</source>
        <translation>Nó déçódé štép ýét~~~~~~</translation>
    </message>
    <message>
        <source>time of a step (ms)</source>
        <translation>tímé óf á štép (mš)~~~~~~</translation>
    </message>
    <message>
        <source>Broken cache: %1</source>
        <translation>Brókéñ çáçhé: %1~~~~~</translation>
    </message>
    <message>
        <source>With the cache</source>
        <translation>Wíth thé çáçhé~~~~</translation>
    </message>
    <message>
        <source>Without the cache</source>
        <translation>Wíthóút thé çáçhé~~~~~</translation>
    </message>
    <message>
        <source>not run</source>
        <translation>ñót rúñ~~</translation>
    </message>
    <message>
        <source>not started</source>
        <translation>ñót štártéd~~~</translation>
    </message>
    <message>
        <source>, %1 again</source>
        <translation>, %1 ágáíñ~~~</translation>
    </message>
    <message>
        <source>EOS at step %1</source>
        <translation>ÉÓS át štép %1~~~~</translation>
    </message>
    <message>
        <source>stopped at step %1</source>
        <translation>štóppéd át štép %1~~~~~~</translation>
    </message>
    <message>
        <source>length reached at step %1</source>
        <translation>léñgth réáçhéd át štép %1~~~~~~~~</translation>
    </message>
    <message>
        <source>prompt %1</source>
        <translation>prómpt %1~~~</translation>
    </message>
    <message>
        <source>position in the sequence →   step ↓</source>
        <translation>póšítíóñ íñ thé šéqúéñçé →   štép ↓~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>steps %1 to %2, enlarged</source>
        <translation>štépš %1 tó %2, éñlárgéd~~~~~~~~</translation>
    </message>
    <message>
        <source>All %1 sequences: %2</source>
        <translation>Áll %1 šéqúéñçéš: %2~~~~~~</translation>
    </message>
    <message>
        <source>read from the cache</source>
        <translation>réád fróm thé çáçhé~~~~~~</translation>
    </message>
    <message>
        <source>time per position</source>
        <translation>tímé pér póšítíóñ~~~~~</translation>
    </message>
    <message>
        <source>new</source>
        <translation>ñéw~</translation>
    </message>
    <message>
        <source>computed again</source>
        <translation>çómpútéd ágáíñ~~~~</translation>
    </message>
    <message>
        <source>step %1, position %2</source>
        <translation>štép %1, póšítíóñ %2~~~~~~</translation>
    </message>
    <message>
        <source>: not computed yet</source>
        <translation>: ñót çómpútéd ýét~~~~~~</translation>
    </message>
    <message>
        <source>: after the end of the sequence</source>
        <translation>: áftér thé éñd óf thé šéqúéñçé~~~~~~~~~~</translation>
    </message>
    <message>
        <source>: not used in this step</source>
        <translation>: ñót úšéd íñ thíš štép~~~~~~~</translation>
    </message>
    <message>
        <source>: prefill, computed for the first time</source>
        <translation>: préfíll, çómpútéd fór thé fíršt tímé~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>: new, computed for the first time</source>
        <translation>: ñéw, çómpútéd fór thé fíršt tímé~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>: computed again, first computed at step %1</source>
        <translation>: çómpútéd ágáíñ, fíršt çómpútéd át štép %1~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>: read from the cache, computed at step %1</source>
        <translation>: réád fróm thé çáçhé, çómpútéd át štép %1~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>%1 positions computed, none of them twice</source>
        <translation>%1 póšítíóñš çómpútéd, ñóñé óf thém twíçé~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>One row per step, one column per position. Without the cache every step computes all positions again; with it, only the new one.</source>
        <translation>Óñé rów pér štép, óñé çólúmñ pér póšítíóñ. Wíthóút thé çáçhé évérý štép çómpútéš áll póšítíóñš ágáíñ; wíth ít, óñlý thé ñéw óñé.~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>decode %1</source>
        <translation>déçódé %1~~~</translation>
    </message>
    <message>
        <source>prefill %1</source>
        <translation>préfíll %1~~~</translation>
    </message>
    <message>
        <source>%1 repeats</source>
        <translation>%1 répéátš~~~</translation>
    </message>
    <message>
        <source>useful</source>
        <translation>úšéfúl~~</translation>
    </message>
    <message>
        <source>%1 position</source>
        <translation>%1 póšítíóñ~~~</translation>
    </message>
    <message>
        <source>%1 positions</source>
        <translation>%1 póšítíóñš~~~~</translation>
    </message>
    <message>
        <source>step %1: %2</source>
        <translation>štép %1: %2~~~</translation>
    </message>
    <message>
        <source>%1 positions computed, %2 again (%3): %4 and %5 wasted</source>
        <translation>%1 póšítíóñš çómpútéd, %2 ágáíñ (%3): %4 áñd %5 wáštéd~~~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>Sequence %1: %2 computed, %3 again. All: %4</source>
        <translation>Séqúéñçé %1: %2 çómpútéd, %3 ágáíñ. Áll: %4~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>is what the cache costs at %1 position</source>
        <translation>íš whát thé çáçhé çóštš át %1 póšítíóñ~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>FLOP per byte, bytes measured</source>
        <translation>FLÓP pér býté, býtéš méášúréd~~~~~~~~~</translation>
    </message>
    <message>
        <source>FLOP per byte</source>
        <translation>FLÓP pér býté~~~~</translation>
    </message>
    <message>
        <source>FLOP per byte, bytes modelled</source>
        <translation>FLÓP pér býté, býtéš módélléd~~~~~~~~~</translation>
    </message>
    <message>
        <source>least and most of the steps of every pixel column; files hold all</source>
        <translation>léášt áñd móšt óf thé štépš óf évérý píxél çólúmñ; fíléš hóld áll~~~~~~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>%1 new token</source>
        <translation>%1 ñéw tókéñ~~~~</translation>
    </message>
    <message>
        <source>%1 new tokens</source>
        <translation>%1 ñéw tókéñš~~~~</translation>
    </message>
    <message>
        <source>Without the cache, decode steps only.</source>
        <translation>Wíthóút thé çáçhé, déçódé štépš óñlý.~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>Decode steps only.</source>
        <translation>Déçódé štépš óñlý.~~~~~~</translation>
    </message>
    <message>
        <source>With a broken cache, decode steps only.</source>
        <translation>Wíth á brókéñ çáçhé, déçódé štépš óñlý.~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>prompt of %1, compressed</source>
        <translation>prómpt óf %1, çómpréššéd~~~~~~~~</translation>
    </message>
    <message>
        <source>not run yet</source>
        <translation>ñót rúñ ýét~~~</translation>
    </message>
    <message>
        <source> Hollow marks: counted by the device.</source>
        <translation> Hóllów márkš: çóúñtéd bý thé dévíçé.~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>decode, step %1: as the device counted it</source>
        <translation>déçódé, štép %1: áš thé dévíçé çóúñtéd ít~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>prefill: as the device counted it</source>
        <translation>préfíll: áš thé dévíçé çóúñtéd ít~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>decode, counted · %1 of its roof</source>
        <translation>déçódé, çóúñtéd · %1 óf ítš róóf~~~~~~~~~~</translation>
    </message>
    <message>
        <source>decode, counted %1</source>
        <translation>déçódé, çóúñtéd %1~~~~~~</translation>
    </message>
    <message>
        <source>decode, counted</source>
        <translation>déçódé, çóúñtéd~~~~~</translation>
    </message>
    <message>
        <source>prefill, counted · %1 of its roof</source>
        <translation>préfíll, çóúñtéd · %1 óf ítš róóf~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>prefill, counted %1</source>
        <translation>préfíll, çóúñtéd %1~~~~~~</translation>
    </message>
    <message>
        <source>prefill, counted</source>
        <translation>préfíll, çóúñtéd~~~~~</translation>
    </message>
</context>
<context>
    <name>RunProgress</name>
    <message>
        <source>Warm-up</source>
        <translation>Wárm-úp~~</translation>
    </message>
    <message>
        <source>%1: first step</source>
        <translation>%1: fíršt štép~~~~</translation>
    </message>
    <message>
        <source>%1: step %2 of %3, about %4 left</source>
        <translation>%1: štép %2 óf %3, ábóút %4 léft~~~~~~~~~~</translation>
    </message>
</context>
<context>
    <name>RunTitle</name>
    <message>
        <source>Without the cache</source>
        <translation>Wíthóút thé çáçhé~~~~~</translation>
    </message>
    <message>
        <source>With the cache</source>
        <translation>Wíth thé çáçhé~~~~</translation>
    </message>
    <message>
        <source>Broken: forgets</source>
        <translation>Brókéñ: fórgétš~~~~~</translation>
    </message>
    <message>
        <source>Broken: refills</source>
        <translation>Brókéñ: réfíllš~~~~~</translation>
    </message>
    <message>
        <source>Broken: position off by one</source>
        <translation>Brókéñ: póšítíóñ óff bý óñé~~~~~~~~~</translation>
    </message>
    <message>
        <source>Broken: stale block</source>
        <translation>Brókéñ: štálé blóçk~~~~~~</translation>
    </message>
</context>
<context>
    <name>SetupRules</name>
    <message>
        <source>%1 stores %2 values together, and this model's heads have %3.</source>
        <translation>%1 štóréš %2 válúéš tógéthér, áñd thíš módél'š héádš hávé %3.~~~~~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>int8 products need quantised weights; these are %1.</source>
        <translation>íñt8 pródúçtš ñééd qúáñtíšéd wéíghtš; théšé áré %1.~~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>%1 stores %2 values together, and a row of this model has %3.</source>
        <translation>%1 štóréš %2 válúéš tógéthér, áñd á rów óf thíš módél háš %3.~~~~~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>A synthetic model has no tokenizer, so it has no chat template.</source>
        <translation>Á šýñthétíç módél háš ñó tókéñížér, šó ít háš ñó çhát témpláté.~~~~~~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>This model's file has no chat template.</source>
        <translation>Thíš módél'š fílé háš ñó çhát témpláté.~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>A synthetic model has no tokenizer; it gets filler tokens.</source>
        <translation>Á šýñthétíç módél háš ñó tókéñížér; ít gétš fíllér tókéñš.~~~~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>At temperature 0 the most likely token is always taken; raise it to sample.</source>
        <translation>Át témpérátúré 0 thé móšt líkélý tókéñ íš álwáýš tákéñ; ráíšé ít tó šámplé.~~~~~~~~~~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>fp8 caches are for GPUs; q8_0 takes about as much.</source>
        <translation>fp8 çáçhéš áré fór GPÚš; q8_0 tákéš ábóút áš múçh.~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>q4_0 caches are for the CPU; fp8 and q8_0 are the small ones on GPUs.</source>
        <translation>q4_0 çáçhéš áré fór thé CPÚ; fp8 áñd q8_0 áré thé šmáll óñéš óñ GPÚš.~~~~~~~~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>On GPUs weights of every format are multiplied with f32 sums.</source>
        <translation>Óñ GPÚš wéíghtš óf évérý fórmát áré múltíplíéd wíth f32 šúmš.~~~~~~~~~~~~~~~~~~~~</translation>
    </message>
</context>
<context>
    <name>Table</name>
    <message>
        <source>Copy table</source>
        <translation>Cópý táblé~~~</translation>
    </message>
</context>
<context>
    <name>decodescope::app::ChecksPage</name>
    <message>
        <source>Result</source>
        <translation>Réšúlt~~</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Chéçk~</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>Méášúréd~~</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>Éxpéçtéd~~</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Whý~</translation>
    </message>
    <message>
        <source>Checks</source>
        <translation>Chéçkš~~</translation>
    </message>
    <message>
        <source>The scored checks</source>
        <translation>Thé šçóréd çhéçkš~~~~~</translation>
    </message>
    <message>
        <source>The formula, the agreement of both ways of decoding, speed-up, memory growth, bounds, and whether a broken cache is caught; with the set-up's model and formats.</source>
        <translation>Thé fórmúlá, thé ágrééméñt óf bóth wáýš óf déçódíñg, špééd-úp, mémórý grówth, bóúñdš, áñd whéthér á brókéñ çáçhé íš çáúght; wíth thé šét-úp'š módél áñd fórmátš.~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>Run the checks</source>
        <translation>Rúñ thé çhéçkš~~~~</translation>
    </message>
    <message>
        <source>Results of the checks</source>
        <translation>Réšúltš óf thé çhéçkš~~~~~~~</translation>
    </message>
    <message>
        <source>✓ passed</source>
        <translation>✓ páššéd~~</translation>
    </message>
    <message>
        <source>✗ failed</source>
        <translation>✗ fáíléd~~</translation>
    </message>
    <message>
        <source>– skipped</source>
        <translation>– škíppéd~~~</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 óf %2~~</translation>
    </message>
    <message numerus="yes">
        <source>%n failed</source>
        <translation><numerusform>%n fáíléd~~~</numerusform><numerusform>%n fáíléd~~~</numerusform></translation>
    </message>
    <message>
        <source>%1 passed, %2 skipped</source>
        <translation>%1 páššéd, %2 škíppéd~~~~~~~</translation>
    </message>
    <message numerus="yes">
        <source>%n passed</source>
        <translation><numerusform>%n páššéd~~~</numerusform><numerusform>%n páššéd~~~</numerusform></translation>
    </message>
    <message>
        <source>Does the formula give what a calculation by hand gives?</source>
        <translation>Dóéš thé fórmúlá gívé whát á çálçúlátíóñ bý háñd gívéš?~~~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>Does the cache grow in proportion to the context?</source>
        <translation>Dóéš thé çáçhé grów íñ própórtíóñ tó thé çóñtéxt?~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>Do naive and cached decoding give the same tokens and logits at every step?</source>
        <translation>Dó ñáívé áñd çáçhéd déçódíñg gívé thé šámé tókéñš áñd lógítš át évérý štép?~~~~~~~~~~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>Is decoding with the cache at least three times as fast?</source>
        <translation>Íš déçódíñg wíth thé çáçhé át léášt thréé tíméš áš fášt?~~~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>Does measured memory grow as the formula says?</source>
        <translation>Dóéš méášúréd mémórý grów áš thé fórmúlá šáýš?~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>Is every context decoded at more than half a token per second?</source>
        <translation>Íš évérý çóñtéxt déçódéd át móré tháñ hálf á tókéñ pér šéçóñd?~~~~~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>Does decoding move so many bytes per operation that memory limits it?</source>
        <translation>Dóéš déçódíñg móvé šó máñý býtéš pér ópérátíóñ thát mémórý límítš ít?~~~~~~~~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>Does prefill work so much per byte that arithmetic limits it?</source>
        <translation>Dóéš préfíll wórk šó múçh pér býté thát áríthmétíç límítš ít?~~~~~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>Are caches that are broken on purpose found out?</source>
        <translation>Áré çáçhéš thát áré brókéñ óñ púrpóšé fóúñd óút?~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ýéš~</translation>
    </message>
    <message>
        <source>no</source>
        <translation>ñó~</translation>
    </message>
</context>
<context>
    <name>decodescope::app::DecodingChoices</name>
    <message>
        <source>Naive, then cached</source>
        <translation>Náívé, théñ çáçhéd~~~~~~</translation>
    </message>
    <message>
        <source>Cached only</source>
        <translation>Cáçhéd óñlý~~~</translation>
    </message>
    <message>
        <source>Naive only</source>
        <translation>Náívé óñlý~~~</translation>
    </message>
    <message>
        <source>Broken: forgets</source>
        <translation>Brókéñ: fórgétš~~~~~</translation>
    </message>
    <message>
        <source>Broken: refills</source>
        <translation>Brókéñ: réfíllš~~~~~</translation>
    </message>
    <message>
        <source>Broken: position off by one</source>
        <translation>Brókéñ: póšítíóñ óff bý óñé~~~~~~~~~</translation>
    </message>
    <message>
        <source>Broken: stale block</source>
        <translation>Brókéñ: štálé blóçk~~~~~~</translation>
    </message>
    <message>
        <source>The cache is emptied and computed again each step.
Text: right. Checks: the logits agree; only the repeated positions give it away. Speed: as slow as naive.</source>
        <translation>Thé çáçhé íš émptíéd áñd çómpútéd ágáíñ éáçh štép.
Téxt: ríght. Chéçkš: thé lógítš ágréé; óñlý thé répéátéd póšítíóñš gívé ít áwáý. Spééd: áš šlów áš ñáívé.~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>Decode steps rotate by one position too many.
Text: drifts. Checks: the logits part at the first decode step. Speed: as with the cache.</source>
        <translation>Déçódé štépš rótáté bý óñé póšítíóñ tóó máñý.
Téxt: dríftš. Chéçkš: thé lógítš párt át thé fíršt déçódé štép. Spééd: áš wíth thé çáçhé.~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>Decode steps do not write their keys and values and see old ones.
Text: wrong. Checks: the logits part. Speed: as with the cache.</source>
        <translation>Déçódé štépš dó ñót wríté théír kéýš áñd válúéš áñd šéé óld óñéš.
Téxt: wróñg. Chéçkš: thé lógítš párt. Spééd: áš wíth thé çáçhé.~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>The cache is emptied between steps.
Text: wrong at once. Checks: the logits part at the first decode step. Speed: as with the cache.</source>
        <translation>Thé çáçhé íš émptíéd bétwééñ štépš.
Téxt: wróñg át óñçé. Chéçkš: thé lógítš párt át thé fíršt déçódé štép. Spééd: áš wíth thé çáçhé.~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~</translation>
    </message>
</context>
<context>
    <name>decodescope::app::DeviceFields</name>
    <message>
        <source>CPU</source>
        <translation>CPÚ~</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Dévíçé~~</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Áútómátíç~~~</translation>
    </message>
    <message>
        <source>One graph per decode step.</source>
        <translation>Óñé gráph pér déçódé štép.~~~~~~~~</translation>
    </message>
    <message>
        <source>Single kernels</source>
        <translation>Síñglé kérñélš~~~~</translation>
    </message>
    <message>
        <source>Every kernel is launched by the CPU: gaps show between them.</source>
        <translation>Évérý kérñél íš láúñçhéd bý thé CPÚ: gápš šhów bétwééñ thém.~~~~~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>One graph</source>
        <translation>Óñé gráph~~~</translation>
    </message>
    <message>
        <source>All kernels of a decode step are launched together.</source>
        <translation>Áll kérñélš óf á déçódé štép áré láúñçhéd tógéthér.~~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>One persistent kernel</source>
        <translation>Óñé péršíštéñt kérñél~~~~~~~</translation>
    </message>
    <message>
        <source>One kernel stays on the device for the whole decode step.</source>
        <translation>Óñé kérñél štáýš óñ thé dévíçé fór thé whólé déçódé štép.~~~~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>Launching</source>
        <translation>Láúñçhíñg~~~</translation>
    </message>
    <message>
        <source>Bit for bit</source>
        <translation>Bít fór bít~~~</translation>
    </message>
    <message>
        <source>Prompts go through the kernels of decoding, slower, so that both runs have the same logits to the last bit. Otherwise cuBLAS multiplies prompts, and the first step that differs is shown.</source>
        <translation>Prómptš gó thróúgh thé kérñélš óf déçódíñg, šlówér, šó thát bóth rúñš hávé thé šámé lógítš tó thé lášt bít. Óthérwíšé çúBLÁS múltíplíéš prómptš, áñd thé fíršt štép thát dífférš íš šhówñ.~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~</translation>
    </message>
</context>
<context>
    <name>decodescope::app::ErrorBar</name>
    <message>
        <source>Errors</source>
        <translation>Érrórš~~</translation>
    </message>
    <message>
        <source>Copy the message</source>
        <translation>Cópý thé méššágé~~~~~</translation>
    </message>
    <message>
        <source>Close the message</source>
        <translation>Clóšé thé méššágé~~~~~</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation><numerusform>%n móré~~</numerusform><numerusform>%n móré~~</numerusform></translation>
    </message>
</context>
<context>
    <name>decodescope::app::EstimateLabel</name>
    <message>
        <source>What the run will take</source>
        <translation>Whát thé rúñ wíll táké~~~~~~~</translation>
    </message>
    <message>
        <source>Working out what it will take…</source>
        <translation>Wórkíñg óút whát ít wíll táké…~~~~~~~~~~</translation>
    </message>
    <message>
        <source>%1 That is long: fewer new tokens or a shorter prompt make it quicker.</source>
        <translation>%1 Thát íš lóñg: féwér ñéw tókéñš ór á šhórtér prómpt máké ít qúíçkér.~~~~~~~~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>About %1 and %2 of memory, %3 of it cache.</source>
        <translation>Ábóút %1 áñd %2 óf mémórý, %3 óf ít çáçhé.~~~~~~~~~~~~~~</translation>
    </message>
</context>
<context>
    <name>decodescope::app::ExportDialog</name>
    <message>
        <source>Export</source>
        <translation>Éxpórt~~</translation>
    </message>
    <message>
        <source>Export what is shown</source>
        <translation>Éxpórt whát íš šhówñ~~~~~~</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Fóldér~~</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Chóóšé…~~</translation>
    </message>
    <message>
        <source>Choose the folder</source>
        <translation>Chóóšé thé fóldér~~~~~</translation>
    </message>
    <message>
        <source>JSON: results, machine and settings</source>
        <translation>JSÓN: réšúltš, máçhíñé áñd šéttíñgš~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>PNG pictures, 3200 × 1800 pixels</source>
        <translation>PNG píçtúréš, 3200 × 1800 píxélš~~~~~~~~~~</translation>
    </message>
    <message>
        <source>Pictures in the dark theme</source>
        <translation>Píçtúréš íñ thé dárk thémé~~~~~~~~</translation>
    </message>
    <message>
        <source>Files of these names that DecodeScope did not write are never replaced.</source>
        <translation>Fíléš óf théšé ñáméš thát DéçódéSçópé díd ñót wríté áré ñévér répláçéd.~~~~~~~~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>Choose at least one kind of file.</source>
        <translation>Chóóšé át léášt óñé kíñd óf fílé.~~~~~~~~~~~</translation>
    </message>
</context>
<context>
    <name>decodescope::app::FileCommands</name>
    <message>
        <source>DecodeScope recordings (*.dscope)</source>
        <translation>DéçódéSçópé réçórdíñgš (*.dšçópé)~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>A run is under way.</source>
        <translation>Á rúñ íš úñdér wáý.~~~~~~</translation>
    </message>
    <message>
        <source>Stop it before opening a recording.</source>
        <translation>Stóp ít béfóré ópéñíñg á réçórdíñg.~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>Open a recording</source>
        <translation>Ópéñ á réçórdíñg~~~~~</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>Chóóšé á módél~~~~</translation>
    </message>
    <message>
        <source>GGUF models (*.gguf)</source>
        <translation>GGÚF módélš (*.ggúf)~~~~~~</translation>
    </message>
    <message>
        <source>Save the recording</source>
        <translation>Sávé thé réçórdíñg~~~~~~</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) written to %1</source>
        <translation><numerusform>%n fílé(š) wríttéñ tó %1~~~~~~~~</numerusform><numerusform>%n fílé(š) wríttéñ tó %1~~~~~~~~</numerusform></translation>
    </message>
    <message>
        <source>Bundled</source>
        <translation>Búñdléd~~</translation>
    </message>
    <message>
        <source>None yet</source>
        <translation>Nóñé ýét~~</translation>
    </message>
    <message>
        <source>CSV tables: steps, tokens, ops</source>
        <translation>CSV tábléš: štépš, tókéñš, ópš~~~~~~~~~~</translation>
    </message>
    <message>
        <source>CSV table: a row per context length</source>
        <translation>CSV táblé: á rów pér çóñtéxt léñgth~~~~~~~~~~~</translation>
    </message>
</context>
<context>
    <name>decodescope::app::HeaderBar</name>
    <message>
        <source>Header</source>
        <translation>Héádér~~</translation>
    </message>
    <message>
        <source>Menus</source>
        <translation>Méñúš~</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Prógréšš~~</translation>
    </message>
</context>
<context>
    <name>decodescope::app::HeadlineBar</name>
    <message>
        <source>The answer in one line</source>
        <translation>Thé áñšwér íñ óñé líñé~~~~~~~</translation>
    </message>
</context>
<context>
    <name>decodescope::app::InstrumentColumn</name>
    <message>
        <source>Instruments</source>
        <translation>Íñštrúméñtš~~~</translation>
    </message>
</context>
<context>
    <name>decodescope::app::InstrumentView</name>
    <message>
        <source>Show table</source>
        <translation>Shów táblé~~~</translation>
    </message>
    <message>
        <source>Copy table</source>
        <translation>Cópý táblé~~~</translation>
    </message>
    <message>
        <source>Copy picture</source>
        <translation>Cópý píçtúré~~~~</translation>
    </message>
    <message>
        <source>%1: table and copies</source>
        <translation>%1: táblé áñd çópíéš~~~~~~</translation>
    </message>
    <message>
        <source>Table and copies</source>
        <translation>Táblé áñd çópíéš~~~~~</translation>
    </message>
    <message>
        <source>%1, as a table</source>
        <translation>%1, áš á táblé~~~~</translation>
    </message>
</context>
<context>
    <name>decodescope::app::KernelTimelineView</name>
    <message>
        <source>Kernels of this step</source>
        <translation>Kérñélš óf thíš štép~~~~~~</translation>
    </message>
    <message>
        <source>Start (ms)</source>
        <translation>Stárt (mš)~~~</translation>
    </message>
    <message>
        <source>Device (ms)</source>
        <translation>Dévíçé (mš)~~~</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>Kérñél~~</translation>
    </message>
    <message>
        <source>Op</source>
        <translation>Óp~</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Láýér~</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>Blóçkš~~</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Thréádš~~</translation>
    </message>
    <message>
        <source>Registers</source>
        <translation>Régíštérš~~~</translation>
    </message>
    <message>
        <source>Shared memory (B)</source>
        <translation>Sháréd mémórý (B)~~~~~</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>Býtéš~</translation>
    </message>
    <message>
        <source>inputs, results</source>
        <translation>íñpútš, réšúltš~~~~~</translation>
    </message>
    <message>
        <source>layer %1</source>
        <translation>láýér %1~~</translation>
    </message>
    <message>
        <source>busy %1</source>
        <translation>búšý %1~~</translation>
    </message>
    <message>
        <source>idle between kernels %1 (%2)</source>
        <translation>ídlé bétwééñ kérñélš %1 (%2)~~~~~~~~~</translation>
    </message>
    <message>
        <source>launch calls %1</source>
        <translation>láúñçh çállš %1~~~~~</translation>
    </message>
    <message>
        <source>tracing %1</source>
        <translation>tráçíñg %1~~~</translation>
    </message>
    <message>
        <source>No step yet</source>
        <translation>Nó štép ýét~~~</translation>
    </message>
    <message>
        <source>Kernels were not timed one by one in this step; the run's messages say why</source>
        <translation>Kérñélš wéré ñót tíméd óñé bý óñé íñ thíš štép; thé rúñ'š méššágéš šáý whý~~~~~~~~~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>No kernels were kept for this step of the recording</source>
        <translation>Nó kérñélš wéré képt fór thíš štép óf thé réçórdíñg~~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>No kernel of this layer has times</source>
        <translation>Nó kérñél óf thíš láýér háš tíméš~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>%1: %2, from %3 on</source>
        <translation>%1: %2, fróm %3 óñ~~~~~~</translation>
    </message>
    <message>
        <source>records lost: %1, so times are too small</source>
        <translation>réçórdš lóšt: %1, šó tíméš áré tóó šmáll~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>kernels: %1</source>
        <translation>kérñélš: %1~~~</translation>
    </message>
    <message>
        <source>%1: %2, pieces: %3</source>
        <translation>%1: %2, píéçéš: %3~~~~~~</translation>
    </message>
</context>
<context>
    <name>decodescope::app::KvGrowthView</name>
    <message>
        <source>KV cache</source>
        <translation>KV çáçhé~~</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Stép~</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Cóñtéxt~~</translation>
    </message>
    <message>
        <source>Formula (B)</source>
        <translation>Fórmúlá (B)~~~</translation>
    </message>
    <message>
        <source>Used (B)</source>
        <translation>Úšéd (B)~~</translation>
    </message>
    <message>
        <source>Allocated (B)</source>
        <translation>Állóçátéd (B)~~~~</translation>
    </message>
    <message>
        <source>Requested (B)</source>
        <translation>Réqúéštéd (B)~~~~</translation>
    </message>
    <message>
        <source>Cache by layer: keys and values of %1 positions</source>
        <translation>Cáçhé bý láýér: kéýš áñd válúéš óf %1 póšítíóñš~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>layer %1, %2: [%3, %4, %5]</source>
        <translation>láýér %1, %2: [%3, %4, %5]~~~~~~~~</translation>
    </message>
    <message>
        <source>keys</source>
        <translation>kéýš~</translation>
    </message>
    <message>
        <source>values</source>
        <translation>válúéš~~</translation>
    </message>
    <message>
        <source>%1 used</source>
        <translation>%1 úšéd~~</translation>
    </message>
    <message>
        <source>%1 allocated</source>
        <translation>%1 állóçátéd~~~~</translation>
    </message>
    <message>
        <source>%1 requested</source>
        <translation>%1 réqúéštéd~~~~</translation>
    </message>
</context>
<context>
    <name>decodescope::app::MainWindow</name>
    <message>
        <source>Opening the model…</source>
        <translation>Ópéñíñg thé módél…~~~~~~</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>Stóppíñg…~~~</translation>
    </message>
    <message>
        <source>Running…</source>
        <translation>Rúññíñg…~~</translation>
    </message>
    <message>
        <source>The default model is not on this computer.</source>
        <translation>Thé défáúlt módél íš ñót óñ thíš çómpútér.~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>Choose a GGUF file (Ctrl+M) or a synthetic model above, or fetch it once with scripts/fetch-model.</source>
        <translation>Chóóšé á GGÚF fílé (Ctrl+M) ór á šýñthétíç módél ábóvé, ór fétçh ít óñçé wíth šçríptš/fétçh-módél.~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>Waiting for you: full stop or Page Down makes a step, Space lets it run</source>
        <translation>Wáítíñg fór ýóú: fúll štóp ór Págé Dówñ mákéš á štép, Spáçé létš ít rúñ~~~~~~~~~~~~~~~~~~~~~~~</translation>
    </message>
</context>
<context>
    <name>decodescope::app::MemoryView</name>
    <message>
        <source>Memory</source>
        <translation>Mémórý~~</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Stép~</translation>
    </message>
    <message>
        <source>Weights (B)</source>
        <translation>Wéíghtš (B)~~~</translation>
    </message>
    <message>
        <source>KV cache (B)</source>
        <translation>KV çáçhé (B)~~~~</translation>
    </message>
    <message>
        <source>Activations (B)</source>
        <translation>Áçtívátíóñš (B)~~~~~</translation>
    </message>
    <message>
        <source>Workspace (B)</source>
        <translation>Wórkšpáçé (B)~~~~</translation>
    </message>
    <message>
        <source>Live (B)</source>
        <translation>Lívé (B)~~</translation>
    </message>
    <message>
        <source>Reserved (B)</source>
        <translation>Réšérvéd (B)~~~~</translation>
    </message>
    <message>
        <source>Peak (B)</source>
        <translation>Péák (B)~~</translation>
    </message>
    <message>
        <source>No step yet</source>
        <translation>Nó štép ýét~~~</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>wéíghtš~~</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV çáçhé~~</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>áçtívátíóñš~~~</translation>
    </message>
    <message>
        <source>workspace</source>
        <translation>wórkšpáçé~~~</translation>
    </message>
    <message>
        <source>step</source>
        <translation>štép~</translation>
    </message>
    <message>
        <source>live bytes</source>
        <translation>lívé býtéš~~~</translation>
    </message>
    <message>
        <source>step %1: %2 live</source>
        <translation>štép %1: %2 lívé~~~~~</translation>
    </message>
    <message>
        <source>%1 peak (line)</source>
        <translation>%1 péák (líñé)~~~~</translation>
    </message>
    <message>
        <source>%1 reserved (dashes)</source>
        <translation>%1 réšérvéd (dášhéš)~~~~~~</translation>
    </message>
    <message>
        <source>%1 of %2 in use on the device, %3 of it context and other programs</source>
        <translation>%1 óf %2 íñ úšé óñ thé dévíçé, %3 óf ít çóñtéxt áñd óthér prógrámš~~~~~~~~~~~~~~~~~~~~~~</translation>
    </message>
</context>
<context>
    <name>decodescope::app::ModelBox</name>
    <message>
        <source>Synthetic: SmolLM2-135M</source>
        <translation>Sýñthétíç: SmólLM2-135M~~~~~~~</translation>
    </message>
    <message>
        <source>Synthetic: Llama-3.1-8B, 2 layers</source>
        <translation>Sýñthétíç: Llámá-3.1-8B, 2 láýérš~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>Choose a GGUF file…</source>
        <translation>Chóóšé á GGÚF fílé…~~~~~~</translation>
    </message>
</context>
<context>
    <name>decodescope::app::OpsView</name>
    <message>
        <source>Ops of this step</source>
        <translation>Ópš óf thíš štép~~~~~</translation>
    </message>
    <message>
        <source>Op</source>
        <translation>Óp~</translation>
    </message>
    <message>
        <source>Time (ms)</source>
        <translation>Tímé (mš)~~~</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Sháré~</translation>
    </message>
    <message>
        <source>FLOP</source>
        <translation>FLÓP~</translation>
    </message>
    <message>
        <source>GFLOP/s</source>
        <translation>GFLÓP/š~~</translation>
    </message>
    <message>
        <source>Weights read (B)</source>
        <translation>Wéíghtš réád (B)~~~~~</translation>
    </message>
    <message>
        <source>KV read (B)</source>
        <translation>KV réád (B)~~~</translation>
    </message>
    <message>
        <source>KV written (B)</source>
        <translation>KV wríttéñ (B)~~~~</translation>
    </message>
    <message>
        <source>Activations (B)</source>
        <translation>Áçtívátíóñš (B)~~~~~</translation>
    </message>
    <message>
        <source>GB/s</source>
        <translation>GB/š~</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Láýér~</translation>
    </message>
    <message>
        <source>All layers added up</source>
        <translation>Áll láýérš áddéd úp~~~~~~</translation>
    </message>
    <message>
        <source>Layer %1</source>
        <translation>Láýér %1~~</translation>
    </message>
    <message>
        <source>step %1 · %2 · %3 · %4 · %5 GB/s</source>
        <translation>štép %1 · %2 · %3 · %4 · %5 GB/š~~~~~~~~~~</translation>
    </message>
    <message>
        <source>prefill</source>
        <translation>préfíll~~</translation>
    </message>
    <message>
        <source>decode</source>
        <translation>déçódé~~</translation>
    </message>
    <message>
        <source>%1: %2, %3 of the step · %4 · %5 moved · %6 GFLOP/s · %7 GB/s</source>
        <translation>%1: %2, %3 óf thé štép · %4 · %5 móvéd · %6 GFLÓP/š · %7 GB/š~~~~~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>No op times were kept for this step of the recording</source>
        <translation>Nó óp tíméš wéré képt fór thíš štép óf thé réçórdíñg~~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>No step yet</source>
        <translation>Nó štép ýét~~~</translation>
    </message>
    <message>
        <source>Time of every layer; click one to open it</source>
        <translation>Tímé óf évérý láýér; çlíçk óñé tó ópéñ ít~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>layer %1</source>
        <translation>láýér %1~~</translation>
    </message>
    <message>
        <source>ops timed by CUDA events</source>
        <translation>ópš tíméd bý CÚDÁ évéñtš~~~~~~~~</translation>
    </message>
</context>
<context>
    <name>decodescope::app::PlotView</name>
    <message>
        <source>Copy picture</source>
        <translation>Cópý píçtúré~~~~</translation>
    </message>
</context>
<context>
    <name>decodescope::app::PromptList</name>
    <message>
        <source>Add a prompt to the batch</source>
        <translation>Ádd á prómpt tó thé bátçh~~~~~~~~</translation>
    </message>
    <message>
        <source>Decode several prompts as one batch</source>
        <translation>Déçódé šévérál prómptš áš óñé bátçh~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>Prómpt~~</translation>
    </message>
    <message>
        <source>Prompt %1</source>
        <translation>Prómpt %1~~~</translation>
    </message>
    <message>
        <source>Remove prompt %1</source>
        <translation>Rémóvé prómpt %1~~~~~</translation>
    </message>
    <message>
        <source>+ another</source>
        <translation>+ áñóthér~~~</translation>
    </message>
    <message>
        <source>Prompts</source>
        <translation>Prómptš~~</translation>
    </message>
</context>
<context>
    <name>decodescope::app::RooflineView</name>
    <message>
        <source>Roofline</source>
        <translation>Róóflíñé~~</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Stép~</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>Phášé~</translation>
    </message>
    <message>
        <source>FLOP/byte</source>
        <translation>FLÓP/býté~~~</translation>
    </message>
    <message>
        <source>GFLOP/s</source>
        <translation>GFLÓP/š~~</translation>
    </message>
    <message>
        <source>GB/s</source>
        <translation>GB/š~</translation>
    </message>
    <message>
        <source>FLOP</source>
        <translation>FLÓP~</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>Býtéš~</translation>
    </message>
    <message>
        <source>Limited by</source>
        <translation>Límítéd bý~~~</translation>
    </message>
    <message>
        <source>Show ops of the step</source>
        <translation>Shów ópš óf thé štép~~~~~~</translation>
    </message>
    <message>
        <source>No run yet</source>
        <translation>Nó rúñ ýét~~~</translation>
    </message>
    <message>
        <source>step %1: %2 GFLOP/s</source>
        <translation>štép %1: %2 GFLÓP/š~~~~~~</translation>
    </message>
    <message>
        <source>memory %1 GB/s</source>
        <translation>mémórý %1 GB/š~~~~</translation>
    </message>
    <message>
        <source>%1 %2 GFLOP/s</source>
        <translation>%1 %2 GFLÓP/š~~~~</translation>
    </message>
    <message>
        <source>measured beside the run</source>
        <translation>méášúréd béšídé thé rúñ~~~~~~~</translation>
    </message>
    <message>
        <source>bytes measured</source>
        <translation>býtéš méášúréd~~~~</translation>
    </message>
    <message>
        <source>bytes modelled</source>
        <translation>býtéš módélléd~~~~</translation>
    </message>
    <message>
        <source>%1 of its roof</source>
        <translation>%1 óf ítš róóf~~~~</translation>
    </message>
    <message>
        <source>hollow: counted by the device</source>
        <translation>hóllów: çóúñtéd bý thé dévíçé~~~~~~~~~</translation>
    </message>
</context>
<context>
    <name>decodescope::app::RunFacts</name>
    <message>
        <source>%1 (synthetic weights)</source>
        <translation>%1 (šýñthétíç wéíghtš)~~~~~~~</translation>
    </message>
    <message>
        <source>%1 heads, %2 KV heads × %3</source>
        <translation>%1 héádš, %2 KV héádš × %3~~~~~~~~</translation>
    </message>
    <message>
        <source>cache %1</source>
        <translation>çáçhé %1~~</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n thread(s)</source>
        <translation><numerusform>%1, %n thréád(š)~~~~~</numerusform><numerusform>%1, %n thréád(š)~~~~~</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n layer(s)</source>
        <translation><numerusform>%n láýér(š)~~~</numerusform><numerusform>%n láýér(š)~~~</numerusform></translation>
    </message>
</context>
<context>
    <name>decodescope::app::RunPage</name>
    <message>
        <source>Run</source>
        <translation>Rúñ~</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>Róóflíñé~~</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV çáçhé~~</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>Thróúghpút~~~</translation>
    </message>
    <message>
        <source>Details of the step</source>
        <translation>Détáílš óf thé štép~~~~~~</translation>
    </message>
    <message>
        <source>Ops of this step</source>
        <translation>Ópš óf thíš štép~~~~~</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>Téñšórš~~</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Mémórý~~</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>Kérñélš~~</translation>
    </message>
</context>
<context>
    <name>decodescope::app::RunSession</name>
    <message>
        <source>%1, repeat %2</source>
        <translation>%1, répéát %2~~~~</translation>
    </message>
    <message>
        <source>%1, %2, cache %3</source>
        <translation>%1, %2, çáçhé %3~~~~~</translation>
    </message>
    <message>
        <source>running</source>
        <translation>rúññíñg~~</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Rúñ~</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Módél~</translation>
    </message>
    <message>
        <source>Formats</source>
        <translation>Fórmátš~~</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Stépš~</translation>
    </message>
    <message>
        <source>Decode</source>
        <translation>Déçódé~~</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Tótál~</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Fróm~</translation>
    </message>
    <message>
        <source>%1 at depth %2–%3</source>
        <translation>%1 át dépth %2–%3~~~~~</translation>
    </message>
</context>
<context>
    <name>decodescope::app::RunsMenu</name>
    <message>
        <source>%1 · %2 · %3 steps</source>
        <translation>%1 · %2 · %3 štépš~~~~~~</translation>
    </message>
    <message>
        <source>None yet</source>
        <translation>Nóñé ýét~~</translation>
    </message>
</context>
<context>
    <name>decodescope::app::SamplingFields</name>
    <message>
        <source>Temperature</source>
        <translation>Témpérátúré~~~</translation>
    </message>
    <message>
        <source>0 (greedy)</source>
        <translation>0 (gréédý)~~~</translation>
    </message>
    <message>
        <source>Top k</source>
        <translation>Tóp k~</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Áll~</translation>
    </message>
    <message>
        <source>Top p</source>
        <translation>Tóp p~</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Sééd~</translation>
    </message>
</context>
<context>
    <name>decodescope::app::SetupPanel</name>
    <message>
        <source>Set-up</source>
        <translation>Sét-úp~~</translation>
    </message>
    <message>
        <source>Hide the set-up</source>
        <translation>Hídé thé šét-úp~~~~~</translation>
    </message>
    <message>
        <source>hide</source>
        <translation>hídé~</translation>
    </message>
    <message>
        <source>Hide the set-up (F9)</source>
        <translation>Hídé thé šét-úp (F9)~~~~~~</translation>
    </message>
    <message>
        <source>More settings</source>
        <translation>Móré šéttíñgš~~~~</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Módél~</translation>
    </message>
    <message>
        <source>Prompt tokens (filler)</source>
        <translation>Prómpt tókéñš (fíllér)~~~~~~~</translation>
    </message>
    <message>
        <source>New tokens</source>
        <translation>Néw tókéñš~~~</translation>
    </message>
    <message>
        <source>Decoding</source>
        <translation>Déçódíñg~~</translation>
    </message>
    <message>
        <source>As in the file</source>
        <translation>Áš íñ thé fílé~~~~</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Wéíghtš~~</translation>
    </message>
    <message>
        <source>KV cache, keys</source>
        <translation>KV çáçhé, kéýš~~~~</translation>
    </message>
    <message>
        <source>KV cache, values</source>
        <translation>KV çáçhé, válúéš~~~~~</translation>
    </message>
    <message>
        <source>KV cache: keys, values</source>
        <translation>KV çáçhé: kéýš, válúéš~~~~~~~</translation>
    </message>
    <message>
        <source>Decode all new tokens even when the model chooses its end-of-text token.</source>
        <translation>Déçódé áll ñéw tókéñš évéñ whéñ thé módél çhóóšéš ítš éñd-óf-téxt tókéñ.~~~~~~~~~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>Chat template</source>
        <translation>Chát témpláté~~~~</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Áútómátíç~~~</translation>
    </message>
    <message>
        <source>Arithmetic</source>
        <translation>Áríthmétíç~~~</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Thréádš~~</translation>
    </message>
    <message>
        <source>All (%1)</source>
        <translation>Áll (%1)~~</translation>
    </message>
    <message>
        <source>Batch (sequences)</source>
        <translation>Bátçh (šéqúéñçéš)~~~~~</translation>
    </message>
    <message>
        <source>Repeats</source>
        <translation>Répéátš~~</translation>
    </message>
    <message>
        <source>Show the set-up</source>
        <translation>Shów thé šét-úp~~~~~</translation>
    </message>
    <message>
        <source>Show the set-up (F9)</source>
        <translation>Shów thé šét-úp (F9)~~~~~~</translation>
    </message>
    <message>
        <source>Ignore end token</source>
        <translation>Ígñóré éñd tókéñ~~~~~</translation>
    </message>
    <message>
        <source>Each of the %1 prompts is one sequence of the batch.</source>
        <translation>Éáçh óf thé %1 prómptš íš óñé šéqúéñçé óf thé bátçh.~~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>The GPU computes; the CPU only launches.</source>
        <translation>Thé GPÚ çómpútéš; thé CPÚ óñlý láúñçhéš.~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>The engine makes its next step when you go forward (full stop, Page Down), or at the playback's speed while it plays. Its times are marked as paced: an engine that rests is not one that runs freely.</source>
        <translation>Thé éñgíñé mákéš ítš ñéxt štép whéñ ýóú gó fórwárd (fúll štóp, Págé Dówñ), ór át thé pláýbáçk'š špééd whílé ít pláýš. Ítš tíméš áré márkéd áš páçéd: áñ éñgíñé thát réštš íš ñót óñé thát rúñš fréélý.~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>Step by step</source>
        <translation>Stép bý štép~~~~</translation>
    </message>
</context>
<context>
    <name>decodescope::app::SizePage</name>
    <message>
        <source>Sizes</source>
        <translation>Sížéš~</translation>
    </message>
    <message>
        <source>Shape of the cache</source>
        <translation>Shápé óf thé çáçhé~~~~~~</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>Préšét~~</translation>
    </message>
    <message>
        <source>Own numbers</source>
        <translation>Ówñ ñúmbérš~~~</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Láýérš~~</translation>
    </message>
    <message>
        <source>Query heads</source>
        <translation>Qúérý héádš~~~</translation>
    </message>
    <message>
        <source>KV heads</source>
        <translation>KV héádš~~</translation>
    </message>
    <message>
        <source>Values per head</source>
        <translation>Válúéš pér héád~~~~~</translation>
    </message>
    <message>
        <source>Latent rank (MLA)</source>
        <translation>Látéñt ráñk (MLÁ)~~~~~</translation>
    </message>
    <message>
        <source>Rotary values (MLA)</source>
        <translation>Rótárý válúéš (MLÁ)~~~~~~</translation>
    </message>
    <message>
        <source>Sliding window</source>
        <translation>Slídíñg wíñdów~~~~</translation>
    </message>
    <message>
        <source>Layers that slide</source>
        <translation>Láýérš thát šlídé~~~~~</translation>
    </message>
    <message>
        <source>none</source>
        <translation>ñóñé~</translation>
    </message>
    <message>
        <source>Context length</source>
        <translation>Cóñtéxt léñgth~~~~</translation>
    </message>
    <message>
        <source>Batch (sequences)</source>
        <translation>Bátçh (šéqúéñçéš)~~~~~</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Fórmát~~</translation>
    </message>
    <message>
        <source>No size</source>
        <translation>Nó šížé~~</translation>
    </message>
    <message numerus="yes">
        <source>%1 bytes for %2 positions of %n sequence(s); each further token adds %3</source>
        <translation><numerusform>%1 býtéš fór %2 póšítíóñš óf %n šéqúéñçé(š); éáçh fúrthér tókéñ áddš %3~~~~~~~~~~~~~~~~~~~~~~~</numerusform><numerusform>%1 býtéš fór %2 póšítíóñš óf %n šéqúéñçé(š); éáçh fúrthér tókéñ áddš %3~~~~~~~~~~~~~~~~~~~~~~~</numerusform></translation>
    </message>
    <message>
        <source>%1 with %2 KV heads: %3. With one per query head (MHA, %4 heads) it would be %5, %6 as much.</source>
        <translation>%1 wíth %2 KV héádš: %3. Wíth óñé pér qúérý héád (MHÁ, %4 héádš) ít wóúld bé %5, %6 áš múçh.~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>MLA stores one latent vector per token and layer, shared by all heads.</source>
        <translation>MLÁ štóréš óñé látéñt véçtór pér tókéñ áñd láýér, šháréd bý áll héádš.~~~~~~~~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>Shape from %1</source>
        <translation>Shápé fróm %1~~~~</translation>
    </message>
    <message>
        <source>Sizes compared</source>
        <translation>Sížéš çómpáréd~~~~</translation>
    </message>
    <message>
        <source>MHA: a KV head for each of the %1 query heads</source>
        <translation>MHÁ: á KV héád fór éáçh óf thé %1 qúérý héádš~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>The cache that is asked for</source>
        <translation>Thé çáçhé thát íš áškéd fór~~~~~~~~~</translation>
    </message>
    <message>
        <source>GQA: %1 query heads share each of %2 KV heads</source>
        <translation>GQÁ: %1 qúérý héádš šháré éáçh óf %2 KV héádš~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>MQA: all %1 query heads share one KV head</source>
        <translation>MQÁ: áll %1 qúérý héádš šháré óñé KV héád~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>MLA: one latent vector for all heads</source>
        <translation>MLÁ: óñé látéñt véçtór fór áll héádš~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Cóñtéxt~~</translation>
    </message>
    <message>
        <source>This cache</source>
        <translation>Thíš çáçhé~~~</translation>
    </message>
    <message>
        <source>With a KV head per query head (MHA)</source>
        <translation>Wíth á KV héád pér qúérý héád (MHÁ)~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>Sizes at other contexts</source>
        <translation>Sížéš át óthér çóñtéxtš~~~~~~~</translation>
    </message>
</context>
<context>
    <name>decodescope::app::StageView</name>
    <message>
        <source>Nothing has run yet. Press Run, or open a recording.</source>
        <translation>Nóthíñg háš rúñ ýét. Préšš Rúñ, ór ópéñ á réçórdíñg.~~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>%1, step %2: %3</source>
        <translation>%1, štép %2: %3~~~~~</translation>
    </message>
    <message>
        <source>Without the cache</source>
        <translation>Wíthóút thé çáçhé~~~~~</translation>
    </message>
    <message>
        <source>With the cache</source>
        <translation>Wíth thé çáçhé~~~~</translation>
    </message>
    <message>
        <source>Nothing has run yet.</source>
        <translation>Nóthíñg háš rúñ ýét.~~~~~~</translation>
    </message>
    <message>
        <source>All sequences</source>
        <translation>Áll šéqúéñçéš~~~~</translation>
    </message>
    <message>
        <source>Sequence %1</source>
        <translation>Séqúéñçé %1~~~</translation>
    </message>
    <message>
        <source>What each step computes</source>
        <translation>Whát éáçh štép çómpútéš~~~~~~~</translation>
    </message>
    <message>
        <source>Colour by</source>
        <translation>Cólóúr bý~~~</translation>
    </message>
    <message>
        <source>What the colours of the cells mean</source>
        <translation>Whát thé çólóúrš óf thé çéllš méáñ~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>Colour by: kind of work</source>
        <translation>Cólóúr bý: kíñd óf wórk~~~~~~~</translation>
    </message>
    <message>
        <source>Colour by: time per position</source>
        <translation>Cólóúr bý: tímé pér póšítíóñ~~~~~~~~~</translation>
    </message>
    <message>
        <source>Sequence of the batch</source>
        <translation>Séqúéñçé óf thé bátçh~~~~~~~</translation>
    </message>
    <message>
        <source>The run begins…</source>
        <translation>Thé rúñ bégíñš…~~~~~</translation>
    </message>
</context>
<context>
    <name>decodescope::app::SweepPage</name>
    <message>
        <source>Context</source>
        <translation>Cóñtéxt~~</translation>
    </message>
    <message>
        <source>Cache, formula</source>
        <translation>Cáçhé, fórmúlá~~~~</translation>
    </message>
    <message>
        <source>Cache, used</source>
        <translation>Cáçhé, úšéd~~~</translation>
    </message>
    <message>
        <source>Memory peak</source>
        <translation>Mémórý péák~~~</translation>
    </message>
    <message>
        <source>Prefill</source>
        <translation>Préfíll~~</translation>
    </message>
    <message>
        <source>Decode</source>
        <translation>Déçódé~~</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>Swéép~</translation>
    </message>
    <message>
        <source>Context lengths</source>
        <translation>Cóñtéxt léñgthš~~~~~</translation>
    </message>
    <message>
        <source>New tokens at each</source>
        <translation>Néw tókéñš át éáçh~~~~~~</translation>
    </message>
    <message>
        <source>Run the sweep</source>
        <translation>Rúñ thé šwéép~~~~</translation>
    </message>
    <message>
        <source>Run the sweep to see how this grows with the context length.</source>
        <translation>Rúñ thé šwéép tó šéé hów thíš grówš wíth thé çóñtéxt léñgth.~~~~~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>Memory against context length</source>
        <translation>Mémórý ágáíñšt çóñtéxt léñgth~~~~~~~~~</translation>
    </message>
    <message>
        <source>Tokens per second against context length</source>
        <translation>Tókéñš pér šéçóñd ágáíñšt çóñtéxt léñgth~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>Results of the sweep</source>
        <translation>Réšúltš óf thé šwéép~~~~~~</translation>
    </message>
    <message>
        <source>“%1” is not a context length.</source>
        <translation>“%1” íš ñót á çóñtéxt léñgth.~~~~~~~~~</translation>
    </message>
    <message>
        <source>A context of %1 has no room for %2 new tokens.</source>
        <translation>Á çóñtéxt óf %1 háš ñó róóm fór %2 ñéw tókéñš.~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>A sweep needs two context lengths or more, with commas between.</source>
        <translation>Á šwéép ñéédš twó çóñtéxt léñgthš ór móré, wíth çómmáš bétwééñ.~~~~~~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>Cached decoding of filler text, with the set-up's model and formats.</source>
        <translation>Cáçhéd déçódíñg óf fíllér téxt, wíth thé šét-úp'š módél áñd fórmátš.~~~~~~~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>From the shortest to the longest context: measured %1, formula %2, %3 apart.</source>
        <translation>Fróm thé šhórtéšt tó thé lóñgéšt çóñtéxt: méášúréd %1, fórmúlá %2, %3 ápárt.~~~~~~~~~~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Éxpórt…~~</translation>
    </message>
    <message>
        <source>Export the sweep</source>
        <translation>Éxpórt thé šwéép~~~~~</translation>
    </message>
    <message>
        <source>Pictures, table and conditions of this sweep as files</source>
        <translation>Píçtúréš, táblé áñd çóñdítíóñš óf thíš šwéép áš fíléš~~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>Copies of pictures and table</source>
        <translation>Cópíéš óf píçtúréš áñd táblé~~~~~~~~~</translation>
    </message>
    <message>
        <source>Copy picture of the memory</source>
        <translation>Cópý píçtúré óf thé mémórý~~~~~~~~</translation>
    </message>
    <message>
        <source>Copy picture of the speed</source>
        <translation>Cópý píçtúré óf thé špééd~~~~~~~~</translation>
    </message>
    <message>
        <source>Copy table</source>
        <translation>Cópý táblé~~~</translation>
    </message>
</context>
<context>
    <name>decodescope::app::TensorsView</name>
    <message>
        <source>X, input of a layer</source>
        <translation>X, íñpút óf á láýér~~~~~~</translation>
    </message>
    <message>
        <source>Q, queries</source>
        <translation>Q, qúéríéš~~~</translation>
    </message>
    <message>
        <source>K, new keys</source>
        <translation>K, ñéw kéýš~~~</translation>
    </message>
    <message>
        <source>joins the cache</source>
        <translation>jóíñš thé çáçhé~~~~~</translation>
    </message>
    <message>
        <source>V, new values</source>
        <translation>V, ñéw válúéš~~~~</translation>
    </message>
    <message>
        <source>K cache before</source>
        <translation>K çáçhé béfóré~~~~</translation>
    </message>
    <message>
        <source>per layer</source>
        <translation>pér láýér~~~</translation>
    </message>
    <message>
        <source>K cache after</source>
        <translation>K çáçhé áftér~~~~</translation>
    </message>
    <message>
        <source>attention weights</source>
        <translation>áttéñtíóñ wéíghtš~~~~~</translation>
    </message>
    <message>
        <source>attention output</source>
        <translation>áttéñtíóñ óútpút~~~~~</translation>
    </message>
    <message>
        <source>gate, up</source>
        <translation>gáté, úp~~</translation>
    </message>
    <message>
        <source>logits of the last row</source>
        <translation>lógítš óf thé lášt rów~~~~~~~</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>Téñšórš~~</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>Téñšór~~</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Shápé~</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Válúéš~~</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Nóté~</translation>
    </message>
    <message>
        <source>step %1 · X [%2, %3] · K cache [%4, %5] + [%2, %5] → [%6, %5]</source>
        <translation>štép %1 · X [%2, %3] · K çáçhé [%4, %5] + [%2, %5] → [%6, %5]~~~~~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>No step yet</source>
        <translation>Nó štép ýét~~~</translation>
    </message>
    <message>
        <source>keys of one layer: cached + new → cache after the step</source>
        <translation>kéýš óf óñé láýér: çáçhéd + ñéw → çáçhé áftér thé štép~~~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>keys of one layer: all computed in this step, none kept</source>
        <translation>kéýš óf óñé láýér: áll çómpútéd íñ thíš štép, ñóñé képt~~~~~~~~~~~~~~~~~~</translation>
    </message>
</context>
<context>
    <name>decodescope::app::TextView</name>
    <message>
        <source>Text</source>
        <translation>Téxt~</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Stép~</translation>
    </message>
    <message>
        <source>Position</source>
        <translation>Póšítíóñ~~</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>Tókéñ~</translation>
    </message>
    <message>
        <source>Logits hash</source>
        <translation>Lógítš hášh~~~</translation>
    </message>
    <message>
        <source>%1 prompt tokens · %2 generated</source>
        <translation>%1 prómpt tókéñš · %2 géñérátéd~~~~~~~~~~</translation>
    </message>
    <message>
        <source>synthetic model, the text means nothing</source>
        <translation>šýñthétíç módél, thé téxt méáñš ñóthíñg~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>shown from step %1 on</source>
        <translation>šhówñ fróm štép %1 óñ~~~~~~~</translation>
    </message>
    <message>
        <source>No text yet</source>
        <translation>Nó téxt ýét~~~</translation>
    </message>
    <message>
        <source>This model has no vocabulary: its tokens are numbers, listed in the table</source>
        <translation>Thíš módél háš ñó vóçábúlárý: ítš tókéñš áré ñúmbérš, líštéd íñ thé táblé~~~~~~~~~~~~~~~~~~~~~~~~</translation>
    </message>
</context>
<context>
    <name>decodescope::app::ThroughputView</name>
    <message>
        <source>Tokens per second</source>
        <translation>Tókéñš pér šéçóñd~~~~~</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Stép~</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>Phášé~</translation>
    </message>
    <message>
        <source>Step time (ms)</source>
        <translation>Stép tímé (mš)~~~~</translation>
    </message>
    <message>
        <source>Sampling (ms)</source>
        <translation>Sámplíñg (mš)~~~~</translation>
    </message>
    <message>
        <source>Positions computed</source>
        <translation>Póšítíóñš çómpútéd~~~~~~</translation>
    </message>
    <message>
        <source>at depth %1</source>
        <translation>át dépth %1~~~</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>štép %1~~</translation>
    </message>
    <message>
        <source>%1: %2 tok/s, %3</source>
        <translation>%1: %2 tók/š, %3~~~~~</translation>
    </message>
    <message>
        <source>naive</source>
        <translation>ñáívé~</translation>
    </message>
    <message>
        <source>cached</source>
        <translation>çáçhéd~~</translation>
    </message>
    <message>
        <source>Time of a step</source>
        <translation>Tímé óf á štép~~~~</translation>
    </message>
    <message>
        <source>%1 %2 tok/s</source>
        <translation>%1 %2 tók/š~~~</translation>
    </message>
    <message>
        <source>step (least and most of each column)</source>
        <translation>štép (léášt áñd móšt óf éáçh çólúmñ)~~~~~~~~~~~~</translation>
    </message>
</context>
<context>
    <name>decodescope::app::TransportBar</name>
    <message>
        <source>Playback</source>
        <translation>Pláýbáçk~~</translation>
    </message>
    <message>
        <source>To the start</source>
        <translation>Tó thé štárt~~~~</translation>
    </message>
    <message>
        <source>Home</source>
        <translation>Hómé~</translation>
    </message>
    <message>
        <source>One step back</source>
        <translation>Óñé štép báçk~~~~</translation>
    </message>
    <message>
        <source>comma, Page Up</source>
        <translation>çómmá, Págé Úp~~~~</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Pláý~</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>Spáçé~</translation>
    </message>
    <message>
        <source>One step forward</source>
        <translation>Óñé štép fórwárd~~~~~</translation>
    </message>
    <message>
        <source>full stop, Page Down</source>
        <translation>fúll štóp, Págé Dówñ~~~~~~</translation>
    </message>
    <message>
        <source>To the end</source>
        <translation>Tó thé éñd~~~</translation>
    </message>
    <message>
        <source>End</source>
        <translation>Éñd~</translation>
    </message>
    <message>
        <source>Position in the record</source>
        <translation>Póšítíóñ íñ thé réçórd~~~~~~~</translation>
    </message>
    <message>
        <source>Step shown</source>
        <translation>Stép šhówñ~~~</translation>
    </message>
    <message>
        <source>Playback speed</source>
        <translation>Pláýbáçk špééd~~~~</translation>
    </message>
    <message>
        <source>How the record is played back (+ and - change the speed)</source>
        <translation>Hów thé réçórd íš pláýéd báçk (+ áñd - çháñgé thé špééd)~~~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>Where the steps come from</source>
        <translation>Whéré thé štépš çómé fróm~~~~~~~~</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>action and its keys</comment>
        <translation>%1 (%2)~~</translation>
    </message>
    <message>
        <source>Steps: rows side by side</source>
        <translation>Stépš: rówš šídé bý šídé~~~~~~~~</translation>
    </message>
    <message>
        <source>%1 steps per second</source>
        <translation>%1 štépš pér šéçóñd~~~~~~</translation>
    </message>
    <message>
        <source>Race: each run at its measured pace</source>
        <translation>Ráçé: éáçh rúñ át ítš méášúréd páçé~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>Slowed to a few seconds</source>
        <translation>Slówéd tó á féw šéçóñdš~~~~~~~</translation>
    </message>
    <message>
        <source>As measured</source>
        <translation>Áš méášúréd~~~</translation>
    </message>
    <message>
        <source>%1× slower</source>
        <translation>%1× šlówér~~~</translation>
    </message>
    <message>
        <source>no steps yet</source>
        <translation>ñó štépš ýét~~~~</translation>
    </message>
    <message>
        <source>%1 without, %2 with the cache</source>
        <translation>%1 wíthóút, %2 wíth thé çáçhé~~~~~~~~~</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>štép %1 óf %2~~~~</translation>
    </message>
    <message>
        <source>%1 steps/s</source>
        <translation>%1 štépš/š~~~</translation>
    </message>
    <message>
        <source>race, as measured</source>
        <translation>ráçé, áš méášúréd~~~~~</translation>
    </message>
    <message>
        <source>race, %1× slower</source>
        <translation>ráçé, %1× šlówér~~~~~</translation>
    </message>
    <message>
        <source>race, %1× faster</source>
        <translation>ráçé, %1× fáštér~~~~~</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Páúšé~</translation>
    </message>
    <message>
        <source>live</source>
        <translation>lívé~</translation>
    </message>
    <message>
        <source>These steps are being measured now.</source>
        <translation>Théšé štépš áré béíñg méášúréd ñów.~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>recorded</source>
        <translation>réçórdéd~~</translation>
    </message>
    <message>
        <source>These steps were measured without pauses; only their display is slowed.</source>
        <translation>Théšé štépš wéré méášúréd wíthóút páúšéš; óñlý théír díšpláý íš šlówéd.~~~~~~~~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>paced</source>
        <translation>páçéd~</translation>
    </message>
    <message>
        <source>The engine waited for the user between steps; its times are not comparable.</source>
        <translation>Thé éñgíñé wáítéd fór thé úšér bétwééñ štépš; ítš tíméš áré ñót çómpáráblé.~~~~~~~~~~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>The engine waits for you: forward makes its next step, play makes them at this speed.</source>
        <translation>Thé éñgíñé wáítš fór ýóú: fórwárd mákéš ítš ñéxt štép, pláý mákéš thém át thíš špééd.~~~~~~~~~~~~~~~~~~~~~~~~~~~~</translation>
    </message>
</context>
<context>
    <name>decodescope::app::ViewStack</name>
    <message>
        <source>Hide the details</source>
        <translation>Hídé thé détáílš~~~~~</translation>
    </message>
    <message>
        <source>hide</source>
        <translation>hídé~</translation>
    </message>
    <message>
        <source>show</source>
        <translation>šhów~</translation>
    </message>
    <message>
        <source>Show the details</source>
        <translation>Shów thé détáílš~~~~~</translation>
    </message>
</context>
<context>
    <name>decodescope::app::WelcomePanel</name>
    <message>
        <source>First steps</source>
        <translation>Fíršt štépš~~~</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Rúñ~</translation>
    </message>
    <message>
        <source>Use a synthetic model</source>
        <translation>Úšé á šýñthétíç módél~~~~~~~</translation>
    </message>
    <message>
        <source>The same shape with seeded random weights: every measurement works, the text is noise.</source>
        <translation>Thé šámé šhápé wíth šéédéd ráñdóm wéíghtš: évérý méášúréméñt wórkš, thé téxt íš ñóíšé.~~~~~~~~~~~~~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>Open a recording…</source>
        <translation>Ópéñ á réçórdíñg…~~~~~</translation>
    </message>
    <message>
        <source>Open a recording</source>
        <translation>Ópéñ á réçórdíñg~~~~~</translation>
    </message>
    <message>
        <source>See what the cache saves</source>
        <translation>Séé whát thé çáçhé šávéš~~~~~~~~</translation>
    </message>
    <message>
        <source>No model is here yet</source>
        <translation>Nó módél íš héré ýét~~~~~~</translation>
    </message>
    <message>
        <source>Press Run: the model decodes the prompt twice, first computing everything again at each step, then with the cache, and both grids grow while it does.</source>
        <translation>Préšš Rúñ: thé módél déçódéš thé prómpt twíçé, fíršt çómpútíñg évérýthíñg ágáíñ át éáçh štép, théñ wíth thé çáçhé, áñd bóth grídš grów whílé ít dóéš.~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>The default model, SmolLM2-135M-Instruct, is fetched once (about 100 MB) by this command in the folder of DecodeScope. Until then a synthetic model of the same shape works, and recordings open without any model.</source>
        <translation>Thé défáúlt módél, SmólLM2-135M-Íñštrúçt, íš fétçhéd óñçé (ábóút 100 MB) bý thíš çómmáñd íñ thé fóldér óf DéçódéSçópé. Úñtíl théñ á šýñthétíç módél óf thé šámé šhápé wórkš, áñd réçórdíñgš ópéñ wíthóút áñý módél.~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~</translation>
    </message>
</context>
<context>
    <name>decodescope::app::WindowActions</name>
    <message>
        <source>&amp;Run</source>
        <translation>&amp;Rúñ~</translation>
    </message>
    <message>
        <source>Run the model with these settings</source>
        <translation>Rúñ thé módél wíth théšé šéttíñgš~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>&amp;Stóp~</translation>
    </message>
    <message>
        <source>End the run; what was recorded stays</source>
        <translation>Éñd thé rúñ; whát wáš réçórdéd štáýš~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>&amp;Open recording…</source>
        <translation>&amp;Opéñ réçórdíñg…~~~~~</translation>
    </message>
    <message>
        <source>&amp;Save recording…</source>
        <translation>&amp;Sávé réçórdíñg…~~~~~</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>&amp;Expórt…~~</translation>
    </message>
    <message>
        <source>Write CSV, JSON and pictures of what is shown</source>
        <translation>Wríté CSV, JSÓN áñd píçtúréš óf whát íš šhówñ~~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Qúít~</translation>
    </message>
    <message>
        <source>Choose a &amp;model file…</source>
        <translation>Chóóšé á &amp;módél fílé…~~~~~~~</translation>
    </message>
    <message>
        <source>&amp;Set-up</source>
        <translation>&amp;Sét-úp~~</translation>
    </message>
    <message>
        <source>&amp;Keys</source>
        <translation>&amp;Kéýš~</translation>
    </message>
    <message>
        <source>&amp;About DecodeScope</source>
        <translation>&amp;Abóút DéçódéSçópé~~~~~~</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>Swéép~</translation>
    </message>
    <message>
        <source>Sizes</source>
        <translation>Sížéš~</translation>
    </message>
    <message>
        <source>Checks</source>
        <translation>Chéçkš~~</translation>
    </message>
    <message>
        <source>One run, step by step</source>
        <translation>Óñé rúñ, štép bý štép~~~~~~~</translation>
    </message>
    <message>
        <source>Memory and throughput against context length</source>
        <translation>Mémórý áñd thróúghpút ágáíñšt çóñtéxt léñgth~~~~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>What a cache costs, by the formula</source>
        <translation>Whát á çáçhé çóštš, bý thé fórmúlá~~~~~~~~~~~</translation>
    </message>
    <message>
        <source>The scored checks</source>
        <translation>Thé šçóréd çhéçkš~~~~~</translation>
    </message>
    <message>
        <source>&amp;Follow the system</source>
        <translation>&amp;Fóllów thé šýštém~~~~~~</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>&amp;Líght~~</translation>
    </message>
    <message>
        <source>&amp;Projector</source>
        <translation>&amp;Prójéçtór~~~</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>action and its keys</comment>
        <translation>%1 (%2)~~</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Fílé~</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>Ópéñ &amp;réçéñt~~~~</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Víéw~</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hélp~</translation>
    </message>
    <message>
        <source>Show or hide the &amp;details</source>
        <translation>Shów ór hídé thé &amp;détáílš~~~~~~~~</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Stépš~</translation>
    </message>
    <message>
        <source>F&amp;ull screen</source>
        <translation>F&amp;ull šçrééñ~~~~</translation>
    </message>
    <message>
        <source>Play back in s&amp;teps</source>
        <translation>Pláý báçk íñ š&amp;tépš~~~~~~</translation>
    </message>
    <message>
        <source>Play back as a r&amp;ace</source>
        <translation>Pláý báçk áš á r&amp;açé~~~~~~</translation>
    </message>
    <message>
        <source>Dar&amp;k</source>
        <translation>Dár&amp;k~</translation>
    </message>
    <message>
        <source>Runs of this s&amp;ession</source>
        <translation>Rúñš óf thíš š&amp;eššíóñ~~~~~~~</translation>
    </message>
</context>
</TS>
