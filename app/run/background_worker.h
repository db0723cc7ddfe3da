// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>

namespace decodescope::app {

/// One thread that runs jobs one after the other: measurements beside each other would falsify each other. A job gets a
/// token of its own; stopping ends the job that runs and forgets those that wait.
class BackgroundWorker {
public:
    using Job = std::function<void(std::stop_token)>;

    BackgroundWorker();
    /// Stops what runs and waits for it.
    ~BackgroundWorker();
    BackgroundWorker(const BackgroundWorker&) = delete;
    BackgroundWorker& operator=(const BackgroundWorker&) = delete;

    /// Queues a job. A waiting job of the same non-empty `topic` is replaced; a running one is asked to stop.
    void post(Job job, std::string topic = {});
    /// Stops the running job and drops the waiting ones.
    void stopAll();
    /// Stops the running job of this topic and drops waiting ones of it; others go on.
    void stopTopic(const std::string& topic);

private:
    struct Entry {
        Job job;
        std::string topic;
        std::stop_source stop;
    };
    void loop(const std::stop_token& quit);

    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::deque<Entry> m_waiting;
    std::string m_runningTopic;
    std::stop_source m_runningStop{std::nostopstate};
    std::jthread m_thread;  ///< last member: starts when everything else is there
};

}  // namespace decodescope::app
