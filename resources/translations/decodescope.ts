<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1">
<context>
    <name>Format</name>
    <message>
        <source>%1 µs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 tok/s</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Headline</name>
    <message>
        <source>step %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>running without the cache: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>running with the cache: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the first step is under way</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>press Run to measure</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>without the cache; run both to compare</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>with the cache; run both to compare</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no comparison of a run that was stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no time was measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without the cache %1, with it %2, prefill included and warm-up excluded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>same logits? needs both runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Same text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>but other logits from step %1 on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parts at step %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens and logits hashes of both runs are compared at every common step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No verdict</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no decode step to compare</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>same logits? the second run will tell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Same logits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at all %1 steps, bit for bit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Same so far</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at all %1 common steps, bit for bit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The hash over every bit of the logits is equal at each step (instruction set %1).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what the cache costs in memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is what the cache holds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 × %2 positions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Per position: 2 (keys and values) × %1 layers × %2 KV heads × %3 values per head, keys in %4 and values in %5.
Used %6, requested %7, allocated %8.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 positions again: %3 and %4 GFLOP for nothing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>against naive, cache broken</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>faster, predicted %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>faster end to end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>best two logits %1 apart there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cache: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share of work repeated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of naive work is repetition</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of the work is repetition</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>repeated; %1 in the broken run too</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>without the cache, at depths %1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>with the cache, at depths %1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decode steps only; the depth is the tokens before the new one. Run both to compare.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>with a broken cache; run naive too to compare</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>with a broken cache, at depths %1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one step each leaves nothing to save</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Both runs compute the prompt once; a cache saves work from the second step on.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>HelpDialogs</name>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>About DecodeScope</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows what each step of a language model computes, with and without the KV cache, as measured. Free software under the GNU General Public License, version 3 or later.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Part</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Licence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>font, bundled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>SIMD in the engine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokenizer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>JSON files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>errors as values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>command line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>recordings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>default model, fetched separately</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Licences</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What they do</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Space</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Play and pause</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>.  or Page Down</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One step forward (clickers too)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>,  or Page Up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One step back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Home, End</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To the start, to the end; at the end of a live run it follows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>+ and -</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Faster, slower</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>F5, Escape</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run, stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>F8, F9, F11</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Details, set-up, full screen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+1 to Ctrl+4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+O, Ctrl+S, Ctrl+E</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open, save, export</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Letters and signs act only outside of text fields.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Arrows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pages: steps, sweep, sizes, checks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+M, Ctrl+Q</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a model file, quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+C</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In a table: copy it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From cell to cell of the stage, from op to op, from point to point of a plot</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Ops</name>
    <message>
        <source>embedding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>attention norm</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Q, K, V</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>RoPE</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cache append</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>output projection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>FFN norm</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gate, up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>activation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>down</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>final norm</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>output head</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Plots</name>
    <message>
        <source>synthetic model, random weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>weights %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>compute %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>KV cache %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>prompt %1, new %2 tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>batch %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 thread</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 threads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>paced by the user</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 used after step %2, %3 allocated, %4 requested</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>; the formula says %1 B per position</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How the KV cache grows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Naive decoding keeps no cache</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No run yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>used, measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>formula</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>allocated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>requested</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>context length (positions)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>KV cache (bytes)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>faster, end to end: %1 instead of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Same logits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at all %1 common steps, bit for bit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Different logits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>from step %1 on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is what the cache costs at %1 positions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of the positions without the cache had been computed before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decoding with and without the KV cache</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What each step computes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Speed of every step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>compute</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>launches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>decode, step %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>prefill</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>naive, step %1: all its work</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>naive, step %1: its useful work</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 GFLOP/s at %2 FLOP per byte</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of its roof</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>limited by %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cache-resident: above what main memory can deliver</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cache %1 GB/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>memory %1 GB/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ridge %1 FLOP/B</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>decode · %1 of its roof</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>decode</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>prefill · %1 of its roof</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>naive: busy, %1 repeats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>useful: %1 GFLOP/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cache-resident</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>arithmetic intensity (FLOP per byte, bytes measured)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>arithmetic intensity (FLOP per byte, bytes modelled)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>roofs not measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Roofs measured on this machine beside the run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No roofs were measured beside this run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>; bytes measured by counters.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>; bytes modelled. Naive decoding sits high because it is busy with repeats.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 B per position</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Peak memory grows by %1, the formula says %2: %3 apart.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory against context length</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No sweep yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cache, by the formula</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cache used, measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>growth of the peak, measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decoding speed against context length</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With the cache, decode steps only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens per second</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decode steps, as measured; the first step is the prefill and is left out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>naive</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>broken cache</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cached</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No decode step yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>time of a step (ms)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Broken cache: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With the cache</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without the cache</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not started</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, %1 again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>EOS at step %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stopped at step %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>length reached at step %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>prompt %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>position in the sequence →   step ↓</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>steps %1 to %2, enlarged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All %1 sequences: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>read from the cache</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>time per position</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>new</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>computed again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step %1, position %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>: not computed yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>: after the end of the sequence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>: not used in this step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>: prefill, computed for the first time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>: new, computed for the first time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>: computed again, first computed at step %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>: read from the cache, computed at step %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 positions computed, none of them twice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One row per step, one column per position. Without the cache every step computes all positions again; with it, only the new one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>decode %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>prefill %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 repeats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>useful</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 position</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 positions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 positions computed, %2 again (%3): %4 and %5 wasted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sequence %1: %2 computed, %3 again. All: %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is what the cache costs at %1 position</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>FLOP per byte, bytes measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>FLOP per byte</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>FLOP per byte, bytes modelled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>least and most of the steps of every pixel column; files hold all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 new token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 new tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without the cache, decode steps only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decode steps only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With a broken cache, decode steps only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>prompt of %1, compressed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not run yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> Hollow marks: counted by the device.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>decode, step %1: as the device counted it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>prefill: as the device counted it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>decode, counted · %1 of its roof</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>decode, counted %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>decode, counted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>prefill, counted · %1 of its roof</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>prefill, counted %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>prefill, counted</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RunProgress</name>
    <message>
        <source>Warm-up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: first step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: step %2 of %3, about %4 left</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RunTitle</name>
    <message>
        <source>Without the cache</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With the cache</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Broken: forgets</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Broken: refills</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Broken: position off by one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Broken: stale block</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SetupRules</name>
    <message>
        <source>%1 stores %2 values together, and this model&apos;s heads have %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>int8 products need quantised weights; these are %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 stores %2 values together, and a row of this model has %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A synthetic model has no tokenizer, so it has no chat template.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This model&apos;s file has no chat template.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A synthetic model has no tokenizer; it gets filler tokens.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At temperature 0 the most likely token is always taken; raise it to sample.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fp8 caches are for GPUs; q8_0 takes about as much.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>q4_0 caches are for the CPU; fp8 and q8_0 are the small ones on GPUs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On GPUs weights of every format are multiplied with f32 sums.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Table</name>
    <message>
        <source>Copy table</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>decodescope::app::ChecksPage</name>
    <message>
        <source>Result</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Expected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Why</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Checks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The scored checks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The formula, the agreement of both ways of decoding, speed-up, memory growth, bounds, and whether a broken cache is caught; with the set-up&apos;s model and formats.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run the checks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Results of the checks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>✓ passed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>✗ failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>– skipped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n failed</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>%1 passed, %2 skipped</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n passed</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Does the formula give what a calculation by hand gives?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Does the cache grow in proportion to the context?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Do naive and cached decoding give the same tokens and logits at every step?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Is decoding with the cache at least three times as fast?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Does measured memory grow as the formula says?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Is every context decoded at more than half a token per second?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Does decoding move so many bytes per operation that memory limits it?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Does prefill work so much per byte that arithmetic limits it?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Are caches that are broken on purpose found out?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>yes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>decodescope::app::DecodingChoices</name>
    <message>
        <source>Naive, then cached</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cached only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Naive only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Broken: forgets</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Broken: refills</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Broken: position off by one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Broken: stale block</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The cache is emptied and computed again each step.
