<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE">
<context>
    <name>Format</name>
    <message>
        <source>%1 µs</source>
        <translation>%1 µs</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 min %2 s</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 h %2 min</translation>
    </message>
    <message>
        <source>%1 tok/s</source>
        <translation>%1 Tok/s</translation>
    </message>
</context>
<context>
    <name>Headline</name>
    <message>
        <source>step %1 of %2</source>
        <translation>Schritt %1 von %2</translation>
    </message>
    <message>
        <source>running without the cache: %1</source>
        <translation>läuft ohne Cache: %1</translation>
    </message>
    <message>
        <source>running with the cache: %1</source>
        <translation>läuft mit Cache: %1</translation>
    </message>
    <message>
        <source>the first step is under way</source>
        <translation>der erste Schritt läuft</translation>
    </message>
    <message>
        <source>press Run to measure</source>
        <translation>zum Messen „Starten“ drücken</translation>
    </message>
    <message>
        <source>without the cache; run both to compare</source>
        <translation>ohne Cache; zum Vergleich beide messen</translation>
    </message>
    <message>
        <source>with the cache; run both to compare</source>
        <translation>mit Cache; zum Vergleich beide messen</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>no comparison of a run that was stopped</source>
        <translation>ein angehaltener Lauf wird nicht verglichen</translation>
    </message>
    <message>
        <source>no time was measured</source>
        <translation>es wurde keine Zeit gemessen</translation>
    </message>
    <message>
        <source>Without the cache %1, with it %2, prefill included and warm-up excluded.</source>
        <translation>Ohne Cache %1, mit Cache %2, mit Prefill und ohne Aufwärmen.</translation>
    </message>
    <message>
        <source>same logits? needs both runs</source>
        <translation>gleiche Logits? braucht beide Läufe</translation>
    </message>
    <message>
        <source>Same text</source>
        <translation>Gleicher Text</translation>
    </message>
    <message>
        <source>but other logits from step %1 on</source>
        <translation>aber andere Logits ab Schritt %1</translation>
    </message>
    <message>
        <source>Parts at step %1</source>
        <translation>Trennung bei Schritt %1</translation>
    </message>
    <message>
        <source>Tokens and logits hashes of both runs are compared at every common step.</source>
        <translation>Token und Logit-Prüfsummen beider Läufe werden bei jedem gemeinsamen Schritt verglichen.</translation>
    </message>
    <message>
        <source>No verdict</source>
        <translation>Kein Urteil</translation>
    </message>
    <message>
        <source>there is no decode step to compare</source>
        <translation>es gibt keinen Decode-Schritt zum Vergleichen</translation>
    </message>
    <message>
        <source>same logits? the second run will tell</source>
        <translation>gleiche Logits? der zweite Lauf zeigt es</translation>
    </message>
    <message>
        <source>Same logits</source>
        <translation>Gleiche Logits</translation>
    </message>
    <message>
        <source>at all %1 steps, bit for bit</source>
        <translation>bei allen %1 Schritten, Bit für Bit</translation>
    </message>
    <message>
        <source>Same so far</source>
        <translation>Bisher gleich</translation>
    </message>
    <message>
        <source>at all %1 common steps, bit for bit</source>
        <translation>bei allen %1 gemeinsamen Schritten, Bit für Bit</translation>
    </message>
    <message>
        <source>The hash over every bit of the logits is equal at each step (instruction set %1).</source>
        <translation>Die Prüfsumme über jedes Bit der Logits ist bei jedem Schritt gleich (Befehlssatz %1).</translation>
    </message>
    <message>
        <source>what the cache costs in memory</source>
        <translation>was der Cache an Speicher kostet</translation>
    </message>
    <message>
        <source>is what the cache holds</source>
        <translation>hält der Cache</translation>
    </message>
    <message>
        <source>%1 × %2 positions</source>
        <translation>%1 × %2 Positionen</translation>
    </message>
    <message>
        <source>Per position: 2 (keys and values) × %1 layers × %2 KV heads × %3 values per head, keys in %4 and values in %5.
Used %6, requested %7, allocated %8.</source>
        <translation>Je Position: 2 (Keys und Values) × %1 Schichten × %2 KV-Köpfe × %3 Werte je Kopf, Keys in %4 und Values in %5.
Benutzt %6, verlangt %7, belegt %8.</translation>
    </message>
    <message>
        <source>%1 of %2 positions again: %3 and %4 GFLOP for nothing.</source>
        <translation>%1 von %2 Positionen noch einmal: %3 und %4 GFLOP umsonst.</translation>
    </message>
    <message>
        <source>against naive, cache broken</source>
        <translation>gegen naiv, Cache defekt</translation>
    </message>
    <message>
        <source>faster, predicted %1</source>
        <translation>schneller, vorhergesagt %1</translation>
    </message>
    <message>
        <source>faster end to end</source>
        <translation>schneller insgesamt</translation>
    </message>
    <message>
        <source>best two logits %1 apart there</source>
        <translation>die besten zwei Logits liegen dort %1 auseinander</translation>
    </message>
    <message>
        <source>cache: %1</source>
        <translation>Cache: %1</translation>
    </message>
    <message>
        <source>share of work repeated</source>
        <translation>Anteil wiederholter Arbeit</translation>
    </message>
    <message>
        <source>of naive work is repetition</source>
        <translation>der naiven Arbeit ist Wiederholung</translation>
    </message>
    <message>
        <source>of the work is repetition</source>
        <translation>der Arbeit ist Wiederholung</translation>
    </message>
    <message>
        <source>repeated; %1 in the broken run too</source>
        <translation>wiederholt; %1 auch im defekten Lauf</translation>
    </message>
    <message>
        <source>without the cache, at depths %1 to %2</source>
        <translation>ohne Cache, bei Tiefe %1 bis %2</translation>
    </message>
    <message>
        <source>with the cache, at depths %1 to %2</source>
        <translation>mit Cache, bei Tiefe %1 bis %2</translation>
    </message>
    <message>
        <source>Decode steps only; the depth is the tokens before the new one. Run both to compare.</source>
        <translation>Nur die Decode-Schritte; die Tiefe ist die Zahl der Token vor dem neuen. Beide Läufe starten, um zu vergleichen.</translation>
    </message>
    <message>
        <source>with a broken cache; run naive too to compare</source>
        <translation>mit defektem Cache; naiv dazu zeigt den Vergleich</translation>
    </message>
    <message>
        <source>with a broken cache, at depths %1 to %2</source>
        <translation>mit defektem Cache, bei Tiefe %1 bis %2</translation>
    </message>
    <message>
        <source>one step each leaves nothing to save</source>
        <translation>je ein Schritt: nichts zu sparen</translation>
    </message>
    <message>
        <source>Both runs compute the prompt once; a cache saves work from the second step on.</source>
        <translation>Beide Läufe rechnen den Prompt einmal; ein Cache spart erst ab dem zweiten Schritt.</translation>
    </message>
</context>
<context>
    <name>HelpDialogs</name>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>About DecodeScope</source>
        <translation>Über DecodeScope</translation>
    </message>
    <message>
        <source>Shows what each step of a language model computes, with and without the KV cache, as measured. Free software under the GNU General Public License, version 3 or later.</source>
        <translation>Zeigt gemessen, was jeder Schritt eines Sprachmodells berechnet, mit und ohne KV-Cache. Freie Software unter der GNU General Public License, Version 3 oder später.</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>Teil</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>Lizenz</translation>
    </message>
    <message>
        <source>What for</source>
        <translation>Wofür</translation>
    </message>
    <message>
        <source>font, bundled</source>
        <translation>Schrift, beigelegt</translation>
    </message>
    <message>
        <source>window</source>
        <translation>Fenster</translation>
    </message>
    <message>
        <source>SIMD in the engine</source>
        <translation>SIMD in der Engine</translation>
    </message>
    <message>
        <source>tokenizer</source>
        <translation>Tokenizer</translation>
    </message>
    <message>
        <source>JSON files</source>
        <translation>JSON-Dateien</translation>
    </message>
    <message>
        <source>errors as values</source>
        <translation>Fehler als Werte</translation>
    </message>
    <message>
        <source>command line</source>
        <translation>Kommandozeile</translation>
    </message>
    <message>
        <source>log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>recordings</source>
        <translation>Aufzeichnungen</translation>
    </message>
    <message>
        <source>default model, fetched separately</source>
        <translation>Standardmodell, wird getrennt geholt</translation>
    </message>
    <message>
        <source>Licences</source>
        <translation>Lizenzen</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>What they do</source>
        <translation>Was sie tun</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>Leertaste</translation>
    </message>
    <message>
        <source>Play and pause</source>
        <translation>Abspielen und anhalten</translation>
    </message>
    <message>
        <source>.  or Page Down</source>
        <translation>.  oder Bild ab</translation>
    </message>
    <message>
        <source>One step forward (clickers too)</source>
        <translation>Einen Schritt vor (auch mit Presenter)</translation>
    </message>
    <message>
        <source>,  or Page Up</source>
        <translation>,  oder Bild auf</translation>
    </message>
    <message>
        <source>One step back</source>
        <translation>Einen Schritt zurück</translation>
    </message>
    <message>
        <source>Home, End</source>
        <translation>Pos1, Ende</translation>
    </message>
    <message>
        <source>To the start, to the end; at the end of a live run it follows</source>
        <translation>Zum Anfang, zum Ende; am Ende eines laufenden Laufs folgt die Anzeige</translation>
    </message>
    <message>
        <source>+ and -</source>
        <translation>+ und -</translation>
    </message>
    <message>
        <source>Faster, slower</source>
        <translation>Schneller, langsamer</translation>
    </message>
    <message>
        <source>F5, Escape</source>
        <translation>F5, Escape</translation>
    </message>
    <message>
        <source>Run, stop</source>
        <translation>Starten, anhalten</translation>
    </message>
    <message>
        <source>F8, F9, F11</source>
        <translation>F8, F9, F11</translation>
    </message>
    <message>
        <source>Details, set-up, full screen</source>
        <translation>Einzelheiten, Einstellungen, Vollbild</translation>
    </message>
    <message>
        <source>Ctrl+1 to Ctrl+4</source>
        <translation>Strg+1 bis Strg+4</translation>
    </message>
    <message>
        <source>Ctrl+O, Ctrl+S, Ctrl+E</source>
        <translation>Strg+O, Strg+S, Strg+E</translation>
    </message>
    <message>
        <source>Open, save, export</source>
        <translation>Öffnen, sichern, exportieren</translation>
    </message>
    <message>
        <source>Letters and signs act only outside of text fields.</source>
        <translation>Buchstaben und Zeichen wirken nur außerhalb von Textfeldern.</translation>
    </message>
    <message>
        <source>Arrows</source>
        <translation>Pfeiltasten</translation>
    </message>
    <message>
        <source>Pages: steps, sweep, sizes, checks</source>
        <translation>Seiten: Schritte, Reihe, Größen, Prüfungen</translation>
    </message>
    <message>
        <source>Ctrl+M, Ctrl+Q</source>
        <translation>Strg+M, Strg+Q</translation>
    </message>
    <message>
        <source>Choose a model file, quit</source>
        <translation>Modelldatei wählen, beenden</translation>
    </message>
    <message>
        <source>Ctrl+C</source>
        <translation>Strg+C</translation>
    </message>
    <message>
        <source>In a table: copy it</source>
        <translation>In einer Tabelle: kopieren</translation>
    </message>
    <message>
        <source>From cell to cell of the stage, from op to op, from point to point of a plot</source>
        <translation>Von Zelle zu Zelle der Bühne, von Op zu Op, von Punkt zu Punkt einer Grafik</translation>
    </message>
