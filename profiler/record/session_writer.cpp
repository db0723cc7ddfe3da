// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/record/session_file.h"
#include "profiler/record/session_inserter.h"
#include "profiler/record/session_schema.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/file.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <span>
#include <thread>

namespace decodescope::profiler {
namespace {

constexpr std::chrono::milliseconds kCommitInterval{100};
/// Steps of one transaction at most: what a crash can lose, and how long a close can take to begin.
constexpr std::size_t kStepsPerCommit = 512;

/// What one database connection writes, and how far it is.
class SessionDatabase {
public:
    explicit SessionDatabase(const std::string& path)
        : m_database(sessionUri(path), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE | SQLite::OPEN_URI)
    {
        // Before the log takes over: then the file itself says what it is from its first moment on.
        m_database.exec("PRAGMA application_id=" + std::to_string(kSessionApplicationId));
        m_database.exec("PRAGMA journal_mode=WAL");
        // Commits reach the system's cache, which outlives the process; the disk is waited for at checkpoints only.
        m_database.exec("PRAGMA synchronous=NORMAL");
        SQLite::Transaction transaction(m_database);
        m_database.exec("PRAGMA user_version=" + std::to_string(kSessionVersion));
        m_database.exec(kSessionTables);
        m_database.exec("INSERT INTO meta VALUES ('format','DecodeScope session'), ('schema_version','" +
                        std::to_string(kSessionVersion) + "')");
        transaction.commit();
        m_inserter.emplace(m_database);
    }

    void add(std::shared_ptr<const RunRecord> run) { m_followed.push_back({std::move(run), -1, 0, false}); }

    /// Commits the next published steps; true while there are more. `last`: runs that have not ended are as ended as
    /// they will be.
    bool writeSome()
    {
        std::size_t room = kStepsPerCommit;
        bool more = false;
        std::optional<SQLite::Transaction> transaction;
        for (Followed& followed : m_followed) {
            // The end first: every step was published before it.
            const RunEnd* end = followed.run->end();
            const std::size_t published = followed.run->steps().size();
            const std::size_t upTo = std::min(published, followed.written + room);
            const bool ends = end != nullptr && upTo == published && !followed.ended;
            if (followed.index >= 0 && upTo == followed.written && !ends)
                continue;
            if (!transaction)
                transaction.emplace(m_database);
            if (followed.index < 0)
                followed.index = m_inserter->insertRun(followed.run->info());
            for (; followed.written < upTo; ++followed.written, --room)
                m_inserter->insertStep(followed.index, static_cast<std::int64_t>(followed.written),
                                       followed.run->steps()[followed.written]);
            if (ends) {
                m_inserter->insertEnd(followed.index, static_cast<std::int64_t>(published), *end);
                followed.ended = true;
            }
            more = more || upTo < published;
        }
        if (transaction)
            transaction->commit();
        std::erase_if(m_followed, [](const Followed& followed) { return followed.ended; });
        return more;
    }

    void warn(const std::vector<std::string>& warnings)
    {
        SQLite::Transaction transaction(m_database);
        for (std::size_t i = 0; i < warnings.size(); ++i)
            m_inserter->insertWarning(static_cast<std::int64_t>(i), warnings[i]);
        transaction.commit();
    }

    /// Leaves one file without companions.
    void finish()
    {
        m_inserter.reset();
        m_database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
        m_database.exec("PRAGMA journal_mode=DELETE");
    }