Text: right. Checks: the logits agree; only the repeated positions give it away. Speed: as slow as naive.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decode steps rotate by one position too many.
Text: drifts. Checks: the logits part at the first decode step. Speed: as with the cache.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decode steps do not write their keys and values and see old ones.
Text: wrong. Checks: the logits part. Speed: as with the cache.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The cache is emptied between steps.
Text: wrong at once. Checks: the logits part at the first decode step. Speed: as with the cache.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>decodescope::app::DeviceFields</name>
    <message>
        <source>CPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One graph per decode step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Single kernels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every kernel is launched by the CPU: gaps show between them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All kernels of a decode step are launched together.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One persistent kernel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One kernel stays on the device for the whole decode step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Launching</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bit for bit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prompts go through the kernels of decoding, slower, so that both runs have the same logits to the last bit. Otherwise cuBLAS multiplies prompts, and the first step that differs is shown.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>decodescope::app::ErrorBar</name>
    <message>
        <source>Errors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close the message</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>decodescope::app::EstimateLabel</name>
    <message>
        <source>What the run will take</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Working out what it will take…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 That is long: fewer new tokens or a shorter prompt make it quicker.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>About %1 and %2 of memory, %3 of it cache.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>decodescope::app::ExportDialog</name>
    <message>
        <source>Export</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export what is shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose the folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>JSON: results, machine and settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PNG pictures, 3200 × 1800 pixels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pictures in the dark theme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Files of these names that DecodeScope did not write are never replaced.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose at least one kind of file.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>decodescope::app::FileCommands</name>
    <message>
        <source>DecodeScope recordings (*.dscope)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A run is under way.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop it before opening a recording.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a recording</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GGUF models (*.gguf)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save the recording</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) written to %1</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Bundled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CSV tables: steps, tokens, ops</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CSV table: a row per context length</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>decodescope::app::HeaderBar</name>
    <message>
        <source>Header</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Menus</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Progress</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>decodescope::app::HeadlineBar</name>
    <message>
        <source>The answer in one line</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>decodescope::app::InstrumentColumn</name>
    <message>
        <source>Instruments</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>decodescope::app::InstrumentView</name>
    <message>
        <source>Show table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: table and copies</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Table and copies</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, as a table</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>decodescope::app::KernelTimelineView</name>
    <message>
        <source>Kernels of this step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start (ms)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Device (ms)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Op</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Threads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Registers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shared memory (B)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>inputs, results</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>layer %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>busy %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>idle between kernels %1 (%2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>launch calls %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tracing %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No step yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kernels were not timed one by one in this step; the run&apos;s messages say why</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No kernels were kept for this step of the recording</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No kernel of this layer has times</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2, from %3 on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>records lost: %1, so times are too small</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>kernels: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2, pieces: %3</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>decodescope::app::KvGrowthView</name>
    <message>
        <source>KV cache</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Context</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Formula (B)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Used (B)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allocated (B)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Requested (B)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cache by layer: keys and values of %1 positions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>layer %1, %2: [%3, %4, %5]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 allocated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 requested</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>decodescope::app::MainWindow</name>
    <message>
        <source>Opening the model…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Running…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The default model is not on this computer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a GGUF file (Ctrl+M) or a synthetic model above, or fetch it once with scripts/fetch-model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting for you: full stop or Page Down makes a step, Space lets it run</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>decodescope::app::MemoryView</name>
    <message>
        <source>Memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weights (B)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>KV cache (B)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Activations (B)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Workspace (B)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Live (B)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reserved (B)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Peak (B)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No step yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>activations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>workspace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>live bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step %1: %2 live</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 peak (line)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 reserved (dashes)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 in use on the device, %3 of it context and other programs</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>decodescope::app::ModelBox</name>
    <message>
        <source>Synthetic: SmolLM2-135M</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Synthetic: Llama-3.1-8B, 2 layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a GGUF file…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>decodescope::app::OpsView</name>
    <message>
        <source>Ops of this step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Op</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time (ms)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>FLOP</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GFLOP/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weights read (B)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>KV read (B)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>KV written (B)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Activations (B)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GB/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All layers added up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layer %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step %1 · %2 · %3 · %4 · %5 GB/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>prefill</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>decode</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2, %3 of the step · %4 · %5 moved · %6 GFLOP/s · %7 GB/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No op times were kept for this step of the recording</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No step yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time of every layer; click one to open it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>layer %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ops timed by CUDA events</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>decodescope::app::PlotView</name>
    <message>
        <source>Copy picture</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>decodescope::app::PromptList</name>
    <message>
        <source>Add a prompt to the batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decode several prompts as one batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prompt %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove prompt %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>+ another</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prompts</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>decodescope::app::RooflineView</name>
    <message>
        <source>Roofline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Phase</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>FLOP/byte</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GFLOP/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GB/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>FLOP</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Limited by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show ops of the step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No run yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step %1: %2 GFLOP/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>memory %1 GB/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %2 GFLOP/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>measured beside the run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bytes measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bytes modelled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of its roof</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>hollow: counted by the device</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>decodescope::app::RunFacts</name>
    <message>
        <source>%1 (synthetic weights)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 heads, %2 KV heads × %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cache %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1, %n thread(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n layer(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>decodescope::app::RunPage</name>
    <message>
        <source>Run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Details of the step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ops of this step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>decodescope::app::RunSession</name>
    <message>
        <source>%1, repeat %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2, cache %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Formats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decode</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Total</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 at depth %2–%3</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>decodescope::app::RunsMenu</name>
    <message>
        <source>%1 · %2 · %3 steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None yet</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>decodescope::app::SamplingFields</name>
    <message>
        <source>Temperature</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0 (greedy)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Top k</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Top p</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seed</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>decodescope::app::SetupPanel</name>
    <message>
        <source>Set-up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hide the set-up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>hide</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hide the set-up (F9)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prompt tokens (filler)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decoding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As in the file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>KV cache, keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>KV cache, values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>KV cache: keys, values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decode all new tokens even when the model chooses its end-of-text token.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chat template</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Arithmetic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Threads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Batch (sequences)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Repeats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the set-up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the set-up (F9)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ignore end token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each of the %1 prompts is one sequence of the batch.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The GPU computes; the CPU only launches.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine makes its next step when you go forward (full stop, Page Down), or at the playback&apos;s speed while it plays. Its times are marked as paced: an engine that rests is not one that runs freely.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step by step</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>decodescope::app::SizePage</name>
    <message>
        <source>Sizes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shape of the cache</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Preset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Own numbers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Query heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>KV heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Values per head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Latent rank (MLA)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rotary values (MLA)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sliding window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers that slide</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Context length</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Batch (sequences)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Format</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No size</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 bytes for %2 positions of %n sequence(s); each further token adds %3</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>%1 with %2 KV heads: %3. With one per query head (MHA, %4 heads) it would be %5, %6 as much.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MLA stores one latent vector per token and layer, shared by all heads.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shape from %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sizes compared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MHA: a KV head for each of the %1 query heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The cache that is asked for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GQA: %1 query heads share each of %2 KV heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MQA: all %1 query heads share one KV head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MLA: one latent vector for all heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Context</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This cache</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With a KV head per query head (MHA)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sizes at other contexts</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>decodescope::app::StageView</name>
    <message>
        <source>Nothing has run yet. Press Run, or open a recording.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, step %2: %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without the cache</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With the cache</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing has run yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All sequences</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sequence %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What each step computes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colour by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the colours of the cells mean</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colour by: kind of work</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colour by: time per position</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sequence of the batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run begins…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>decodescope::app::SweepPage</name>
    <message>
        <source>Context</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cache, formula</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cache, used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory peak</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prefill</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decode</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Context lengths</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New tokens at each</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run the sweep</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run the sweep to see how this grows with the context length.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory against context length</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens per second against context length</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Results of the sweep</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” is not a context length.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A context of %1 has no room for %2 new tokens.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A sweep needs two context lengths or more, with commas between.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cached decoding of filler text, with the set-up&apos;s model and formats.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From the shortest to the longest context: measured %1, formula %2, %3 apart.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export the sweep</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pictures, table and conditions of this sweep as files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copies of pictures and table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy picture of the memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy picture of the speed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy table</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>decodescope::app::TensorsView</name>
    <message>
        <source>X, input of a layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Q, queries</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>K, new keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>joins the cache</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>V, new values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>K cache before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>per layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>K cache after</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>attention weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>attention output</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gate, up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>logits of the last row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shape</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step %1 · X [%2, %3] · K cache [%4, %5] + [%2, %5] → [%6, %5]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No step yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>keys of one layer: cached + new → cache after the step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>keys of one layer: all computed in this step, none kept</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>decodescope::app::TextView</name>
    <message>
        <source>Text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Position</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Logits hash</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 prompt tokens · %2 generated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>synthetic model, the text means nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>shown from step %1 on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No text yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This model has no vocabulary: its tokens are numbers, listed in the table</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>decodescope::app::ThroughputView</name>
    <message>
        <source>Tokens per second</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Phase</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step time (ms)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sampling (ms)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Positions computed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at depth %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2 tok/s, %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>naive</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cached</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time of a step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %2 tok/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step (least and most of each column)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>decodescope::app::TransportBar</name>
    <message>
        <source>Playback</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To the start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Home</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One step back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>comma, Page Up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Play</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Space</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One step forward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>full stop, Page Down</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To the end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>End</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Position in the record</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Playback speed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How the record is played back (+ and - change the speed)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where the steps come from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>action and its keys</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Steps: rows side by side</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 steps per second</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Race: each run at its measured pace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Slowed to a few seconds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1× slower</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no steps yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 without, %2 with the cache</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 steps/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>race, as measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>race, %1× slower</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>race, %1× faster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>live</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These steps are being measured now.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>recorded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These steps were measured without pauses; only their display is slowed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>paced</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine waited for the user between steps; its times are not comparable.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine waits for you: forward makes its next step, play makes them at this speed.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>decodescope::app::ViewStack</name>
    <message>
        <source>Hide the details</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>hide</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>show</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the details</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>decodescope::app::WelcomePanel</name>
    <message>
        <source>First steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use a synthetic model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same shape with seeded random weights: every measurement works, the text is noise.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a recording…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a recording</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>See what the cache saves</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No model is here yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Press Run: the model decodes the prompt twice, first computing everything again at each step, then with the cache, and both grids grow while it does.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The default model, SmolLM2-135M-Instruct, is fetched once (about 100 MB) by this command in the folder of DecodeScope. Until then a synthetic model of the same shape works, and recordings open without any model.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>decodescope::app::WindowActions</name>
    <message>
        <source>&amp;Run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run the model with these settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>End the run; what was recorded stays</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Open recording…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Save recording…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write CSV, JSON and pictures of what is shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a &amp;model file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Set-up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;About DecodeScope</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sizes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Checks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One run, step by step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory and throughput against context length</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What a cache costs, by the formula</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The scored checks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Follow the system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Projector</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>action and its keys</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show or hide the &amp;details</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>F&amp;ull screen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Play back in s&amp;teps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Play back as a r&amp;ace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dar&amp;k</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs of this s&amp;ession</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