</context>
<context>
    <name>Ops</name>
    <message>
        <source>embedding</source>
        <translation>Embedding</translation>
    </message>
    <message>
        <source>attention norm</source>
        <translation>Attention-Norm</translation>
    </message>
    <message>
        <source>Q, K, V</source>
        <translation>Q, K, V</translation>
    </message>
    <message>
        <source>RoPE</source>
        <translation>RoPE</translation>
    </message>
    <message>
        <source>cache append</source>
        <translation>Cache anfügen</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>Attention</translation>
    </message>
    <message>
        <source>output projection</source>
        <translation>Ausgabeprojektion</translation>
    </message>
    <message>
        <source>FFN norm</source>
        <translation>FFN-Norm</translation>
    </message>
    <message>
        <source>gate, up</source>
        <translation>Gate, Up</translation>
    </message>
    <message>
        <source>activation</source>
        <translation>Aktivierung</translation>
    </message>
    <message>
        <source>down</source>
        <translation>Down</translation>
    </message>
    <message>
        <source>final norm</source>
        <translation>letzte Norm</translation>
    </message>
    <message>
        <source>output head</source>
        <translation>Ausgabekopf</translation>
    </message>
</context>
<context>
    <name>Plots</name>
    <message>
        <source>synthetic model, random weights</source>
        <translation>synthetisches Modell, zufällige Gewichte</translation>
    </message>
    <message>
        <source>weights %1</source>
        <translation>Gewichte %1</translation>
    </message>
    <message>
        <source>compute %1</source>
        <translation>Rechnung %1</translation>
    </message>
    <message>
        <source>KV cache %1</source>
        <translation>KV-Cache %1</translation>
    </message>
    <message>
        <source>prompt %1, new %2 tokens</source>
        <translation>Prompt %1, neu %2 Token</translation>
    </message>
    <message>
        <source>batch %1</source>
        <translation>Batch %1</translation>
    </message>
    <message>
        <source>%1 thread</source>
        <translation>%1 Thread</translation>
    </message>
    <message>
        <source>%1 threads</source>
        <translation>%1 Threads</translation>
    </message>
    <message>
        <source>paced by the user</source>
        <translation>vom Benutzer getaktet</translation>
    </message>
    <message>
        <source>%1 used after step %2, %3 allocated, %4 requested</source>
        <translation>%1 benutzt nach Schritt %2, %3 belegt, %4 verlangt</translation>
    </message>
    <message>
        <source>; the formula says %1 B per position</source>
        <translation>; die Formel sagt %1 B je Position</translation>
    </message>
    <message>
        <source>How the KV cache grows</source>
        <translation>Wie der KV-Cache wächst</translation>
    </message>
    <message>
        <source>Naive decoding keeps no cache</source>
        <translation>Naives Decodieren hält keinen Cache</translation>
    </message>
    <message>
        <source>No run yet</source>
        <translation>Noch kein Lauf</translation>
    </message>
    <message>
        <source>used, measured</source>
        <translation>benutzt, gemessen</translation>
    </message>
    <message>
        <source>formula</source>
        <translation>Formel</translation>
    </message>
    <message>
        <source>allocated</source>
        <translation>belegt</translation>
    </message>
    <message>
        <source>requested</source>
        <translation>verlangt</translation>
    </message>
    <message>
        <source>context length (positions)</source>
        <translation>Kontextlänge (Positionen)</translation>
    </message>
    <message>
        <source>KV cache (bytes)</source>
        <translation>KV-Cache (Bytes)</translation>
    </message>
    <message>
        <source>faster, end to end: %1 instead of %2</source>
        <translation>schneller insgesamt: %1 statt %2</translation>
    </message>
    <message>
        <source>Same logits</source>
        <translation>Gleiche Logits</translation>
    </message>
    <message>
        <source>at all %1 common steps, bit for bit</source>
        <translation>bei allen %1 gemeinsamen Schritten, Bit für Bit</translation>
    </message>
    <message>
        <source>Different logits</source>
        <translation>Andere Logits</translation>
    </message>
    <message>
        <source>from step %1 on</source>
        <translation>ab Schritt %1</translation>
    </message>
    <message>
        <source>is what the cache costs at %1 positions</source>
        <translation>kostet der Cache bei %1 Positionen</translation>
    </message>
    <message>
        <source>of the positions without the cache had been computed before</source>
        <translation>der Positionen ohne Cache waren schon berechnet</translation>
    </message>
    <message>
        <source>Decoding with and without the KV cache</source>
        <translation>Decodieren mit und ohne KV-Cache</translation>
    </message>
    <message>
        <source>What each step computes</source>
        <translation>Was jeder Schritt berechnet</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>Roofline</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV-Cache</translation>
    </message>
    <message>
        <source>Speed of every step</source>
        <translation>Tempo jedes Schritts</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>Rechenwerk</translation>
    </message>
    <message>
        <source>launches</source>
        <translation>Starts</translation>
    </message>
    <message>
        <source>decode, step %1</source>
        <translation>Decode, Schritt %1</translation>
    </message>
    <message>
        <source>prefill</source>
        <translation>Prefill</translation>
    </message>
    <message>
        <source>naive, step %1: all its work</source>
        <translation>naiv, Schritt %1: alle Arbeit</translation>
    </message>
    <message>
        <source>naive, step %1: its useful work</source>
        <translation>naiv, Schritt %1: nützliche Arbeit</translation>
    </message>
    <message>
        <source>%1 GFLOP/s at %2 FLOP per byte</source>
        <translation>%1 GFLOP/s bei %2 FLOP je Byte</translation>
    </message>
    <message>
        <source>%1 of its roof</source>
        <translation>%1 des Dachs</translation>
    </message>
    <message>
        <source>limited by %1</source>
        <translation>begrenzt durch %1</translation>
    </message>
    <message>
        <source>cache-resident: above what main memory can deliver</source>
        <translation>im Prozessorcache: mehr, als der Hauptspeicher liefern kann</translation>
    </message>
    <message>
        <source>cache %1 GB/s</source>
        <translation>Cache %1 GB/s</translation>
    </message>
    <message>
        <source>memory %1 GB/s</source>
        <translation>Speicher %1 GB/s</translation>
    </message>
    <message>
        <source>ridge %1 FLOP/B</source>
        <translation>Knick %1 FLOP/B</translation>
    </message>
    <message>
        <source>decode · %1 of its roof</source>
        <translation>Decode · %1 des Dachs</translation>
    </message>
    <message>
        <source>decode</source>
        <translation>Decode</translation>
    </message>
    <message>
        <source>prefill · %1 of its roof</source>
        <translation>Prefill · %1 des Dachs</translation>
    </message>
    <message>
        <source>naive: busy, %1 repeats</source>
        <translation>naiv: beschäftigt, %1 Wiederholung</translation>
    </message>
    <message>
        <source>useful: %1 GFLOP/s</source>
        <translation>nützlich: %1 GFLOP/s</translation>
    </message>
    <message>
        <source>cache-resident</source>
        <translation>im Prozessorcache</translation>
    </message>
    <message>
        <source>arithmetic intensity (FLOP per byte, bytes measured)</source>
        <translation>Rechenintensität (FLOP je Byte, Bytes gemessen)</translation>
    </message>
    <message>
        <source>arithmetic intensity (FLOP per byte, bytes modelled)</source>
        <translation>Rechenintensität (FLOP je Byte, Bytes nach Modell)</translation>
    </message>
    <message>
        <source>roofs not measured</source>
        <translation>Dächer nicht gemessen</translation>
    </message>
    <message>
        <source>Roofs measured on this machine beside the run</source>
        <translation>Dächer auf diesem Rechner neben dem Lauf gemessen</translation>
    </message>
    <message>
        <source>No roofs were measured beside this run</source>
        <translation>Neben diesem Lauf wurden keine Dächer gemessen</translation>
    </message>
    <message>
        <source>; bytes measured by counters.</source>
        <translation>; Bytes von Zählern gemessen.</translation>
    </message>
    <message>
        <source>; bytes modelled. Naive decoding sits high because it is busy with repeats.</source>
        <translation>; Bytes nach Modell. Naives Decodieren liegt hoch, weil es mit Wiederholungen beschäftigt ist.</translation>
    </message>
    <message>
        <source>%1 B per position</source>
        <translation>%1 B je Position</translation>
    </message>
    <message>
        <source>Peak memory grows by %1, the formula says %2: %3 apart.</source>
        <translation>Der Spitzenspeicher wächst um %1, die Formel sagt %2: %3 Abweichung.</translation>
    </message>
    <message>
        <source>Memory against context length</source>
        <translation>Speicher über der Kontextlänge</translation>
    </message>
    <message>
        <source>No sweep yet</source>
        <translation>Noch keine Reihe</translation>
    </message>
    <message>
        <source>cache, by the formula</source>
        <translation>Cache nach Formel</translation>
    </message>
    <message>
        <source>cache used, measured</source>
        <translation>Cache benutzt, gemessen</translation>
    </message>
    <message>
        <source>growth of the peak, measured</source>
        <translation>Wachstum der Spitze, gemessen</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>Decoding speed against context length</source>
        <translation>Decode-Tempo über der Kontextlänge</translation>
    </message>
    <message>
        <source>With the cache, decode steps only.</source>
        <translation>Mit Cache, nur Decode-Schritte.</translation>
    </message>
    <message>
        <source>tokens per second</source>
        <translation>Token je Sekunde</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Decode steps, as measured; the first step is the prefill and is left out.</source>
        <translation>Decode-Schritte, gemessen; der erste Schritt ist der Prefill und fehlt.</translation>
    </message>
    <message>
        <source>naive</source>
        <translation>naiv</translation>
    </message>
    <message>
        <source>broken cache</source>
        <translation>defekter Cache</translation>
    </message>
    <message>
        <source>cached</source>
        <translation>mit Cache</translation>
    </message>
    <message>
        <source>No decode step yet</source>
        <translation>Noch kein Decode-Schritt</translation>
    </message>
    <message>
        <source>time of a step (ms)</source>
        <translation>Zeit eines Schritts (ms)</translation>
    </message>
    <message>
        <source>Broken cache: %1</source>
        <translation>Defekter Cache: %1</translation>
    </message>
    <message>
        <source>With the cache</source>
        <translation>Mit Cache</translation>
    </message>
    <message>
        <source>Without the cache</source>
        <translation>Ohne Cache</translation>
    </message>
    <message>
        <source>not run</source>
        <translation>nicht gelaufen</translation>
    </message>
    <message>
        <source>not started</source>
        <translation>nicht begonnen</translation>
    </message>
    <message>
        <source>, %1 again</source>
        <translation>, %1 noch einmal</translation>
    </message>
    <message>
        <source>EOS at step %1</source>
        <translation>EOS bei Schritt %1</translation>
    </message>
    <message>
        <source>stopped at step %1</source>
        <translation>angehalten bei Schritt %1</translation>
    </message>
    <message>
        <source>length reached at step %1</source>
        <translation>Länge erreicht bei Schritt %1</translation>
    </message>
    <message>
        <source>prompt %1</source>
        <translation>Prompt %1</translation>
    </message>
    <message>
        <source>position in the sequence →   step ↓</source>
        <translation>Position in der Folge →   Schritt ↓</translation>
    </message>
    <message>
        <source>steps %1 to %2, enlarged</source>
        <translation>Schritte %1 bis %2, vergrößert</translation>
    </message>
    <message>
        <source>All %1 sequences: %2</source>
        <translation>Alle %1 Folgen: %2</translation>
    </message>
    <message>
        <source>read from the cache</source>
        <translation>aus dem Cache gelesen</translation>
    </message>
    <message>
        <source>time per position</source>
        <translation>Zeit je Position</translation>
    </message>
    <message>
        <source>new</source>
        <translation>neu</translation>
    </message>
    <message>
        <source>computed again</source>
        <translation>noch einmal berechnet</translation>
    </message>
    <message>
        <source>step %1, position %2</source>
        <translation>Schritt %1, Position %2</translation>
    </message>
    <message>
        <source>: not computed yet</source>
        <translation>: noch nicht berechnet</translation>
    </message>
    <message>
        <source>: after the end of the sequence</source>
        <translation>: nach dem Ende der Folge</translation>
    </message>
    <message>
        <source>: not used in this step</source>
        <translation>: in diesem Schritt nicht benutzt</translation>
    </message>
    <message>
        <source>: prefill, computed for the first time</source>
        <translation>: Prefill, zum ersten Mal berechnet</translation>
    </message>
    <message>
        <source>: new, computed for the first time</source>
        <translation>: neu, zum ersten Mal berechnet</translation>
    </message>
    <message>
        <source>: computed again, first computed at step %1</source>
        <translation>: noch einmal berechnet, zuerst bei Schritt %1</translation>
    </message>
    <message>
        <source>: read from the cache, computed at step %1</source>
        <translation>: aus dem Cache gelesen, berechnet bei Schritt %1</translation>
    </message>
    <message>
        <source>%1 positions computed, none of them twice</source>
        <translation>%1 Positionen berechnet, keine zweimal</translation>
    </message>
    <message>
        <source>One row per step, one column per position. Without the cache every step computes all positions again; with it, only the new one.</source>
        <translation>Eine Zeile je Schritt, eine Spalte je Position. Ohne Cache berechnet jeder Schritt alle Positionen noch einmal, mit Cache nur die neue.</translation>
    </message>
    <message>
        <source>decode %1</source>
        <translation>Decode %1</translation>
    </message>
    <message>
        <source>prefill %1</source>
        <translation>Prefill %1</translation>
    </message>
    <message>
        <source>%1 repeats</source>
        <translation>%1 Wiederholung</translation>
    </message>
    <message>
        <source>useful</source>
        <translation>nützlich</translation>
    </message>
    <message>
        <source>%1 position</source>
        <translation>%1 Position</translation>
    </message>
    <message>
        <source>%1 positions</source>
        <translation>%1 Positionen</translation>
    </message>
    <message>
        <source>step %1: %2</source>
        <translation>Schritt %1: %2</translation>
    </message>
    <message>
        <source>%1 positions computed, %2 again (%3): %4 and %5 wasted</source>
        <translation>%1 Positionen berechnet, %2 erneut (%3): %4 und %5 vergeudet</translation>
    </message>
    <message>
        <source>Sequence %1: %2 computed, %3 again. All: %4</source>
        <translation>Folge %1: %2 berechnet, %3 erneut. Alle: %4</translation>
    </message>
    <message>
        <source>is what the cache costs at %1 position</source>
        <translation>kostet der Cache bei %1 Position</translation>
    </message>
    <message>
        <source>FLOP per byte, bytes measured</source>
        <translation>FLOP pro Byte, Bytes gemessen</translation>
    </message>
    <message>
        <source>FLOP per byte</source>
        <translation>FLOP pro Byte</translation>
    </message>
    <message>
        <source>FLOP per byte, bytes modelled</source>
        <translation>FLOP pro Byte, Bytes modelliert</translation>
    </message>
    <message>
        <source>least and most of the steps of every pixel column; files hold all</source>
        <translation>kleinster und größter Wert jeder Pixelspalte; die Dateien enthalten alle Schritte</translation>
    </message>
    <message>
        <source>%1 new token</source>
        <translation>%1 neues Token</translation>
    </message>
    <message>
        <source>%1 new tokens</source>
        <translation>%1 neue Token</translation>
    </message>
    <message>
        <source>Without the cache, decode steps only.</source>
        <translation>Ohne Cache, nur Decode-Schritte.</translation>
    </message>
    <message>
        <source>Decode steps only.</source>
        <translation>Nur Decode-Schritte.</translation>
    </message>
    <message>
        <source>With a broken cache, decode steps only.</source>
        <translation>Mit fehlerhaftem Cache, nur Decode-Schritte.</translation>
    </message>
    <message>
        <source>prompt of %1, compressed</source>
        <translation>Prompt aus %1, gestaucht</translation>
    </message>
    <message>
        <source>not run yet</source>
        <translation>noch nicht gelaufen</translation>
    </message>
    <message>
        <source> Hollow marks: counted by the device.</source>
        <translation> Hohle Zeichen: vom Gerät gezählt.</translation>
    </message>
    <message>
        <source>decode, step %1: as the device counted it</source>
        <translation>Decode, Schritt %1: wie das Gerät zählte</translation>
    </message>
    <message>
        <source>prefill: as the device counted it</source>
        <translation>Prefill: wie das Gerät zählte</translation>
    </message>
    <message>
        <source>decode, counted · %1 of its roof</source>
        <translation>Decode, gezählt · %1 des Dachs</translation>
    </message>
    <message>
        <source>decode, counted %1</source>
        <translation>Decode, gezählt %1</translation>
    </message>
    <message>
        <source>decode, counted</source>
        <translation>Decode, gezählt</translation>
    </message>
    <message>
        <source>prefill, counted · %1 of its roof</source>
        <translation>Prefill, gezählt · %1 des Dachs</translation>
    </message>
    <message>
        <source>prefill, counted %1</source>
        <translation>Prefill, gezählt %1</translation>
    </message>
    <message>
        <source>prefill, counted</source>
        <translation>Prefill, gezählt</translation>
    </message>