    const SQLite::Database& database() const { return m_database; }

private:
    struct Followed {
        std::shared_ptr<const RunRecord> run;
        std::int64_t index = -1;
        std::size_t written = 0;
        bool ended = false;
    };
    SQLite::Database m_database;
    std::optional<SessionInserter> m_inserter;
    std::vector<Followed> m_followed;
};

/// Whether a file is a session of ours (of any version), by what SQLite keeps in its first hundred bytes.
bool isSession(const std::string& path)
{
    char header[100] = {};
    std::ifstream in(path, std::ios::binary);
    if (!in.read(header, sizeof(header)) || std::strcmp(header, "SQLite format 3") != 0)
        return false;
    const unsigned char id[4] = {kSessionApplicationId >> 24 & 255, kSessionApplicationId >> 16 & 255,
                                 kSessionApplicationId >> 8 & 255, kSessionApplicationId & 255};
    return std::memcmp(header + 68, id, sizeof(id)) == 0;
}

/// Tells other writers that a file is being recorded into. SQLite's own locks last for a transaction only, and two
/// writers of one name would take away each other's log.
class WriterMark {
public:
    explicit WriterMark(const std::string& path) : m_descriptor(::open(path.c_str(), O_RDWR | O_CLOEXEC | O_NONBLOCK))
    {
        m_others = m_descriptor >= 0 && ::flock(m_descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    }
    ~WriterMark()
    {
        if (m_descriptor >= 0)
            ::close(m_descriptor);
    }
    WriterMark(const WriterMark&) = delete;
    WriterMark& operator=(const WriterMark&) = delete;
    bool isOthers() const { return m_others; }

private:
    int m_descriptor;
    bool m_others = false;
};

/// Refuses to write over what is not ours, or not whole yet.
Result<void> checkReplaceable(const std::string& path)
{
    std::error_code ignored;
    if (path.empty())
        return fail(ErrorCode::usage, "The recording has no file name");
    if (path.ends_with('/'))
        return fail(ErrorCode::usage, path + ": names a folder", "Give the recording a file name.");
    const std::filesystem::file_status status = std::filesystem::symlink_status(path, ignored);
    if (!std::filesystem::exists(status))
        return {};
    if (std::filesystem::is_directory(path, ignored))
        return fail(ErrorCode::usage, path + ": is a folder", "Give the recording a file name.");
    // An empty file is a name that was set aside, as mktemp does: there is nothing in it to lose.
    if (std::filesystem::is_regular_file(status) && std::filesystem::file_size(path, ignored) == 0)
        return {};
    if (!isSession(path))
        return fail(ErrorCode::usage, path + ": exists and is not a DecodeScope recording",
                    "Choose another name, or move the file away.");
    if (WriterMark(path).isOthers())
        return fail(ErrorCode::usage, path + ": another run is being recorded into it",
                    "Choose another name, or wait for that run to end.");
    return {};
}

constexpr std::array kCompanions{"", "-wal", "-shm", "-journal"};

void removeSession(const std::string& path)
{
    std::error_code ignored;
    for (const char* companion : kCompanions) std::filesystem::remove(path + companion, ignored);
}

/// The session that a new one replaces: out of the way, and back where it was unless the new one could be made.
class Replaced {
public:
    explicit Replaced(const std::string& path) : m_path(path), m_aside(path + ".decodescope-previous")
    {
        removeSession(m_aside);
        move(m_path, m_aside);
    }
    ~Replaced()
    {
        if (m_made) {
            removeSession(m_aside);
        } else {
            removeSession(m_path);
            move(m_aside, m_path);
        }
    }
    Replaced(const Replaced&) = delete;
    Replaced& operator=(const Replaced&) = delete;
    void made() { m_made = true; }

private:
    static void move(const std::string& from, const std::string& to)
    {
        std::error_code ignored;
        for (const char* companion : kCompanions) std::filesystem::rename(from + companion, to + companion, ignored);
    }
    std::string m_path, m_aside;
    bool m_made = false;
};

}  // namespace

struct SessionWriter::State {
    State(std::string file, std::unique_ptr<SessionDatabase> open)
        : path(std::move(file)), mark(path), database(std::move(open))
    {
    }

    void serve()
    {
        bool more = false;
        for (bool stopping = false; !stopping || more;) {
            std::vector<std::shared_ptr<const RunRecord>> fresh;
            {
                std::unique_lock lock(mutex);
                if (!more)
                    wake.wait_for(lock, kCommitInterval, [this] { return closing; });
                stopping = closing;
                fresh.swap(added);
                if (failure)
                    return;
            }
            try {
                for (std::shared_ptr<const RunRecord>& run : fresh) database->add(std::move(run));
                more = database->writeSome();
            } catch (const SQLite::Exception& error) {
                setFailure(sessionError(ErrorCode::runtime, path, "the recording could not be written", error,
                                        &database->database()));
                return;
            } catch (const std::exception& error) {
                setFailure({ErrorCode::runtime, path + ": the recording could not be written: " + error.what(), {}});
                return;
            }
        }
    }

