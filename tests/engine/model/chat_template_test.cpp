// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/chat_template.h"

#include <gtest/gtest.h>

namespace decodescope::engine {
namespace {

std::vector<ChatMessage> conversation()
{
    return {{"system", "Be brief."}, {"user", " Hi \n"}, {"assistant", "Yes?"}};
}

Result<std::string> render(std::string_view source, const std::vector<ChatMessage>& messages = conversation(),
                           bool prompt = true)
{
    ChatTemplateInput input;
    input.messages = messages;
    input.addGenerationPrompt = prompt;
    input.bosToken = "<s>";
    input.eosToken = "</s>";
    return renderChatTemplate(source, input);
}

std::string text(std::string_view source)
{
    const auto rendered = render(source);
    return rendered ? *rendered : "refused: " + rendered.error().message;
}

TEST(ChatTemplate, RendersChatMl)
{
    EXPECT_EQ(text("{% for message in messages %}{{'<|im_start|>' + message['role'] + '\\n' + message['content'] + "
                   "'<|im_end|>' + '\\n'}}{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}"
                   "{% endif %}"),
              "<|im_start|>system\nBe brief.<|im_end|>\n<|im_start|>user\n Hi \n<|im_end|>\n"
              "<|im_start|>assistant\nYes?<|im_end|>\n<|im_start|>assistant\n");
}

TEST(ChatTemplate, RendersTheHeaderStyle)
{
    EXPECT_EQ(text("{% set loop_messages = messages %}{% for message in loop_messages %}{% set content = '[' + "
                   "message['role'] + ']\n\n'+ message['content'] | trim + '<|eot_id|>' %}{% if loop.index0 == 0 %}"
                   "{% set content = bos_token + content %}{% endif %}{{ content }}{% endfor %}"
                   "{% if add_generation_prompt %}{{ '[assistant]' }}{% endif %}"),
              "<s>[system]\n\nBe brief.<|eot_id|>[user]\n\nHi<|eot_id|>[assistant]\n\nYes?<|eot_id|>[assistant]");
}

TEST(ChatTemplate, RendersBranchesSlicesAndRefusals)
{
    const std::string source =
        "{%- if messages[0].role == \"system\" %}\n"
        "    {%- set system = messages[0].content %}\n"
        "    {%- set rest = messages[1:] %}\n"
        "{%- else %}\n"
        "    {%- set rest = messages %}\n"
        "{%- endif %}\n"
        "{{- bos_token }}\n"
        "{%- for m in rest %}\n"
        "    {%- if (m.role == 'user') != (loop.index0 % 2 == 0) %}\n"
        "        {{- raise_exception('roles must alternate') }}\n"
        "    {%- endif %}\n"
        "    {%- if m.role == 'user' %}\n"
        "        {%- if loop.last and system is defined %}\n"
        "            {{- '[I]' ~ system ~ '\\n' + m.content.strip() + '[/I]' }}\n"
        "        {%- else %}\n"
        "            {{- '[I]' + m.content | trim + '[/I]' }}\n"
        "        {%- endif %}\n"
        "    {%- elif m.role == 'assistant' and not m.tool_calls %}\n"
        "        {{- ' ' + m.content + eos_token }}\n"
        "    {%- else %}\n"
        "        {{- raise_exception('unknown role') }}\n"
        "    {%- endif %}\n"
        "{%- endfor %}\n";
    const auto whole = render(source);
    ASSERT_TRUE(whole) << whole.error().message;
    EXPECT_EQ(*whole, "<s>[I]Hi[/I] Yes?</s>");
    const auto last = render(source, {{"system", "Be brief."}, {"user", "Hi"}});
    ASSERT_TRUE(last) << last.error().message;
    EXPECT_EQ(*last, "<s>[I]Be brief.\nHi[/I]");
    const auto refused = render(source, {{"assistant", "Hi"}});
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("roles must alternate"), std::string::npos);
    EXPECT_EQ(refused.error().code, ErrorCode::badInput);
}

struct Case {
    const char* source;
    const char* expected;
};

class Expressions : public testing::TestWithParam<Case> {};

TEST_P(Expressions, Render)
{
    EXPECT_EQ(text(GetParam().source), GetParam().expected) << GetParam().source;
}

INSTANTIATE_TEST_SUITE_P(
    Values, Expressions,
    testing::Values(
        Case{"{{ 'a' ~ 1 ~ true ~ none }}", "a1TrueNone"}, Case{"{{ 1 + 2 * 3 - 4 }}", "3"},
        Case{"{{ -7 // 2 }} {{ -7 % 3 }}", "-4 2"},
        Case{"{{ 'b' in 'abc' }} {{ 'x' not in ['x', 'y'] }}", "True False"}, Case{"{{ 'a' if 1 > 2 else 'b' }}", "b"},
        Case{"[{{ 'a' if false }}]", "[]"}, Case{"{{ not '' and (1 == 1 or undefined_thing.x) }}", "True"},
        Case{"{{ '' or 'other' }}", "other"},
        Case{"{{ nothing is defined }} {{ nothing is not defined }}", "False True"},
        Case{"{{ nothing | default('x') }}", "x"},
        Case{"{{ messages | length }} {{ '\xC3\xA9\xE2\x82\xAC' | length }}", "3 2"},
        Case{"{{ messages[-1]['role'] }} {{ (messages | first).role }}", "assistant system"},
        Case{"{{ messages[9] is defined }}", "False"}, Case{"{{ '\xC2\xA0 x\\t' | trim }}", "x"},
        Case{"{{ \"it's\" + '\\'\\\\' }}", "it's'\\"},
        Case{"{{ messages[1:] | length }}{{ messages[:-1] | length }}", "22"},
        Case{"{% for x in [1, 2, 3] %}{{ loop.index }}/{{ loop.length }}{% if not loop.last %},{% endif %}{% endfor %}",
             "1/3,2/3,3/3"},
        Case{"{% for x in [] %}a{% else %}none{% endfor %}", "none"},
        Case{"{% set x = 1 %}{% for y in [1] %}{% set x = 2 %}{{ x }}{% endfor %}{{ x }}", "21"},
        Case{"{% set ns = namespace(n=0) %}{% for m in messages %}{% set ns.n = ns.n + 1 %}{% endfor %}{{ ns.n }}",
             "3"},
        Case{"{% set ns = namespace() %}{% set ns.a = 'x' %}{{ ns.a }}{{ ns.b is defined }}", "xFalse"},
        Case{"{% for m in messages if m.role == 'assistant' %}{{ loop.index }}/{{ loop.length }}{% endfor %}", "1/1"},
        Case{"{% for m in messages if false %}a{% else %}none{% endfor %}", "none"},
        Case{"{% set u = messages | selectattr('role', 'equalto', 'user') | list %}{{ u | length }}{{ u[-1].role }}",
             "1user"},
        Case{"{{ messages | rejectattr('role', '==', 'user') | length }}", "2"},
        Case{"{% if false %}{{ x | tojson(indent=4) }}{% for a, b in c.items() %}{% endfor %}{% endif %}ok", "ok"},
        Case{"{% if false %}{{ x is divisibleby(3) }}{% endif %}{% macro f(a, b=1) %}{{ a }}{% endmacro %}ok", "ok"},
        Case{"{% if false %}{{ strange() | filter }}{% endif %}ok", "ok"}, Case{"{# a {{ comment }} #}b", "b"},
        Case{"{{ '{{ x }}' }}{ %}", "{{ x }}{ %}"}));

// Chat templates are written for trim_blocks and lstrip_blocks.
INSTANTIATE_TEST_SUITE_P(WhiteSpace, Expressions,
                         testing::Values(Case{"a\n{% if true %}\nb\n{% endif %}\nc\n", "a\nb\nc"},
                                         Case{"a\n  {% if true %}\n  b\n  {% endif %}\nc", "a\n  b\nc"},
                                         Case{"a  {% if true %}b{% endif %}", "a  b"},
                                         Case{"a \n {%- if true -%} \n b {%- endif %} c", "ab c"},
                                         Case{"{{ 'a' }}\n{{ 'b' }}\n", "a\nb"}, Case{"a {{- 'b' -}} c", "abc"},
                                         Case{"  {%+ if true %}a{% endif %}", "  a"},
                                         Case{"{% if true +%}\na{% endif %}", "\na"}, Case{"x\r\n{# c #}\r\ny", "x\ny"},
                                         Case{"{% if true %}\n  {% if true %}a{% endif %}{% endif %}", "a"}));

struct Refusal {
    const char* source;
    const char* named;
};

class Refusals : public testing::TestWithParam<Refusal> {};

TEST_P(Refusals, NameTheConstruct)
{
    const auto rendered = render(GetParam().source);
    ASSERT_FALSE(rendered) << *rendered;
    EXPECT_EQ(rendered.error().code, ErrorCode::badInput);
    EXPECT_NE(rendered.error().message.find(GetParam().named), std::string::npos) << rendered.error().message;
}

INSTANTIATE_TEST_SUITE_P(
    Constructs, Refusals,
    testing::Values(
        Refusal{"{% macro f() %}a{% endmacro %}{{ f() }}", "'f'"}, Refusal{"{% macro f() %}", "'endmacro'"},
        Refusal{"{{ x | tojson }}", "'tojson'"}, Refusal{"{{ namespace() }}", "printing an object"},
        Refusal{"{{ namespace(messages) }}", "'namespace'"}, Refusal{"{{ namespace(a=messages) }}", "of a list"},
        Refusal{"{% set messages.a = 1 %}", "no namespace"}, Refusal{"{{ 'a' | indent(width=4) }}", "'indent'"},
        Refusal{"{{ messages | selectattr('role', 'in', 'x') }}", "'selectattr'"},
        Refusal{"{{ strftime_now('%Y') }}", "'strftime_now'"},
        Refusal{"{{ 'a' + 1 }}", "'+' between a string and a number"}, Refusal{"{{ messages }}", "printing a list"},
        Refusal{"{{ {'a': 1} }}", "a dictionary"}, Refusal{"{% for a, b in messages %}{% endfor %}", "several names"},
        Refusal{"{% for a in messages recursive %}{% endfor %}", "recursive"},
        Refusal{"{{ nothing.x }}", "'x' of something undefined"}, Refusal{"{{ 1 is divisibleby(3) }}", "'divisibleby'"},
        Refusal{"{{ 1 < 2 < 3 }}", "chain"}, Refusal{"line\n{{ 'a", "line 2"}, Refusal{"{{ 'a' ", "}}"},
        Refusal{"{% if true %}", "'endif' is missing"}, Refusal{"{% for a in 1 %}{% endfor %}", "'for' over a number"},
        Refusal{"{{ 1 / 2 }}", "'/'"}, Refusal{"{{ 1 // 0 }}", "'//'"}, Refusal{"{{ 9223372036854775807 + 1 }}", "'+'"},
        Refusal{"{{ 1.5 }}", "number"}, Refusal{"{% endfor %}", "'endfor'"}, Refusal{"{# no end", "comment"},
        Refusal{"{{ 'a\\qb' }}", "\\q"}, Refusal{"{%%}", "statement"}, Refusal{"{% set a.b = 1 %}", "attribute"},
        Refusal{"{{ f(a=1) }}", "'f'"}, Refusal{"{{ a ? b }}", "'?'"},
        Refusal{"{{ [messages] }}", "a list of a list"}));

std::string repeated(const std::string& unit, int count)
{
    std::string out;
    for (int i = 0; i < count; ++i) out += unit;
    return out;
}

TEST(ChatTemplate, IsBoundedWhateverTheTemplate)
{
    EXPECT_FALSE(render(repeated("{% if true %}", 5000)));
    EXPECT_FALSE(render("{{ " + repeated("(", 5000) + " }}"));
    EXPECT_FALSE(render("{{ " + repeated("not ", 5000) + "1 }}"));
    EXPECT_FALSE(render("{{ " + repeated("- ", 5000) + "1 }}"));
    EXPECT_FALSE(render("{{ 1 " + repeated("+ 1", 5000) + " }}"));
    EXPECT_FALSE(render("{{ a" + repeated(".b", 5000) + " }}"));
    EXPECT_FALSE(render(std::string((256 << 10) + 1, 'x')));
    // Twelve loops over three messages each: half a million turns, more than are allowed.
    const auto loops = render(repeated("{% for a in messages %}", 12) + "{{ 1 }}" + repeated("{% endfor %}", 12));
    ASSERT_FALSE(loops);
    EXPECT_NE(loops.error().message.find("operations"), std::string::npos);
    // Doubling a string thirty times would make a gigabyte.
    const auto doubled = render("{% set a = 'xxxxxxxxxxxxxxxx' %}" + repeated("{% set a = a + a %}", 30) + "{{ a }}");
    ASSERT_FALSE(doubled);
    EXPECT_NE(doubled.error().message.find("MiB"), std::string::npos);
}

}  // namespace
}  // namespace decodescope::engine