</context>
<context>
    <name>RunProgress</name>
    <message>
        <source>Warm-up</source>
        <translation>Aufwärmen</translation>
    </message>
    <message>
        <source>%1: first step</source>
        <translation>%1: erster Schritt</translation>
    </message>
    <message>
        <source>%1: step %2 of %3, about %4 left</source>
        <translation>%1: Schritt %2 von %3, noch etwa %4</translation>
    </message>
</context>
<context>
    <name>RunTitle</name>
    <message>
        <source>Without the cache</source>
        <translation>Ohne Cache</translation>
    </message>
    <message>
        <source>With the cache</source>
        <translation>Mit Cache</translation>
    </message>
    <message>
        <source>Broken: forgets</source>
        <translation>Defekt: vergisst</translation>
    </message>
    <message>
        <source>Broken: refills</source>
        <translation>Defekt: füllt neu</translation>
    </message>
    <message>
        <source>Broken: position off by one</source>
        <translation>Defekt: Position um eins falsch</translation>
    </message>
    <message>
        <source>Broken: stale block</source>
        <translation>Defekt: alter Block</translation>
    </message>
</context>
<context>
    <name>SetupRules</name>
    <message>
        <source>%1 stores %2 values together, and this model&apos;s heads have %3.</source>
        <translation>%1 speichert %2 Werte zusammen, und die Köpfe dieses Modells haben %3.</translation>
    </message>
    <message>
        <source>int8 products need quantised weights; these are %1.</source>
        <translation>int8-Produkte brauchen quantisierte Gewichte; diese sind %1.</translation>
    </message>
    <message>
        <source>%1 stores %2 values together, and a row of this model has %3.</source>
        <translation>%1 speichert %2 Werte zusammen, und eine Zeile dieses Modells hat %3.</translation>
    </message>
    <message>
        <source>A synthetic model has no tokenizer, so it has no chat template.</source>
        <translation>Ein synthetisches Modell hat keinen Tokenizer und darum keine Chatvorlage.</translation>
    </message>
    <message>
        <source>This model&apos;s file has no chat template.</source>
        <translation>Die Datei dieses Modells hat keine Chatvorlage.</translation>
    </message>
    <message>
        <source>A synthetic model has no tokenizer; it gets filler tokens.</source>
        <translation>Ein synthetisches Modell hat keinen Tokenizer; es bekommt Fülltoken.</translation>
    </message>
    <message>
        <source>At temperature 0 the most likely token is always taken; raise it to sample.</source>
        <translation>Bei Temperatur 0 wird immer das wahrscheinlichste Token genommen; zum Ziehen erhöhen.</translation>
    </message>
    <message>
        <source>fp8 caches are for GPUs; q8_0 takes about as much.</source>
        <translation>fp8-Caches gibt es nur auf GPUs; q8_0 braucht etwa gleich viel.</translation>
    </message>
    <message>
        <source>q4_0 caches are for the CPU; fp8 and q8_0 are the small ones on GPUs.</source>
        <translation>q4_0-Caches gibt es nur auf der CPU; auf GPUs sind fp8 und q8_0 die kleinen.</translation>
    </message>
    <message>
        <source>On GPUs weights of every format are multiplied with f32 sums.</source>
        <translation>Auf GPUs werden Gewichte jedes Formats mit f32-Summen multipliziert.</translation>
    </message>