    void setFailure(Error error)
    {
        const std::lock_guard lock(mutex);
        if (!failure)
            failure = std::move(error);
    }

    std::string path;
    WriterMark mark;  ///< outlives the database: closing any descriptor of a file ends SQLite's locks on it
    std::unique_ptr<SessionDatabase> database;
    std::mutex mutex;
    std::condition_variable wake;
    bool closing = false;
    std::vector<std::shared_ptr<const RunRecord>> added;
    std::vector<std::string> warnings;
    std::optional<Error> failure;
    std::jthread thread;
};

SessionWriter::SessionWriter(std::unique_ptr<State> state) : m_state(std::move(state)) {}

SessionWriter::~SessionWriter()
{
    if (m_state)
        static_cast<void>(close());
}

Result<std::unique_ptr<SessionWriter>> SessionWriter::create(const std::string& path)
{
    if (const Result<void> allowed = checkReplaceable(path); !allowed)
        return tl::unexpected(allowed.error());
    try {
        Replaced replaced(path);
        auto state = std::make_unique<State>(path, std::make_unique<SessionDatabase>(path));
        replaced.made();
        State* raw = state.get();
        state->thread = std::jthread([raw] { raw->serve(); });
        return std::unique_ptr<SessionWriter>(new SessionWriter(std::move(state)));
    } catch (const SQLite::Exception& error) {
        return tl::unexpected(sessionError(ErrorCode::runtime, path, "the recording could not be created", error));
    } catch (const std::exception& error) {
        return fail(ErrorCode::runtime, path + ": the recording could not be created: " + error.what());
    }
}

void SessionWriter::add(std::shared_ptr<const RunRecord> run)
{
    const std::lock_guard lock(m_state->mutex);
    m_state->added.push_back(std::move(run));
}

void SessionWriter::warn(std::vector<std::string> warnings)
{
    const std::lock_guard lock(m_state->mutex);
    m_state->warnings = std::move(warnings);
}

std::optional<Error> SessionWriter::error() const
{
    const std::lock_guard lock(m_state->mutex);
    return m_state->failure;
}

Result<void> SessionWriter::close()
{
    {
        const std::lock_guard lock(m_state->mutex);
        m_state->closing = true;
    }
    m_state->wake.notify_all();
    if (m_state->thread.joinable())
        m_state->thread.join();
    if (m_state->database && !m_state->failure) {
        try {
            m_state->database->warn(m_state->warnings);
            m_state->database->finish();
        } catch (const SQLite::Exception& error) {
            m_state->setFailure(sessionError(ErrorCode::runtime, m_state->path, "the recording could not be completed",
                                             error, &m_state->database->database()));
        }
    }
    m_state->database.reset();
    if (m_state->failure)
        return tl::unexpected(*m_state->failure);
    return {};
}

Result<void> writeSession(const std::string& path, const Recording& recording)
{
    if (const Result<void> allowed = checkReplaceable(path); !allowed)
        return tl::unexpected(allowed.error());
    const std::string part = path + ".part";
    const auto give = [&](Error error) -> Result<void> {
        removeSession(part);
        return tl::unexpected(std::move(error));
    };
    std::unique_ptr<SessionDatabase> database;
    try {
        removeSession(part);
        database = std::make_unique<SessionDatabase>(part);
        for (const std::shared_ptr<RunRecord>& run : recording.runs) database->add(run);
        while (database->writeSome()) {
        }
        database->warn(recording.warnings);
        database->finish();
    } catch (const SQLite::Exception& error) {
        Error described = sessionError(ErrorCode::runtime, path, "the recording could not be written", error,
                                       database ? &database->database() : nullptr);
        database.reset();
        return give(std::move(described));
    } catch (const std::exception& error) {
        database.reset();
        return give({ErrorCode::runtime, path + ": the recording could not be written: " + error.what(), {}});
    }
    database.reset();
    std::error_code renamed;
    std::filesystem::rename(part, path, renamed);
    if (renamed)
        return give({ErrorCode::runtime, path + ": the recording could not be put in place: " + renamed.message(),
                     "Check that the folder can be written."});
    std::error_code ignored;
    for (const char* companion : std::span(kCompanions).subspan(1)) std::filesystem::remove(path + companion, ignored);
    return {};
}

}  // namespace decodescope::profiler
