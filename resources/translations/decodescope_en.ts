<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en">
<context>
    <name>decodescope::app::ChecksPage</name>
    <message numerus="yes">
        <source>%n failed</source>
        <translation><numerusform>%n failed</numerusform><numerusform>%n failed</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n passed</source>
        <translation><numerusform>%n passed</numerusform><numerusform>%n passed</numerusform></translation>
    </message>
</context>
<context>
    <name>decodescope::app::ErrorBar</name>
    <message numerus="yes">
        <source>%n more</source>
        <translation><numerusform>%n more</numerusform><numerusform>%n more</numerusform></translation>
    </message>
</context>
<context>
    <name>decodescope::app::FileCommands</name>
    <message numerus="yes">
        <source>%n file(s) written to %1</source>
        <translation><numerusform>%n file written to %1</numerusform><numerusform>%n files written to %1</numerusform></translation>
    </message>
</context>
<context>
    <name>decodescope::app::RunFacts</name>
    <message numerus="yes">
        <source>%1, %n thread(s)</source>
        <translation><numerusform>%1, %n thread</numerusform><numerusform>%1, %n threads</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n layer(s)</source>
        <translation><numerusform>%n layer</numerusform><numerusform>%n layers</numerusform></translation>
    </message>
</context>
<context>
    <name>decodescope::app::SizePage</name>
    <message numerus="yes">
        <source>%1 bytes for %2 positions of %n sequence(s); each further token adds %3</source>
        <translation><numerusform>%1 bytes for %2 positions of %n sequence; each further token adds %3</numerusform><numerusform>%1 bytes for %2 positions of %n sequences; each further token adds %3</numerusform></translation>
    </message>
</context>
</TS>