</context>
<context>
    <name>Table</name>
    <message>
        <source>Copy table</source>
        <translation>Tabelle kopieren</translation>
    </message>
</context>
<context>
    <name>decodescope::app::ChecksPage</name>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfung</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>Gemessen</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>Erwartet</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Warum</translation>
    </message>
    <message>
        <source>Checks</source>
        <translation>Prüfungen</translation>
    </message>
    <message>
        <source>The scored checks</source>
        <translation>Die gewerteten Prüfungen</translation>
    </message>
    <message>
        <source>The formula, the agreement of both ways of decoding, speed-up, memory growth, bounds, and whether a broken cache is caught; with the set-up&apos;s model and formats.</source>
        <translation>Die Formel, die Übereinstimmung beider Arten, die Beschleunigung, das Speicherwachstum, die Grenzen, und ob ein defekter Cache auffällt; mit Modell und Formaten der Einstellungen.</translation>
    </message>
    <message>
        <source>Run the checks</source>
        <translation>Prüfungen starten</translation>
    </message>
    <message>
        <source>Results of the checks</source>
        <translation>Ergebnisse der Prüfungen</translation>
    </message>
    <message>
        <source>✓ passed</source>
        <translation>✓ bestanden</translation>
    </message>
    <message>
        <source>✗ failed</source>
        <translation>✗ nicht bestanden</translation>
    </message>
    <message>
        <source>– skipped</source>
        <translation>– ausgelassen</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message numerus="yes">
        <source>%n failed</source>
        <translation>
            <numerusform>%n nicht bestanden</numerusform>
            <numerusform>%n nicht bestanden</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 passed, %2 skipped</source>
        <translation>%1 bestanden, %2 ausgelassen</translation>
    </message>
    <message numerus="yes">
        <source>%n passed</source>
        <translation>
            <numerusform>%n bestanden</numerusform>
            <numerusform>%n bestanden</numerusform>
        </translation>
    </message>
    <message>
        <source>Does the formula give what a calculation by hand gives?</source>
        <translation>Ergibt die Formel, was eine Rechnung von Hand ergibt?</translation>
    </message>
    <message>
        <source>Does the cache grow in proportion to the context?</source>
        <translation>Wächst der Cache proportional zum Kontext?</translation>
    </message>
    <message>
        <source>Do naive and cached decoding give the same tokens and logits at every step?</source>
        <translation>Ergeben beide Arten zu dekodieren in jedem Schritt dieselben Tokens und Logits?</translation>
    </message>
    <message>
        <source>Is decoding with the cache at least three times as fast?</source>
        <translation>Ist das Dekodieren mit Cache mindestens dreimal so schnell?</translation>
    </message>
    <message>
        <source>Does measured memory grow as the formula says?</source>
        <translation>Wächst der gemessene Speicher, wie die Formel es sagt?</translation>
    </message>
    <message>
        <source>Is every context decoded at more than half a token per second?</source>
        <translation>Wird jeder Kontext mit mehr als einem halben Token pro Sekunde dekodiert?</translation>
    </message>
    <message>
        <source>Does decoding move so many bytes per operation that memory limits it?</source>
        <translation>Bewegt das Dekodieren so viele Bytes pro Operation, dass der Speicher es begrenzt?</translation>
    </message>
    <message>
        <source>Does prefill work so much per byte that arithmetic limits it?</source>
        <translation>Rechnet das Prefill so viel pro Byte, dass die Arithmetik es begrenzt?</translation>
    </message>
    <message>
        <source>Are caches that are broken on purpose found out?</source>
        <translation>Werden absichtlich kaputte Caches entdeckt?</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
</context>
<context>
    <name>decodescope::app::DecodingChoices</name>
    <message>
        <source>Naive, then cached</source>
        <translation>Naiv, dann mit Cache</translation>
    </message>
    <message>
        <source>Cached only</source>
        <translation>Nur mit Cache</translation>
    </message>
    <message>
        <source>Naive only</source>
        <translation>Nur naiv</translation>
    </message>
    <message>
        <source>Broken: forgets</source>
        <translation>Defekt: vergisst</translation>
    </message>
    <message>
        <source>Broken: refills</source>
        <translation>Defekt: füllt neu</translation>
    </message>
    <message>
        <source>Broken: position off by one</source>
        <translation>Defekt: Position um eins falsch</translation>
    </message>
    <message>
        <source>Broken: stale block</source>
        <translation>Defekt: alter Block</translation>
    </message>
    <message>
        <source>The cache is emptied and computed again each step.
Text: right. Checks: the logits agree; only the repeated positions give it away. Speed: as slow as naive.</source>
        <translation>Der Cache wird in jedem Schritt geleert und neu berechnet.
Text: richtig. Prüfungen: Die Logits stimmen; nur die wiederholten Positionen verraten ihn. Tempo: so langsam wie naiv.</translation>
    </message>
    <message>
        <source>Decode steps rotate by one position too many.
Text: drifts. Checks: the logits part at the first decode step. Speed: as with the cache.</source>
        <translation>Dekodierschritte drehen um eine Position zu viel.
Text: driftet ab. Prüfungen: Die Logits trennen sich beim ersten Dekodierschritt. Tempo: wie mit Cache.</translation>
    </message>
    <message>
        <source>Decode steps do not write their keys and values and see old ones.
Text: wrong. Checks: the logits part. Speed: as with the cache.</source>
        <translation>Dekodierschritte schreiben ihre Keys und Values nicht und sehen alte.
Text: falsch. Prüfungen: Die Logits trennen sich. Tempo: wie mit Cache.</translation>
    </message>
    <message>
        <source>The cache is emptied between steps.
Text: wrong at once. Checks: the logits part at the first decode step. Speed: as with the cache.</source>
        <translation>Der Cache wird zwischen den Schritten geleert.
Text: sofort falsch. Prüfungen: Die Logits trennen sich beim ersten Dekodierschritt. Tempo: wie mit Cache.</translation>
    </message>
</context>
<context>
    <name>decodescope::app::DeviceFields</name>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>One graph per decode step.</source>
        <translation>Ein Graph je Decode-Schritt.</translation>
    </message>
    <message>
        <source>Single kernels</source>
        <translation>Einzelne Kernel</translation>
    </message>
    <message>
        <source>Every kernel is launched by the CPU: gaps show between them.</source>
        <translation>Jeder Kernel wird von der CPU gestartet: dazwischen zeigen sich Lücken.</translation>
    </message>
    <message>
        <source>One graph</source>
        <translation>Ein Graph</translation>
    </message>
    <message>
        <source>All kernels of a decode step are launched together.</source>
        <translation>Alle Kernel eines Decode-Schritts werden zusammen gestartet.</translation>
    </message>
    <message>
        <source>One persistent kernel</source>
        <translation>Ein bleibender Kernel</translation>
    </message>
    <message>
        <source>One kernel stays on the device for the whole decode step.</source>
        <translation>Ein Kernel bleibt für den ganzen Decode-Schritt auf dem Gerät.</translation>
    </message>
    <message>
        <source>Launching</source>
        <translation>Start der Kernel</translation>
    </message>
    <message>
        <source>Bit for bit</source>
        <translation>Bit für Bit</translation>
    </message>
    <message>
        <source>Prompts go through the kernels of decoding, slower, so that both runs have the same logits to the last bit. Otherwise cuBLAS multiplies prompts, and the first step that differs is shown.</source>
        <translation>Prompts laufen durch die Kernel des Decodierens, langsamer, damit beide Läufe bis zum letzten Bit dieselben Logits haben. Sonst multipliziert cuBLAS die Prompts, und der erste abweichende Schritt wird gezeigt.</translation>
    </message>
</context>
<context>
    <name>decodescope::app::ErrorBar</name>
    <message>
        <source>Errors</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Copy the message</source>
        <translation>Meldung kopieren</translation>
    </message>
    <message>
        <source>Close the message</source>
        <translation>Meldung schließen</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n weitere</numerusform>
            <numerusform>%n weitere</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>decodescope::app::EstimateLabel</name>
    <message>
        <source>What the run will take</source>
        <translation>Was der Lauf braucht</translation>
    </message>
    <message>
        <source>Working out what it will take…</source>
        <translation>Aufwand wird berechnet…</translation>
    </message>
    <message>
        <source>%1 That is long: fewer new tokens or a shorter prompt make it quicker.</source>
        <translation>%1 Das ist lang: weniger neue Token oder ein kürzerer Prompt gehen schneller.</translation>
    </message>
    <message>
        <source>About %1 and %2 of memory, %3 of it cache.</source>
        <translation>Etwa %1, %2 RAM, davon %3 Cache.</translation>
    </message>
</context>
<context>
    <name>decodescope::app::ExportDialog</name>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Export what is shown</source>
        <translation>Gezeigtes exportieren</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen…</translation>
    </message>
    <message>
        <source>Choose the folder</source>
        <translation>Ordner wählen</translation>
    </message>
    <message>
        <source>JSON: results, machine and settings</source>
        <translation>JSON: Ergebnisse, Rechner und Einstellungen</translation>
    </message>
    <message>
        <source>PNG pictures, 3200 × 1800 pixels</source>
        <translation>PNG-Bilder, 3200 × 1800 Pixel</translation>
    </message>
    <message>
        <source>Pictures in the dark theme</source>
        <translation>Bilder im dunklen Thema</translation>
    </message>
    <message>
        <source>Files of these names that DecodeScope did not write are never replaced.</source>
        <translation>Dateien dieser Namen, die DecodeScope nicht geschrieben hat, werden nie ersetzt.</translation>
    </message>
    <message>
        <source>Choose at least one kind of file.</source>
        <translation>Wenigstens eine Art von Datei wählen.</translation>
    </message>
