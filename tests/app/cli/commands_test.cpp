// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/recording_columns.h"
#include "tests/app/cli/program.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

#include <gtest/gtest.h>
#include <fstream>
#include <map>
#include <sstream>

namespace decodescope {
namespace {

using nlohmann::json;
using test::dataPath;
using test::runJsonProgram;
using test::runProgram;
using test::tinyModel;

std::vector<std::string> tinyRun(std::initializer_list<std::string> more = {})
{
    std::vector<std::string> arguments{
        "run", "--model",      tinyModel(), "--prompt-ids", "348,6,150,150,233", "--device",
        "cpu", "--new-tokens", "6",         "--ignore-eos"};
    arguments.insert(arguments.end(), more);
    return arguments;
}

struct WrongUse {
    const char* name;
    std::vector<std::string> arguments;
    int exitCode;
    const char* mentions;
};

class WrongUses : public testing::TestWithParam<WrongUse> {};

TEST_P(WrongUses, EndWithTheirExitCodeAndSayWhy)
{
    const auto result = runProgram(GetParam().arguments);
    EXPECT_EQ(result.exitCode, GetParam().exitCode) << result.err;
    EXPECT_NE(result.err.find(GetParam().mentions), std::string::npos) << result.err;
    EXPECT_EQ(result.out, "") << "nothing goes to stdout but results";
}

INSTANTIATE_TEST_SUITE_P(
    All, WrongUses,
    testing::Values(
        WrongUse{"unknownOption", {"run", "--promt", "x"}, 2, "--prompt"},
        WrongUse{"unknownCommand", {"sizes"}, 2, "size"}, WrongUse{"strayArgument", {"run", "hello"}, 2, "hello"},
        WrongUse{"missingValue", {"run", "--prompt"}, 2, "--prompt"},
        WrongUse{"noPrompt", {"run", "--model", tinyModel()}, 2, "--prompt"},
        WrongUse{"newTokens", tinyRun({"--new-tokens", "0"}), 2, "--new-tokens"},
        WrongUse{"notANumber", tinyRun({"--threads", "many"}), 2, "--threads"},
        WrongUse{"temperature", tinyRun({"--temperature", "-1"}), 2, "--temperature"},
        WrongUse{"unknownFormat", tinyRun({"--kv", "f17"}), 2, "q8_0"},
        WrongUse{"fp8", tinyRun({"--kv", "fp8"}), 2, "fp8"},
        WrongUse{"kvBlocks", tinyRun({"--kv", "q8_0"}), 2, "head_dim"},
        WrongUse{"int8", tinyRun({"--compute", "int8"}), 2, "int8"},
        WrongUse{"mode", tinyRun({"--mode", "broken"}), 2, "broken:forget"},
        WrongUse{"formats", tinyRun({"--export", "out", "--formats", "svg"}), 2, "csv"},
        WrongUse{"formatsOfNothing", tinyRun({"--formats", "csv"}), 2, "--export"},
        WrongUse{"emptyExport", tinyRun({"--export", ""}), 2, "--export is empty"},
        WrongUse{"emptyRecord", tinyRun({"--record", ""}), 2, "--record is empty"},
        WrongUse{"emptyModel", {"inspect", "--model", ""}, 2, "--model is empty"},
        WrongUse{"emptyRecording", {"open", "", "--json"}, 2, "is empty"},
        WrongUse{"emptyPrompt", {"run", "--model", tinyModel(), "--prompt", ""}, 2, "no tokens"},
        WrongUse{"recordFolder", tinyRun({"--record", "folder/"}), 2, "folder/: names a folder"},
        WrongUse{"afterDashes", tinyRun({"--", "--prompt"}), 2, "after --, --prompt is an argument"},
        WrongUse{"idOutside", {"run", "--model", tinyModel(), "--prompt-ids", "384"}, 2, "384"},
        WrongUse{"idText", {"run", "--model", tinyModel(), "--prompt-ids", "1,a"}, 2, "--prompt-ids"},
        WrongUse{"tooLong", tinyRun({"--new-tokens", "1000000"}), 2, "limit"},
        WrongUse{"device", tinyRun({"--device", "tpu"}), 2, "tpu"},
        WrongUse{"isa", tinyRun({"--isa", "mmx"}), 2, "mmx"}, WrongUse{"sizeNothing", {"size"}, 2, "--preset"},
        WrongUse{"sizePreset", {"size", "--preset", "lama-3.1-8b"}, 2, "llama-3.1-8b"},
        WrongUse{"sizeHeads",
                 {"size", "--layers", "2", "--heads", "6", "--kv-heads", "4", "--head-dim", "64"},
                 2,
                 "multiple"},
        WrongUse{"contexts", {"sweep", "--model", tinyModel(), "--contexts", "8,x"}, 2, "--contexts"},
        WrongUse{"depths", {"bench", "--model", tinyModel(), "--depths", "0"}, 2, "--depths"},
        WrongUse{"noFile", {"run", "--model", "/nowhere/model.gguf", "--prompt", "x"}, 3, "/nowhere/model.gguf"},
        WrongUse{"tokenizerOfAFile",
                 {"inspect", "--model", dataPath("malformed/merges_unknown.gguf")},
                 3,
                 "merges_unknown.gguf: tokenizer merge"},
        WrongUse{"malformed", {"inspect", "--model", dataPath("malformed/heads_3.gguf")}, 3, "head"},
        WrongUse{"promptFile", {"run", "--model", tinyModel(), "--prompt-file", "/nowhere/p.txt"}, 3, "/nowhere/p.txt"},
        WrongUse{"publishedPeaks", {"ceilings", "--published", "h2000"}, 2, "h200-sxm"},
        WrongUse{"cudaCeilings", {"ceilings", "--device", "cuda:1"}, 4, "CUDA"},
        WrongUse{"exportOnFile", tinyRun({"--export", "/dev/null"}), 4, "/dev/null"},
        WrongUse{"exportNowhere", tinyRun({"--export", "/proc/decodescope"}), 4, "/proc/decodescope"}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(Help, GoesToStdoutForEveryCommand)
{
    const auto all = runProgram({"--help"});
    EXPECT_EQ(all.exitCode, 0);
    for (const char* command : {"run", "sweep", "checks", "bench", "size", "ceilings", "tokenize", "inspect"}) {
        EXPECT_NE(all.out.find(command), std::string::npos) << command;
        const auto one = runProgram({command, "--help"});
        EXPECT_EQ(one.exitCode, 0);
        EXPECT_NE(one.out.find("--json"), std::string::npos) << command;
    }
    EXPECT_NE(runProgram({"--version"}).out.find("DecodeScope"), std::string::npos);
}

TEST(Run, GivesTheReferencesTokensOnATinyModel)
{
    std::ifstream file(dataPath("tiny/llama_gqa/golden.json"));
    const json golden = json::parse(file);
    std::string ids;
    for (const auto& id : golden["input_ids"]) {
        ids += (ids.empty() ? "" : ",") + std::to_string(id.get<int>());
    }
    const json document = runJsonProgram({"run", "--model", tinyModel(), "--prompt-ids", ids, "--new-tokens", "16",
                                          "--ignore-eos", "--weights", "f32", "--kv", "f32", "--device", "cpu"});
    ASSERT_EQ(document["runs"].size(), 2U);
    for (const json& run : document["runs"]) {
        EXPECT_EQ(run["sequences"][0]["ids"], golden["greedy_ids"]);
    }
    EXPECT_EQ(document["identical"], true);
    EXPECT_EQ(document["prompt_ids"], golden["input_ids"]);
}

TEST(Run, HasTheDocumentedShape)
{
    const json document = runJsonProgram(tinyRun());
    for (const char* key : {"schema", "model", "device", "prompt_ids", "settings", "runs", "identical", "speedup",
                            "speedup_predicted", "warnings"}) {
        EXPECT_TRUE(document.contains(key)) << key;
    }
    for (const char* key : {"name", "architecture", "parameters", "layers", "heads", "kv_heads", "head_dim", "weights",
                            "compute", "weight_bytes"}) {
        EXPECT_TRUE(document["model"].contains(key)) << key;
    }
    for (const char* key : {"kind", "name", "threads", "isa"}) {
        EXPECT_TRUE(document["device"].contains(key)) << key;
    }
    for (const json& run : document["runs"]) {
        for (const char* key :
             {"mode", "sequences", "ttft_ms", "prefill_tok_per_s", "decode_tok_per_s", "decode_tok_per_s_stddev",
              "total_ms", "positions_computed", "positions_recomputed", "kv", "memory_peak_bytes", "steps"}) {
            EXPECT_TRUE(run.contains(key)) << key;
        }
        for (const char* key : {"format", "bytes_per_token", "requested", "allocated", "used"}) {
            EXPECT_TRUE(run["kv"].contains(key)) << key;
        }
        ASSERT_EQ(run["steps"].size(), 6U);
        for (const json& step : run["steps"]) {
            for (const std::string_view name : columnNames(app::stepColumns())) {
                EXPECT_TRUE(step.contains(name)) << name;
            }
            EXPECT_TRUE(step.contains("top_logits"));
        }
    }
    for (std::size_t i = 0; i < 6; ++i) {
        EXPECT_EQ(document["runs"][0]["steps"][i]["logits_hash"], document["runs"][1]["steps"][i]["logits_hash"]);
    }
}

TEST(Run, NamesTheDepthOfItsDecodeSpeed)
{
    const auto result = runProgram(tinyRun());  // five prompt tokens, six new ones
    ASSERT_EQ(result.exitCode, 0) << result.err;
    std::istringstream lines(result.out);
    std::string line;
    while (std::getline(lines, line) && line.find("decode, at depth") == std::string::npos) {
    }
    EXPECT_NE(line.find("5 to 9"), std::string::npos) << result.out;
    EXPECT_NE(line.find("5 to 9"), line.rfind("5 to 9")) << "naive and cached: " << line;
}

TEST(Run, ThatDoesNotFitIsRefusedWithNeededAndFreeMemory)
{
    // 4,096 sequences of 8,000 positions in f32: 375 GiB in eight layers.
    const auto result = runProgram({"run", "--model", "synthetic:smollm2-135m,layers=8", "--prompt-ids", "1,2,3",
                                    "--device", "cpu", "--new-tokens", "8000", "--batch", "4096", "--kv", "f32"});
    EXPECT_EQ(result.exitCode, 4) << result.err;
    for (const char* part : {"MiB", "cache", "free", "smaller batch"}) {
        EXPECT_NE(result.err.find(part), std::string::npos) << result.err;
    }
    EXPECT_EQ(result.out, "");
}

/// Where CUDA works both devices are it; elsewhere one is refused and the other is the CPU, both with the reason.
TEST(Run, DeviceCudaIsUsedOrRefusedAndAutoSaysWhyItIsTheCpu)
{
    const auto cuda = runProgram(tinyRun({"--device", "cuda", "--mode", "cached", "--json"}));
    const auto automatic = runProgram(tinyRun({"--device", "auto", "--mode", "cached", "--json"}));
    ASSERT_EQ(automatic.exitCode, 0) << automatic.err;
    const json document = json::parse(automatic.out);
    EXPECT_TRUE(document["identical"].is_null());
    if (cuda.exitCode == 0) {
        EXPECT_EQ(json::parse(cuda.out)["device"]["kind"], "cuda");
        EXPECT_EQ(document["device"]["kind"], "cuda");
        EXPECT_EQ(document["warnings"].dump().find("running on the CPU"), std::string::npos);
        return;
    }
    EXPECT_EQ(cuda.exitCode, 4) << cuda.err;
    EXPECT_NE(cuda.err.find("CUDA"), std::string::npos) << cuda.err;
    EXPECT_EQ(cuda.out, "");
    EXPECT_EQ(document["device"]["kind"], "cpu");
    EXPECT_NE(automatic.err.find("running on the CPU"), std::string::npos) << automatic.err;
    EXPECT_NE(document["warnings"].dump().find("running on the CPU"), std::string::npos);
}

TEST(Run, ForcedPathIsNamedAndBatchOfAFileIsRagged)
{
    QTemporaryDir dir;
    const std::string prompts = dir.filePath(QStringLiteral("p.jsonl")).toStdString();
    std::ofstream(prompts) << "{\"ids\": [1, 2, 3]}\n{\"ids\": [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]}\n";
    const json document = runJsonProgram({"run", "--model", tinyModel(), "--prompt-file", prompts, "--new-tokens", "4",
                                          "--ignore-eos", "--device", "cpu", "--isa", "baseline"});
    EXPECT_EQ(document["device"]["isa"], "baseline");
    EXPECT_EQ(document["prompt_ids"].size(), 2U);
    EXPECT_EQ(document["runs"][1]["sequences"].size(), 2U);
    EXPECT_EQ(document["runs"][1]["steps"][0]["positions_computed"], 14);
    EXPECT_EQ(document["runs"][1]["steps"][3]["sequences"].size(), 2U);
    EXPECT_EQ(document["identical"], true);

    std::ofstream(prompts) << "{\"ids\": [1, 2, 999999]}\n";
    EXPECT_EQ(runProgram({"run", "--model", tinyModel(), "--prompt-file", prompts, "--device", "cpu"}).exitCode, 3)
        << "a wrong id in a file is a bad file";
}

TEST(Run, SamplingRepeatsWithItsSeed)
{
    const auto sample = [](const char* seed) {
        return runJsonProgram(tinyRun({"--temperature", "1.2", "--seed", seed, "--new-tokens", "24"}));
    };
    const json first = sample("7");
    EXPECT_EQ(first["identical"], true) << "naive and cached draw alike";
    EXPECT_EQ(first["runs"][0]["sequences"], sample("7")["runs"][0]["sequences"]);
    EXPECT_NE(first["runs"][0]["sequences"], sample("8")["runs"][0]["sequences"]);
}

TEST(Run, ExportsFilesThatAgreeWithItsDocument)
{
    QTemporaryDir dir;
    const std::string folder = dir.filePath(QStringLiteral("out")).toStdString();
    const json document = runJsonProgram(tinyRun({"--export", folder, "--repeat", "2"}));
    const QDir out(QString::fromStdString(folder));
    EXPECT_EQ(
        out.entryList(QDir::Files, QDir::Name).join(QLatin1Char(' ')).toStdString(),
        "kv-growth.png ops.csv report.png roofline.png run.json steps.csv throughput.png tokens.csv triangle.png");
    QFile file(out.filePath(QStringLiteral("run.json")));
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    EXPECT_EQ(json::parse(file.readAll().toStdString()), document);
    QFile csv(out.filePath(QStringLiteral("steps.csv")));
    ASSERT_TRUE(csv.open(QIODevice::ReadOnly));
    const auto rows = app::parseCsv(csv.readAll().toStdString());
    // Warm-ups of three steps, then two repeats of six, for each mode.
    EXPECT_EQ(rows.size(), 1U + 2 * 3 + 2 * 2 * 6);
    std::map<std::string, std::size_t> column;
    for (std::size_t i = 0; i < rows[0].size(); ++i) {
        column[rows[0][i]] = i;
    }
    const json& run = document["runs"][1];
    std::size_t matched = 0;
    for (const auto& row : rows) {
        if (row[column["run"]] == run["run"].get<std::string>()) {
            const json& step = run["steps"][matched++];
            EXPECT_EQ(row[column["logits_hash"]], step["logits_hash"].get<std::string>());
            EXPECT_EQ(std::stod(row[column["wall_ms"]]), step["wall_ms"].get<double>());
            EXPECT_EQ(row[column["kv_bytes_used"]], step["kv_bytes_used"].dump());
        }
    }
    EXPECT_EQ(matched, 6U);
    // Again into the same folder: it is ours. With a foreign file in it: refused before anything runs.
    EXPECT_EQ(runProgram(tinyRun({"--export", folder, "--formats", "csv"})).exitCode, 0);
    // Nor does a file stand in the way that only a traced GPU would write.
    std::ofstream(folder + "/kernels.csv") << "my own table\n";
    EXPECT_EQ(runProgram(tinyRun({"--device", "cpu", "--export", folder, "--formats", "csv"})).exitCode, 0);
    QFile foreign(out.filePath(QStringLiteral("kernels.csv")));
    ASSERT_TRUE(foreign.open(QIODevice::ReadOnly));
    EXPECT_EQ(foreign.readAll(), QByteArray("my own table\n"));
    std::ofstream(folder + "/steps.csv") << "my own table\n";
    EXPECT_EQ(runProgram(tinyRun({"--export", folder})).exitCode, 2);
}

TEST(Record, OpensToTheSameFiles)
{
    QTemporaryDir dir;
    const auto at = [&](const char* name) { return dir.filePath(QString::fromUtf8(name)).toStdString(); };
    const json document =
        runJsonProgram(tinyRun({"--record", at("run.dscope"), "--export", at("run"), "--device", "auto"}));
    const auto opened = runProgram({"open", at("run.dscope"), "--export", at("open"), "--json"});
    ASSERT_EQ(opened.exitCode, 0) << opened.err;
    EXPECT_FALSE(document["warnings"].empty()) << "this run has something to say";
    EXPECT_EQ(json::parse(opened.out), document);
    const QDir run(QString::fromStdString(at("run")));
    const QDir open(QString::fromStdString(at("open")));
    const QStringList files = run.entryList(QDir::Files, QDir::Name);
    EXPECT_EQ(open.entryList(QDir::Files, QDir::Name), files);
    for (const QString& name : files) {
        QFile a(run.filePath(name));
        QFile b(open.filePath(name));
        ASSERT_TRUE(a.open(QIODevice::ReadOnly) && b.open(QIODevice::ReadOnly));
        EXPECT_EQ(a.readAll(), b.readAll()) << name.toStdString();
    }
    std::ofstream(at("text.dscope")) << "not a session";
    EXPECT_EQ(runProgram({"open", at("text.dscope"), "--json"}).exitCode, 3);
    EXPECT_EQ(runProgram({"open", at("nothing.dscope"), "--json"}).exitCode, 3);
    EXPECT_EQ(runProgram(tinyRun({"--record", "/proc/decodescope/x.dscope"})).exitCode, 4);
}

/// The oldest recordings there are: whoever changes the format keeps reading them.
TEST(Record, BundledOnesOpen)
{
    const QDir folder(QStringLiteral(DECODESCOPE_TEST_DATA "/../../resources/demo"));
    const QStringList files = folder.entryList({QStringLiteral("*.dscope")}, QDir::Files, QDir::Name);
    ASSERT_EQ(files.size(), 2);
    const json both = runJsonProgram({"open", folder.filePath(files[0]).toStdString()});
    ASSERT_EQ(both["runs"].size(), 2U);
    EXPECT_EQ(both["identical"], true);
    EXPECT_EQ(both["runs"][1]["steps"].size(), 32U);
    EXPECT_GT(both["speedup"].get<double>(), 1.0);
    const json longer = runJsonProgram({"open", folder.filePath(files[1]).toStdString()});
    EXPECT_EQ(longer["runs"].back()["steps"].size(), 512U);
}

TEST(Record, PicturesAreTheSameBytesOnScreensOfEveryScale)
{
    const std::string demo = DECODESCOPE_TEST_DATA "/../../resources/demo/1-naive-and-cached-32.dscope";
    QTemporaryDir dir;
    const auto exportAt = [&](const char* scale) {
        const std::string folder = dir.filePath(QString::fromUtf8(scale)).toStdString();
        qputenv("QT_SCALE_FACTOR", scale);
        const auto result = runProgram({"open", demo, "--export", folder, "--formats", "png"});
        qunsetenv("QT_SCALE_FACTOR");
        EXPECT_EQ(result.exitCode, 0) << result.err;
        std::map<QString, QByteArray> pictures;
        for (const QString& name : QDir(QString::fromStdString(folder)).entryList(QDir::Files)) {
            QFile file(QString::fromStdString(folder) + QLatin1Char('/') + name);
            EXPECT_TRUE(file.open(QIODevice::ReadOnly));
            pictures[name] = file.readAll();
        }
        return pictures;
    };
    const auto plain = exportAt("1");
    EXPECT_EQ(plain.size(), 5U);
    for (const char* scale : {"1.25", "2"}) EXPECT_EQ(exportAt(scale), plain) << scale;
}

TEST(Sweep, GrowsByTheFormula)
{
    QTemporaryDir dir;
    const std::string folder = dir.filePath(QStringLiteral("out")).toStdString();
    const json document = runJsonProgram({"sweep", "--model", tinyModel(), "--contexts", "32,64,128", "--new-tokens",
                                          "4", "--device", "cpu", "--export", folder});
    ASSERT_EQ(document["contexts"].size(), 3U);
    for (const json& row : document["contexts"]) {
        EXPECT_EQ(row["kv_bytes_used"], row["kv_bytes_formula"]);
        EXPECT_GT(row["tok_per_s"].get<double>(), 0.5);
        EXPECT_GT(row["memory_peak_bytes"].get<std::int64_t>(), row["kv_bytes_used"].get<std::int64_t>());
    }
    // 3 layers x 2 x 2 KV heads x 16 x 2 bytes a token.
    EXPECT_EQ(document["delta_formula_bytes"], 96 * 384);
    EXPECT_EQ(
        QDir(QString::fromStdString(folder)).entryList(QDir::Files, QDir::Name).join(QLatin1Char(' ')).toStdString(),
        "sweep-memory.png sweep-throughput.png sweep.csv sweep.json");
}

TEST(Bench, GivesEveryLengthAndDepth)
{
    const json document = runJsonProgram({"bench", "--model", tinyModel(), "--prompt-tokens", "8,16", "--depths", "32",
                                          "--new-tokens", "4", "--repeat", "2", "--device", "cpu"});
    ASSERT_EQ(document["results"].size(), 3U);
    EXPECT_EQ(document["results"][0]["kind"], "prefill");
    EXPECT_EQ(document["results"][1]["prompt_tokens"], 16);
    EXPECT_EQ(document["results"][2]["depth"], 32);
    EXPECT_GT(document["results"][2]["share_of_read_roof"].get<double>(), 0);
}

TEST(Size, MatchesEveryReferenceSize)
{
    std::ifstream file(dataPath("kv_formula.json"));
    const json reference = json::parse(file);
    std::size_t checked = 0;
    for (const json& entry : reference["cases"]) {
        const json& config = reference["configs"][entry["model"].get<std::string>()];
        const auto number = [](const json& value) { return std::to_string(value.get<std::int64_t>()); };
        std::vector<std::string> arguments{"size",
                                           "--layers",
                                           number(config["L"]),
                                           "--context",
                                           number(entry["T"]),
                                           "--batch",
                                           number(entry["B"]),
                                           "--kv",
                                           entry["dtype"].get<std::string>()};
        const auto add = [&](const char* option, const std::string& value) {
            arguments.insert(arguments.end(), {option, value});
        };
        if (config.contains("mla_kv_lora_rank")) {
            add("--kv-lora-rank", number(config["mla_kv_lora_rank"]));
            add("--rope-dim", number(config["mla_qk_rope_head_dim"]));
        } else {
            add("--heads", number(config["Hq"]));
            add("--kv-heads", number(config["Hkv"]));
            add("--head-dim", number(config["d"]));
        }
        if (config.contains("window")) {
            add("--window", number(config["window"]));
            if (config["swa_layers"].is_number()) {
                add("--window-layers", number(config["swa_layers"]));
            }
        }
        EXPECT_EQ(runJsonProgram(arguments)["bytes"], entry["bytes"]) << entry.dump();
        ++checked;
    }
    EXPECT_EQ(checked, 53U);
}

TEST(Size, ShowsTheMhaAndGqaPair)
{
    const auto result = runProgram({"size", "--preset", "llama-3.1-8b", "--context", "8192", "--kv", "bf16"});
    EXPECT_EQ(result.exitCode, 0) << result.err;
    EXPECT_NE(result.out.find("1,073,741,824 bytes"), std::string::npos) << result.out;
    EXPECT_NE(result.out.find("4 GiB"), std::string::npos) << result.out;
    EXPECT_EQ(runProgram({"size", "--preset", "list"}).exitCode, 0);
}

TEST(Inspect, DescribesAndValidates)
{
    const json document = runJsonProgram({"inspect", "--model", tinyModel()});
    EXPECT_EQ(document["model"]["kv_heads"], 2);
    EXPECT_EQ(document["model"]["head_dim"], 16);
    std::int64_t bytes = 0;
    for (const json& tensor : document["tensors"]) {
        bytes += tensor["bytes"].get<std::int64_t>();
    }
    EXPECT_GE(bytes, document["model"]["weight_bytes"].get<std::int64_t>());
    EXPECT_EQ(runProgram({"inspect", "--model", tinyModel()}).exitCode, 0);
}

TEST(Program, LinksNoCudaLibrary)
{
    QProcess process;
    process.start(QStringLiteral("readelf"), {QStringLiteral("-d"), QStringLiteral(DECODESCOPE_PROGRAM)});
    ASSERT_TRUE(process.waitForFinished());
    ASSERT_EQ(process.exitCode(), 0);
    const std::string needed = process.readAllStandardOutput().toStdString();
    EXPECT_NE(needed.find("libQt6"), std::string::npos) << "readelf saw the program's libraries";
    for (const char* library : {"libcuda", "libcudart", "libcublas", "libcupti"}) {
        EXPECT_EQ(needed.find(library), std::string::npos) << library;
    }
}

/// The programs of these tests have no display: nor has this one.
TEST(Window, WithoutAScreenSaysWhatHelpsAndThatCommandsWork)
{
    const auto result = runProgram({});
    EXPECT_EQ(result.exitCode, 4);
    for (const char* part : {"the window cannot open", "DISPLAY", "xvfb-run", "subcommands work without a display"}) {
        EXPECT_NE(result.err.find(part), std::string::npos) << result.err;
    }
    EXPECT_EQ(result.out, "");
}

TEST(Output, ThatCannotBeWrittenIsAnError)
{
    QProcess process;
    process.setStandardOutputFile(QStringLiteral("/dev/full"));
    process.start(QStringLiteral(DECODESCOPE_PROGRAM),
                  {QStringLiteral("size"), QStringLiteral("--preset"), QStringLiteral("llama-3.1-8b")});
    ASSERT_TRUE(process.waitForFinished());
    EXPECT_EQ(process.exitCode(), 4);
    EXPECT_NE(process.readAllStandardError().toStdString().find("standard output"), std::string::npos);
}

}  // namespace
}  // namespace decodescope