</context>
<context>
    <name>decodescope::app::FileCommands</name>
    <message>
        <source>DecodeScope recordings (*.dscope)</source>
        <translation>DecodeScope-Aufzeichnungen (*.dscope)</translation>
    </message>
    <message>
        <source>A run is under way.</source>
        <translation>Ein Lauf ist im Gange.</translation>
    </message>
    <message>
        <source>Stop it before opening a recording.</source>
        <translation>Vor dem Öffnen einer Aufzeichnung anhalten.</translation>
    </message>
    <message>
        <source>Open a recording</source>
        <translation>Aufzeichnung öffnen</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>Modell wählen</translation>
    </message>
    <message>
        <source>GGUF models (*.gguf)</source>
        <translation>GGUF-Modelle (*.gguf)</translation>
    </message>
    <message>
        <source>Save the recording</source>
        <translation>Aufzeichnung sichern</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) written to %1</source>
        <translation>
            <numerusform>%n Datei nach %1 geschrieben</numerusform>
            <numerusform>%n Dateien nach %1 geschrieben</numerusform>
        </translation>
    </message>
    <message>
        <source>Bundled</source>
        <translation>Beigelegt</translation>
    </message>
    <message>
        <source>None yet</source>
        <translation>Noch keine</translation>
    </message>
    <message>
        <source>CSV tables: steps, tokens, ops</source>
        <translation>CSV-Tabellen: Schritte, Token, Operationen</translation>
    </message>
    <message>
        <source>CSV table: a row per context length</source>
        <translation>CSV-Tabelle: eine Zeile je Kontextlänge</translation>
    </message>
</context>
<context>
    <name>decodescope::app::HeaderBar</name>
    <message>
        <source>Header</source>
        <translation>Kopfzeile</translation>
    </message>
    <message>
        <source>Menus</source>
        <translation>Menüs</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
</context>
<context>
    <name>decodescope::app::HeadlineBar</name>
    <message>
        <source>The answer in one line</source>
        <translation>Die Antwort in einer Zeile</translation>
    </message>
</context>
<context>
    <name>decodescope::app::InstrumentColumn</name>
    <message>
        <source>Instruments</source>
        <translation>Instrumente</translation>
    </message>
</context>
<context>
    <name>decodescope::app::InstrumentView</name>
    <message>
        <source>Show table</source>
        <translation>Tabelle zeigen</translation>
    </message>
    <message>
        <source>Copy table</source>
        <translation>Tabelle kopieren</translation>
    </message>
    <message>
        <source>Copy picture</source>
        <translation>Bild kopieren</translation>
    </message>
    <message>
        <source>%1: table and copies</source>
        <translation>%1: Tabelle und Kopien</translation>
    </message>
    <message>
        <source>Table and copies</source>
        <translation>Tabelle und Kopien</translation>
    </message>
    <message>
        <source>%1, as a table</source>
        <translation>%1, als Tabelle</translation>
    </message>
</context>
<context>
    <name>decodescope::app::KernelTimelineView</name>
    <message>
        <source>Kernels of this step</source>
        <translation>Kernel dieses Schritts</translation>
    </message>
    <message>
        <source>Start (ms)</source>
        <translation>Beginn (ms)</translation>
    </message>
    <message>
        <source>Device (ms)</source>
        <translation>Gerät (ms)</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Op</source>
        <translation>Operation</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>Blöcke</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>Registers</source>
        <translation>Register</translation>
    </message>
    <message>
        <source>Shared memory (B)</source>
        <translation>Gemeinsamer Speicher (B)</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>inputs, results</source>
        <translation>Eingaben, Ergebnisse</translation>
    </message>
    <message>
        <source>layer %1</source>
        <translation>Schicht %1</translation>
    </message>
    <message>
        <source>busy %1</source>
        <translation>beschäftigt %1</translation>
    </message>
    <message>
        <source>idle between kernels %1 (%2)</source>
        <translation>Leerlauf zwischen Kerneln %1 (%2)</translation>
    </message>
    <message>
        <source>launch calls %1</source>
        <translation>Startaufrufe %1</translation>
    </message>
    <message>
        <source>tracing %1</source>
        <translation>Aufzeichnung %1</translation>
    </message>
    <message>
        <source>No step yet</source>
        <translation>Noch kein Schritt</translation>
    </message>
    <message>
        <source>Kernels were not timed one by one in this step; the run&apos;s messages say why</source>
        <translation>Die Kernel dieses Schritts wurden nicht einzeln gemessen; die Meldungen des Laufs nennen den Grund</translation>
    </message>
    <message>
        <source>No kernels were kept for this step of the recording</source>
        <translation>Die Aufzeichnung enthält für diesen Schritt keine Kernel</translation>
    </message>
    <message>
        <source>No kernel of this layer has times</source>
        <translation>Zu keinem Kernel dieser Schicht gibt es Zeiten</translation>
    </message>
    <message>
        <source>%1: %2, from %3 on</source>
        <translation>%1: %2, ab %3</translation>
    </message>
    <message>
        <source>records lost: %1, so times are too small</source>
        <translation>verlorene Einträge: %1, die Zeiten sind also zu klein</translation>
    </message>
    <message>
        <source>kernels: %1</source>
        <translation>Kernel: %1</translation>
    </message>
    <message>
        <source>%1: %2, pieces: %3</source>
        <translation>%1: %2, Stücke: %3</translation>
    </message>
</context>
<context>
    <name>decodescope::app::KvGrowthView</name>
    <message>
        <source>KV cache</source>
        <translation>KV-Cache</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <source>Formula (B)</source>
        <translation>Formel (B)</translation>
    </message>
    <message>
        <source>Used (B)</source>
        <translation>Benutzt (B)</translation>
    </message>
    <message>
        <source>Allocated (B)</source>
        <translation>Belegt (B)</translation>
    </message>
    <message>
        <source>Requested (B)</source>
        <translation>Verlangt (B)</translation>
    </message>
    <message>
        <source>Cache by layer: keys and values of %1 positions</source>
        <translation>Cache nach Schicht: Keys und Values von %1 Positionen</translation>
    </message>
    <message>
        <source>layer %1, %2: [%3, %4, %5]</source>
        <translation>Schicht %1, %2: [%3, %4, %5]</translation>
    </message>
    <message>
        <source>keys</source>
        <translation>Keys</translation>
    </message>
    <message>
        <source>values</source>
        <translation>Values</translation>
    </message>
    <message>
        <source>%1 used</source>
        <translation>%1 benutzt</translation>
    </message>
    <message>
        <source>%1 allocated</source>
        <translation>%1 belegt</translation>
    </message>
    <message>
        <source>%1 requested</source>
        <translation>%1 verlangt</translation>
    </message>
</context>
<context>
    <name>decodescope::app::MainWindow</name>
    <message>
        <source>Opening the model…</source>
        <translation>Modell wird geöffnet…</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>Wird angehalten…</translation>
    </message>
    <message>
        <source>Running…</source>
        <translation>Läuft…</translation>
    </message>
    <message>
        <source>The default model is not on this computer.</source>
        <translation>Das Standardmodell ist nicht auf diesem Rechner.</translation>
    </message>
    <message>
        <source>Choose a GGUF file (Ctrl+M) or a synthetic model above, or fetch it once with scripts/fetch-model.</source>
        <translation>Wählen Sie oben eine GGUF-Datei (Strg+M) oder ein synthetisches Modell, oder holen Sie es einmal mit scripts/fetch-model.</translation>
    </message>
    <message>
        <source>Waiting for you: full stop or Page Down makes a step, Space lets it run</source>
        <translation>Wartet auf Sie: Punkt oder Bild ab macht einen Schritt, die Leertaste lässt laufen</translation>
    </message>
</context>
<context>
    <name>decodescope::app::MemoryView</name>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Weights (B)</source>
        <translation>Gewichte (B)</translation>
    </message>
    <message>
        <source>KV cache (B)</source>
        <translation>KV-Cache (B)</translation>
    </message>
    <message>
        <source>Activations (B)</source>
        <translation>Aktivierungen (B)</translation>
    </message>
    <message>
        <source>Workspace (B)</source>
        <translation>Arbeitsspeicher (B)</translation>
    </message>
    <message>
        <source>Live (B)</source>
        <translation>In Gebrauch (B)</translation>
    </message>
    <message>
        <source>Reserved (B)</source>
        <translation>Reserviert (B)</translation>
    </message>
    <message>
        <source>Peak (B)</source>
        <translation>Spitze (B)</translation>
    </message>
    <message>
        <source>No step yet</source>
        <translation>Noch kein Schritt</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV-Cache</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>Aktivierungen</translation>
    </message>
    <message>
        <source>workspace</source>
        <translation>Arbeitsspeicher</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>live bytes</source>
        <translation>Bytes in Gebrauch</translation>
    </message>
    <message>
        <source>step %1: %2 live</source>
        <translation>Schritt %1: %2 in Gebrauch</translation>
    </message>
    <message>
        <source>%1 peak (line)</source>
        <translation>%1 Spitze (Linie)</translation>
    </message>
    <message>
        <source>%1 reserved (dashes)</source>
        <translation>%1 reserviert (Striche)</translation>
    </message>
    <message>
        <source>%1 of %2 in use on the device, %3 of it context and other programs</source>
        <translation>%1 von %2 auf dem Gerät belegt, davon %3 Kontext und andere Programme</translation>
    </message>
</context>
<context>
    <name>decodescope::app::ModelBox</name>
    <message>
        <source>Synthetic: SmolLM2-135M</source>
        <translation>Synthetisch: SmolLM2-135M</translation>
    </message>
    <message>
        <source>Synthetic: Llama-3.1-8B, 2 layers</source>
        <translation>Synthetisch: Llama-3.1-8B, 2 Schichten</translation>
    </message>
    <message>
        <source>Choose a GGUF file…</source>
        <translation>GGUF-Datei wählen…</translation>
    </message>
</context>
<context>
    <name>decodescope::app::OpsView</name>
    <message>
        <source>Ops of this step</source>
        <translation>Operationen</translation>
    </message>
    <message>
        <source>Op</source>
        <translation>Operation</translation>
    </message>
    <message>
        <source>Time (ms)</source>
        <translation>Zeit (ms)</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>FLOP</source>
        <translation>FLOP</translation>
    </message>
    <message>
        <source>GFLOP/s</source>
        <translation>GFLOP/s</translation>
    </message>
    <message>
        <source>Weights read (B)</source>
        <translation>Gewichte gelesen (B)</translation>
    </message>
    <message>
        <source>KV read (B)</source>
        <translation>KV gelesen (B)</translation>
    </message>
    <message>
        <source>KV written (B)</source>
        <translation>KV geschrieben (B)</translation>
    </message>
    <message>
        <source>Activations (B)</source>
        <translation>Aktivierungen (B)</translation>
    </message>
    <message>
        <source>GB/s</source>
        <translation>GB/s</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>All layers added up</source>
        <translation>Alle Schichten zusammen</translation>
    </message>
    <message>
        <source>Layer %1</source>
        <translation>Schicht %1</translation>
    </message>
    <message>
        <source>step %1 · %2 · %3 · %4 · %5 GB/s</source>
        <translation>Schritt %1 · %2 · %3 · %4 · %5 GB/s</translation>
    </message>
    <message>
        <source>prefill</source>
        <translation>Prefill</translation>
    </message>
    <message>
        <source>decode</source>
        <translation>Decode</translation>
    </message>
    <message>
        <source>%1: %2, %3 of the step · %4 · %5 moved · %6 GFLOP/s · %7 GB/s</source>
        <translation>%1: %2, %3 des Schritts · %4 · %5 bewegt · %6 GFLOP/s · %7 GB/s</translation>
    </message>
    <message>
        <source>No op times were kept for this step of the recording</source>
        <translation>Für diesen Schritt hält die Aufzeichnung keine Operationszeiten</translation>
    </message>
    <message>
        <source>No step yet</source>
        <translation>Noch kein Schritt</translation>
    </message>
    <message>
        <source>Time of every layer; click one to open it</source>
        <translation>Zeit jeder Schicht; ein Klick öffnet sie</translation>
    </message>
    <message>
        <source>layer %1</source>
        <translation>Schicht %1</translation>
    </message>
    <message>
        <source>ops timed by CUDA events</source>
        <translation>Operationen durch CUDA-Ereignisse gemessen</translation>
    </message>
</context>
<context>
    <name>decodescope::app::PlotView</name>
    <message>
        <source>Copy picture</source>
        <translation>Bild kopieren</translation>
    </message>
</context>
<context>
    <name>decodescope::app::PromptList</name>
    <message>
        <source>Add a prompt to the batch</source>
        <translation>Dem Batch einen Prompt hinzufügen</translation>
    </message>
    <message>
        <source>Decode several prompts as one batch</source>
        <translation>Mehrere Prompts als einen Batch dekodieren</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>Prompt</translation>
    </message>
    <message>
        <source>Prompt %1</source>
        <translation>Prompt %1</translation>
    </message>
    <message>
        <source>Remove prompt %1</source>
        <translation>Prompt %1 entfernen</translation>
    </message>
    <message>
        <source>+ another</source>
        <translation>+ weiterer</translation>
    </message>
    <message>
        <source>Prompts</source>
        <translation>Prompts</translation>
    </message>
</context>
<context>
    <name>decodescope::app::RooflineView</name>
    <message>
        <source>Roofline</source>
        <translation>Roofline</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>Phase</translation>
    </message>
    <message>
        <source>FLOP/byte</source>
        <translation>FLOP/Byte</translation>
    </message>
    <message>
        <source>GFLOP/s</source>
        <translation>GFLOP/s</translation>
    </message>
    <message>
        <source>GB/s</source>
        <translation>GB/s</translation>
    </message>
    <message>
        <source>FLOP</source>
        <translation>FLOP</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>Limited by</source>
        <translation>Begrenzt durch</translation>
    </message>
    <message>
        <source>Show ops of the step</source>
        <translation>Operationen des Schritts zeigen</translation>
    </message>
    <message>
        <source>No run yet</source>
        <translation>Noch kein Lauf</translation>
    </message>
    <message>
        <source>step %1: %2 GFLOP/s</source>
        <translation>Schritt %1: %2 GFLOP/s</translation>
    </message>
    <message>
        <source>memory %1 GB/s</source>
        <translation>Speicher %1 GB/s</translation>
    </message>
    <message>
        <source>%1 %2 GFLOP/s</source>
        <translation>%1 %2 GFLOP/s</translation>
    </message>
    <message>
        <source>measured beside the run</source>
        <translation>neben dem Lauf gemessen</translation>
    </message>
    <message>
        <source>bytes measured</source>
        <translation>Bytes gemessen</translation>
    </message>
    <message>
        <source>bytes modelled</source>
        <translation>Bytes nach Modell</translation>
    </message>
    <message>
        <source>%1 of its roof</source>
        <translation>%1 des Dachs</translation>
    </message>
    <message>
        <source>hollow: counted by the device</source>
        <translation>hohl: vom Gerät gezählt</translation>
    </message>
</context>
<context>
    <name>decodescope::app::RunFacts</name>
    <message>
        <source>%1 (synthetic weights)</source>
        <translation>%1 (synthetische Gewichte)</translation>
    </message>
    <message>
        <source>%1 heads, %2 KV heads × %3</source>
        <translation>%1 Köpfe, %2 KV-Köpfe × %3</translation>
    </message>
    <message>
        <source>cache %1</source>
        <translation>Cache %1</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n thread(s)</source>
        <translation>
            <numerusform>%1, %n Thread</numerusform>
            <numerusform>%1, %n Threads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n layer(s)</source>
        <translation>
            <numerusform>%n Schicht</numerusform>
            <numerusform>%n Schichten</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>decodescope::app::RunPage</name>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>Roofline</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV-Cache</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>Durchsatz</translation>
    </message>
    <message>
        <source>Details of the step</source>
        <translation>Einzelheiten des Schritts</translation>
    </message>
    <message>
        <source>Ops of this step</source>
        <translation>Operationen</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>Tensoren</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>Kernel</translation>
    </message>
</context>
<context>
    <name>decodescope::app::RunSession</name>
    <message>
        <source>%1, repeat %2</source>
        <translation>%1, Wiederholung %2</translation>
    </message>
    <message>
        <source>%1, %2, cache %3</source>
        <translation>%1, %2, Cache %3</translation>
    </message>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Formats</source>
        <translation>Formate</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Decode</source>
        <translation>Decode</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Gesamt</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>%1 at depth %2–%3</source>
        <translation>%1 bei Tiefe %2–%3</translation>
    </message>
</context>
<context>
    <name>decodescope::app::RunsMenu</name>
    <message>
        <source>%1 · %2 · %3 steps</source>
        <translation>%1 · %2 · %3 Schritte</translation>
    </message>
    <message>
        <source>None yet</source>
        <translation>Noch keine</translation>
    </message>
</context>
<context>
    <name>decodescope::app::SamplingFields</name>
    <message>
        <source>Temperature</source>
        <translation>Temperatur</translation>
    </message>
    <message>
        <source>0 (greedy)</source>
        <translation>0 (gierig)</translation>
    </message>
    <message>
        <source>Top k</source>
        <translation>Top k</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>Top p</source>
        <translation>Top p</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
</context>
<context>
    <name>decodescope::app::SetupPanel</name>
    <message>
        <source>Set-up</source>
        <translation>Einrichtung</translation>
    </message>
    <message>
        <source>Hide the set-up</source>
        <translation>Einstellungen ausblenden</translation>
    </message>
    <message>
        <source>hide</source>
        <translation>zu</translation>
    </message>
    <message>
        <source>Hide the set-up (F9)</source>
        <translation>Einstellungen ausblenden (F9)</translation>
    </message>
    <message>
        <source>More settings</source>
        <translation>Weitere Einstellungen</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Prompt tokens (filler)</source>
        <translation>Prompt-Token (Füllung)</translation>
    </message>
    <message>
        <source>New tokens</source>
        <translation>Neue Token</translation>
    </message>
    <message>
        <source>Decoding</source>
        <translation>Decodieren</translation>
    </message>
    <message>
        <source>As in the file</source>
        <translation>Wie in der Datei</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>KV cache, keys</source>
        <translation>KV-Cache, Keys</translation>
    </message>
    <message>
        <source>KV cache, values</source>
        <translation>KV-Cache, Values</translation>
    </message>
    <message>
        <source>KV cache: keys, values</source>
        <translation>KV-Cache: Keys, Values</translation>
    </message>
    <message>
        <source>Decode all new tokens even when the model chooses its end-of-text token.</source>
        <translation>Alle neuen Token decodieren, auch wenn das Modell sein Textende wählt.</translation>
    </message>
    <message>
        <source>Chat template</source>
        <translation>Chatvorlage</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>Arithmetic</source>
        <translation>Rechnung</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>All (%1)</source>
        <translation>Alle (%1)</translation>
    </message>
    <message>
        <source>Batch (sequences)</source>
        <translation>Batch (Folgen)</translation>
    </message>
    <message>
        <source>Repeats</source>
        <translation>Wiederholungen</translation>
    </message>
    <message>
        <source>Show the set-up</source>
        <translation>Einstellungen zeigen</translation>
    </message>
    <message>
        <source>Show the set-up (F9)</source>
        <translation>Einstellungen zeigen (F9)</translation>
    </message>
    <message>
        <source>Ignore end token</source>
        <translation>Endtoken ignorieren</translation>
    </message>
    <message>
        <source>Each of the %1 prompts is one sequence of the batch.</source>
        <translation>Jeder der %1 Prompts ist eine Sequenz des Batches.</translation>
    </message>
    <message>
        <source>The GPU computes; the CPU only launches.</source>
        <translation>Die GPU rechnet; die CPU startet nur.</translation>
    </message>
    <message>
        <source>The engine makes its next step when you go forward (full stop, Page Down), or at the playback&apos;s speed while it plays. Its times are marked as paced: an engine that rests is not one that runs freely.</source>
        <translation>Die Engine macht ihren nächsten Schritt, wenn Sie vorwärts gehen (Punkt, Bild ab), oder beim Abspielen in dessen Tempo. Ihre Zeiten werden als getaktet gekennzeichnet: Eine Engine, die wartet, ist keine, die frei läuft.</translation>
    </message>
    <message>
        <source>Step by step</source>
        <translation>Schritt für Schritt</translation>
    </message>
</context>
<context>
    <name>decodescope::app::SizePage</name>
    <message>
        <source>Sizes</source>
        <translation>Größen</translation>
    </message>
    <message>
        <source>Shape of the cache</source>
        <translation>Form des Caches</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>Vorlage</translation>
    </message>
    <message>
        <source>Own numbers</source>
        <translation>Eigene Zahlen</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>Query heads</source>
        <translation>Query-Köpfe</translation>
    </message>
    <message>
        <source>KV heads</source>
        <translation>KV-Köpfe</translation>
    </message>
    <message>
        <source>Values per head</source>
        <translation>Werte je Kopf</translation>
    </message>
    <message>
        <source>Latent rank (MLA)</source>
        <translation>Latenter Rang (MLA)</translation>
    </message>
    <message>
        <source>Rotary values (MLA)</source>
        <translation>Rotierte Werte (MLA)</translation>
    </message>
    <message>
        <source>Sliding window</source>
        <translation>Gleitendes Fenster</translation>
    </message>
    <message>
        <source>Layers that slide</source>
        <translation>Gleitende Schichten</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Context length</source>
        <translation>Kontextlänge</translation>
    </message>
    <message>
        <source>Batch (sequences)</source>
        <translation>Batch (Folgen)</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>No size</source>
        <translation>Keine Größe</translation>
    </message>
    <message numerus="yes">
        <source>%1 bytes for %2 positions of %n sequence(s); each further token adds %3</source>
        <translation>
            <numerusform>%1 Bytes für %2 Positionen von %n Folge; jedes weitere Token kostet %3</numerusform>
            <numerusform>%1 Bytes für %2 Positionen von %n Folgen; jedes weitere Token kostet %3</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 with %2 KV heads: %3. With one per query head (MHA, %4 heads) it would be %5, %6 as much.</source>
        <translation>%1 mit %2 KV-Köpfen: %3. Mit einem je Query-Kopf (MHA, %4 Köpfe) wären es %5, das %6-Fache.</translation>
    </message>
    <message>
        <source>MLA stores one latent vector per token and layer, shared by all heads.</source>
        <translation>MLA speichert einen latenten Vektor je Token und Schicht, für alle Köpfe gemeinsam.</translation>
    </message>
    <message>
        <source>Shape from %1</source>
        <translation>Form aus %1</translation>
    </message>
    <message>
        <source>Sizes compared</source>
        <translation>Größen im Vergleich</translation>
    </message>
    <message>
        <source>MHA: a KV head for each of the %1 query heads</source>
        <translation>MHA: ein KV-Kopf für jeden der %1 Query-Köpfe</translation>
    </message>
    <message>
        <source>The cache that is asked for</source>
        <translation>Der Cache, nach dem gefragt ist</translation>
    </message>
    <message>
        <source>GQA: %1 query heads share each of %2 KV heads</source>
        <translation>GQA: je %1 Query-Köpfe teilen sich einen von %2 KV-Köpfen</translation>
    </message>
    <message>
        <source>MQA: all %1 query heads share one KV head</source>
        <translation>MQA: alle %1 Query-Köpfe teilen sich einen KV-Kopf</translation>
    </message>
    <message>
        <source>MLA: one latent vector for all heads</source>
        <translation>MLA: ein latenter Vektor für alle Köpfe</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <source>This cache</source>
        <translation>Dieser Cache</translation>
    </message>
    <message>
        <source>With a KV head per query head (MHA)</source>
        <translation>Mit einem KV-Kopf je Query-Kopf (MHA)</translation>
    </message>
    <message>
        <source>Sizes at other contexts</source>
        <translation>Größen bei anderen Kontexten</translation>
    </message>
</context>
<context>
    <name>decodescope::app::StageView</name>
    <message>
        <source>Nothing has run yet. Press Run, or open a recording.</source>
        <translation>Noch ist nichts gelaufen. „Starten“ drücken oder eine Aufzeichnung öffnen.</translation>
    </message>
    <message>
        <source>%1, step %2: %3</source>
        <translation>%1, Schritt %2: %3</translation>
    </message>
    <message>
        <source>Without the cache</source>
        <translation>Ohne Cache</translation>
    </message>
    <message>
        <source>With the cache</source>
        <translation>Mit Cache</translation>
    </message>
    <message>
        <source>Nothing has run yet.</source>
        <translation>Noch ist nichts gelaufen.</translation>
    </message>
    <message>
        <source>All sequences</source>
        <translation>Alle Folgen</translation>
    </message>
    <message>
        <source>Sequence %1</source>
        <translation>Folge %1</translation>
    </message>
    <message>
        <source>What each step computes</source>
        <translation>Was jeder Schritt berechnet</translation>
    </message>
    <message>
        <source>Colour by</source>
        <translation>Farbe nach</translation>
    </message>
    <message>
        <source>What the colours of the cells mean</source>
        <translation>Was die Farben der Zellen bedeuten</translation>
    </message>
    <message>
        <source>Colour by: kind of work</source>
        <translation>Farbe: Art der Arbeit</translation>
    </message>
    <message>
        <source>Colour by: time per position</source>
        <translation>Farbe: Zeit je Position</translation>
    </message>
    <message>
        <source>Sequence of the batch</source>
        <translation>Folge des Batches</translation>
    </message>
    <message>
        <source>The run begins…</source>
        <translation>Der Lauf beginnt …</translation>
    </message>
</context>
<context>
    <name>decodescope::app::SweepPage</name>
    <message>
        <source>Context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <source>Cache, formula</source>
        <translation>Cache, Formel</translation>
    </message>
    <message>
        <source>Cache, used</source>
        <translation>Cache, benutzt</translation>
    </message>
    <message>
        <source>Memory peak</source>
        <translation>Speicherspitze</translation>
    </message>
    <message>
        <source>Prefill</source>
        <translation>Prefill</translation>
    </message>
    <message>
        <source>Decode</source>
        <translation>Decode</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>Reihe</translation>
    </message>
    <message>
        <source>Context lengths</source>
        <translation>Kontextlängen</translation>
    </message>
    <message>
        <source>New tokens at each</source>
        <translation>Neue Token je Länge</translation>
    </message>
    <message>
        <source>Run the sweep</source>
        <translation>Reihe starten</translation>
    </message>
    <message>
        <source>Run the sweep to see how this grows with the context length.</source>
        <translation>Die Reihe zeigt, wie dies mit der Kontextlänge wächst.</translation>
    </message>
    <message>
        <source>Memory against context length</source>
        <translation>Speicher über der Kontextlänge</translation>
    </message>
    <message>
        <source>Tokens per second against context length</source>
        <translation>Token je Sekunde über der Kontextlänge</translation>
    </message>
    <message>
        <source>Results of the sweep</source>
        <translation>Ergebnisse der Reihe</translation>
    </message>
    <message>
        <source>“%1” is not a context length.</source>
        <translation>„%1“ ist keine Kontextlänge.</translation>
    </message>
    <message>
        <source>A context of %1 has no room for %2 new tokens.</source>
        <translation>Ein Kontext von %1 hat keinen Platz für %2 neue Token.</translation>
    </message>
    <message>
        <source>A sweep needs two context lengths or more, with commas between.</source>
        <translation>Eine Reihe braucht mindestens zwei Kontextlängen, durch Komma getrennt.</translation>
    </message>
    <message>
        <source>Cached decoding of filler text, with the set-up&apos;s model and formats.</source>
        <translation>Decodieren von Fülltext mit Cache, mit Modell und Formaten der Einstellungen.</translation>
    </message>
    <message>
        <source>From the shortest to the longest context: measured %1, formula %2, %3 apart.</source>
        <translation>Vom kürzesten zum längsten Kontext: gemessen %1, Formel %2, %3 Abweichung.</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren…</translation>
    </message>
    <message>
        <source>Export the sweep</source>
        <translation>Die Reihe exportieren</translation>
    </message>
    <message>
        <source>Pictures, table and conditions of this sweep as files</source>
        <translation>Bilder, Tabelle und Bedingungen dieser Reihe als Dateien</translation>
    </message>
    <message>
        <source>Copies of pictures and table</source>
        <translation>Kopien der Bilder und der Tabelle</translation>
    </message>
    <message>
        <source>Copy picture of the memory</source>
        <translation>Bild des Speichers kopieren</translation>
    </message>
    <message>
        <source>Copy picture of the speed</source>
        <translation>Bild der Geschwindigkeit kopieren</translation>
    </message>
    <message>
        <source>Copy table</source>
        <translation>Tabelle kopieren</translation>
    </message>
</context>
<context>
    <name>decodescope::app::TensorsView</name>
    <message>
        <source>X, input of a layer</source>
        <translation>X, Eingang einer Schicht</translation>
    </message>
    <message>
        <source>Q, queries</source>
        <translation>Q, Queries</translation>
    </message>
    <message>
        <source>K, new keys</source>
        <translation>K, neue Keys</translation>
    </message>
    <message>
        <source>joins the cache</source>
        <translation>kommt in den Cache</translation>
    </message>
    <message>
        <source>V, new values</source>
        <translation>V, neue Values</translation>
    </message>
    <message>
        <source>K cache before</source>
        <translation>K-Cache vorher</translation>
    </message>
    <message>
        <source>per layer</source>
        <translation>je Schicht</translation>
    </message>
    <message>
        <source>K cache after</source>
        <translation>K-Cache nachher</translation>
    </message>
    <message>
        <source>attention weights</source>
        <translation>Attention-Gewichte</translation>
    </message>
    <message>
        <source>attention output</source>
        <translation>Attention-Ausgang</translation>
    </message>
    <message>
        <source>gate, up</source>
        <translation>Gate, Up</translation>
    </message>
    <message>
        <source>logits of the last row</source>
        <translation>Logits der letzten Zeile</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>Tensoren</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>Tensor</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Bemerkung</translation>
    </message>
    <message>
        <source>step %1 · X [%2, %3] · K cache [%4, %5] + [%2, %5] → [%6, %5]</source>
        <translation>Schritt %1 · X [%2, %3] · K-Cache [%4, %5] + [%2, %5] → [%6, %5]</translation>
    </message>
    <message>
        <source>No step yet</source>
        <translation>Noch kein Schritt</translation>
    </message>
    <message>
        <source>keys of one layer: cached + new → cache after the step</source>
        <translation>Keys einer Schicht: im Cache + neu → Cache nach dem Schritt</translation>
    </message>
    <message>
        <source>keys of one layer: all computed in this step, none kept</source>
        <translation>Keys einer Schicht: alle in diesem Schritt berechnet, keine behalten</translation>
    </message>
</context>
<context>
    <name>decodescope::app::TextView</name>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Position</source>
        <translation>Position</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Logits hash</source>
        <translation>Logit-Prüfsumme</translation>
    </message>
    <message>
        <source>%1 prompt tokens · %2 generated</source>
        <translation>%1 Prompt-Token · %2 erzeugt</translation>
    </message>
    <message>
        <source>synthetic model, the text means nothing</source>
        <translation>synthetisches Modell, der Text bedeutet nichts</translation>
    </message>
    <message>
        <source>shown from step %1 on</source>
        <translation>gezeigt ab Schritt %1</translation>
    </message>
    <message>
        <source>No text yet</source>
        <translation>Noch kein Text</translation>
    </message>
    <message>
        <source>This model has no vocabulary: its tokens are numbers, listed in the table</source>
        <translation>Dieses Modell hat kein Vokabular: seine Tokens sind Zahlen, die Tabelle führt sie auf</translation>
    </message>
</context>
<context>
    <name>decodescope::app::ThroughputView</name>
    <message>
        <source>Tokens per second</source>
        <translation>Token je Sekunde</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>Phase</translation>
    </message>
    <message>
        <source>Step time (ms)</source>
        <translation>Schrittzeit (ms)</translation>
    </message>
    <message>
        <source>Sampling (ms)</source>
        <translation>Ziehen (ms)</translation>
    </message>
    <message>
        <source>Positions computed</source>
        <translation>Berechnete Positionen</translation>
    </message>
    <message>
        <source>at depth %1</source>
        <translation>bei Tiefe %1</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>%1: %2 tok/s, %3</source>
        <translation>%1: %2 Tok/s, %3</translation>
    </message>
    <message>
        <source>naive</source>
        <translation>naiv</translation>
    </message>
    <message>
        <source>cached</source>
        <translation>mit Cache</translation>
    </message>
    <message>
        <source>Time of a step</source>
        <translation>Zeit eines Schritts</translation>
    </message>
    <message>
        <source>%1 %2 tok/s</source>
        <translation>%1 %2 Tok/s</translation>
    </message>
    <message>
        <source>step (least and most of each column)</source>
        <translation>Schritt (Minimum und Maximum je Spalte)</translation>
    </message>
</context>
<context>
    <name>decodescope::app::TransportBar</name>
    <message>
        <source>Playback</source>
        <translation>Wiedergabe</translation>
    </message>
    <message>
        <source>To the start</source>
        <translation>Zum Anfang</translation>
    </message>
    <message>
        <source>Home</source>
        <translation>Pos1</translation>
    </message>
    <message>
        <source>One step back</source>
        <translation>Einen Schritt zurück</translation>
    </message>
    <message>
        <source>comma, Page Up</source>
        <translation>Komma, Bild auf</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Abspielen</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>Leertaste</translation>
    </message>
    <message>
        <source>One step forward</source>
        <translation>Einen Schritt vor</translation>
    </message>
    <message>
        <source>full stop, Page Down</source>
        <translation>Punkt, Bild ab</translation>
    </message>
    <message>
        <source>To the end</source>
        <translation>Zum Ende</translation>
    </message>
    <message>
        <source>End</source>
        <translation>Ende</translation>
    </message>
    <message>
        <source>Position in the record</source>
        <translation>Stelle in der Aufzeichnung</translation>
    </message>
    <message>
        <source>Step shown</source>
        <translation>Gezeigter Schritt</translation>
    </message>
    <message>
        <source>Playback speed</source>
        <translation>Wiedergabetempo</translation>
    </message>
    <message>
        <source>How the record is played back (+ and - change the speed)</source>
        <translation>Wie die Aufzeichnung abgespielt wird (+ und - ändern das Tempo)</translation>
    </message>
    <message>
        <source>Where the steps come from</source>
        <translation>Woher die Schritte kommen</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>action and its keys</comment>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Steps: rows side by side</source>
        <translation>Schritte: Zeilen nebeneinander</translation>
    </message>
    <message>
        <source>%1 steps per second</source>
        <translation>%1 Schritte je Sekunde</translation>
    </message>
    <message>
        <source>Race: each run at its measured pace</source>
        <translation>Rennen: jeder Lauf in gemessenem Tempo</translation>
    </message>
    <message>
        <source>Slowed to a few seconds</source>
        <translation>Auf einige Sekunden verlangsamt</translation>
    </message>
    <message>
        <source>As measured</source>
        <translation>Wie gemessen</translation>
    </message>
    <message>
        <source>%1× slower</source>
        <translation>%1× langsamer</translation>
    </message>
    <message>
        <source>no steps yet</source>
        <translation>noch keine Schritte</translation>
    </message>
    <message>
        <source>%1 without, %2 with the cache</source>
        <translation>%1 ohne, %2 mit Cache</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>Schritt %1 von %2</translation>
    </message>
    <message>
        <source>%1 steps/s</source>
        <translation>%1 Schritte/s</translation>
    </message>
    <message>
        <source>race, as measured</source>
        <translation>Rennen, wie gemessen</translation>
    </message>
    <message>
        <source>race, %1× slower</source>
        <translation>Rennen, %1× langsamer</translation>
    </message>
    <message>
        <source>race, %1× faster</source>
        <translation>Rennen, %1× schneller</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>live</source>
        <translation>live</translation>
    </message>
    <message>
        <source>These steps are being measured now.</source>
        <translation>Diese Schritte werden gerade gemessen.</translation>
    </message>
    <message>
        <source>recorded</source>
        <translation>aufgezeichnet</translation>
    </message>
    <message>
        <source>These steps were measured without pauses; only their display is slowed.</source>
        <translation>Diese Schritte wurden ohne Pausen gemessen; nur die Anzeige ist verlangsamt.</translation>
    </message>
    <message>
        <source>paced</source>
        <translation>getaktet</translation>
    </message>
    <message>
        <source>The engine waited for the user between steps; its times are not comparable.</source>
        <translation>Die Engine wartete zwischen den Schritten; ihre Zeiten sind nicht vergleichbar.</translation>
    </message>
    <message>
        <source>The engine waits for you: forward makes its next step, play makes them at this speed.</source>
        <translation>Die Engine wartet auf Sie: Vorwärts macht ihren nächsten Schritt, Abspielen macht sie in diesem Tempo.</translation>
    </message>
</context>
<context>
    <name>decodescope::app::ViewStack</name>
    <message>
        <source>Hide the details</source>
        <translation>Einzelheiten ausblenden</translation>
    </message>
    <message>
        <source>hide</source>
        <translation>zu</translation>
    </message>
    <message>
        <source>show</source>
        <translation>auf</translation>
    </message>
    <message>
        <source>Show the details</source>
        <translation>Einzelheiten zeigen</translation>
    </message>
</context>
<context>
    <name>decodescope::app::WelcomePanel</name>
    <message>
        <source>First steps</source>
        <translation>Erste Schritte</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Starten</translation>
    </message>
    <message>
        <source>Use a synthetic model</source>
        <translation>Synthetisches Modell nehmen</translation>
    </message>
    <message>
        <source>The same shape with seeded random weights: every measurement works, the text is noise.</source>
        <translation>Dieselbe Form mit zufälligen Gewichten: jede Messung geht, der Text ist Rauschen.</translation>
    </message>
    <message>
        <source>Open a recording…</source>
        <translation>Aufzeichnung öffnen…</translation>
    </message>
    <message>
        <source>Open a recording</source>
        <translation>Aufzeichnung öffnen</translation>
    </message>
    <message>
        <source>See what the cache saves</source>
        <translation>Sehen, was der Cache spart</translation>
    </message>
    <message>
        <source>No model is here yet</source>
        <translation>Noch ist kein Modell da</translation>
    </message>
    <message>
        <source>Press Run: the model decodes the prompt twice, first computing everything again at each step, then with the cache, and both grids grow while it does.</source>
        <translation>„Starten“ drücken: das Modell decodiert den Prompt zweimal, erst mit voller Neuberechnung bei jedem Schritt, dann mit Cache, und beide Gitter wachsen dabei.</translation>
    </message>
    <message>
        <source>The default model, SmolLM2-135M-Instruct, is fetched once (about 100 MB) by this command in the folder of DecodeScope. Until then a synthetic model of the same shape works, and recordings open without any model.</source>
        <translation>Das Standardmodell SmolLM2-135M-Instruct holt dieser Befehl im Ordner von DecodeScope einmal (etwa 100 MB). Bis dahin geht ein synthetisches Modell derselben Form, und Aufzeichnungen brauchen kein Modell.</translation>
    </message>
</context>
<context>
    <name>decodescope::app::WindowActions</name>
    <message>
        <source>&amp;Run</source>
        <translation>&amp;Starten</translation>
    </message>
    <message>
        <source>Run the model with these settings</source>
        <translation>Modell mit diesen Einstellungen starten</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>&amp;Anhalten</translation>
    </message>
    <message>
        <source>End the run; what was recorded stays</source>
        <translation>Lauf beenden; das Aufgezeichnete bleibt</translation>
    </message>
    <message>
        <source>&amp;Open recording…</source>
        <translation>Aufzeichnung ö&amp;ffnen…</translation>
    </message>
    <message>
        <source>&amp;Save recording…</source>
        <translation>Aufzeichnung &amp;sichern…</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>&amp;Exportieren…</translation>
    </message>
    <message>
        <source>Write CSV, JSON and pictures of what is shown</source>
        <translation>CSV, JSON und Bilder des Gezeigten schreiben</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>Choose a &amp;model file…</source>
        <translation>&amp;Modelldatei wählen…</translation>
    </message>
    <message>
        <source>&amp;Set-up</source>
        <translation>&amp;Einstellungen</translation>
    </message>
    <message>
        <source>&amp;Keys</source>
        <translation>&amp;Tasten</translation>
    </message>
    <message>
        <source>&amp;About DecodeScope</source>
        <translation>&amp;Über DecodeScope</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>Reihe</translation>
    </message>
    <message>
        <source>Sizes</source>
        <translation>Größen</translation>
    </message>
    <message>
        <source>Checks</source>
        <translation>Prüfungen</translation>
    </message>
    <message>
        <source>One run, step by step</source>
        <translation>Ein Lauf, Schritt für Schritt</translation>
    </message>
    <message>
        <source>Memory and throughput against context length</source>
        <translation>Speicher und Durchsatz über der Kontextlänge</translation>
    </message>
    <message>
        <source>What a cache costs, by the formula</source>
        <translation>Was ein Cache kostet, nach der Formel</translation>
    </message>
    <message>
        <source>The scored checks</source>
        <translation>Die gewerteten Prüfungen</translation>
    </message>
    <message>
        <source>&amp;Follow the system</source>
        <translation>Wie das S&amp;ystem</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>&amp;Hell</translation>
    </message>
    <message>
        <source>&amp;Projector</source>
        <translation>&amp;Projektor</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>action and its keys</comment>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>&amp;Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>Show or hide the &amp;details</source>
        <translation>Ein&amp;zelheiten zeigen oder ausblenden</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>F&amp;ull screen</source>
        <translation>&amp;Vollbild</translation>
    </message>
    <message>
        <source>Play back in s&amp;teps</source>
        <translation>In S&amp;chritten abspielen</translation>
    </message>
    <message>
        <source>Play back as a r&amp;ace</source>
        <translation>Als &amp;Rennen abspielen</translation>
    </message>
    <message>
        <source>Dar&amp;k</source>
        <translation>&amp;Dunkel</translation>
    </message>
    <message>
        <source>Runs of this s&amp;ession</source>
        <translation>Läufe dieser S&amp;itzung</translation>
    </message>
</context>
</TS>
