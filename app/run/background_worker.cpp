// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/background_worker.h"

#include <algorithm>
#include <utility>

namespace decodescope::app {

BackgroundWorker::BackgroundWorker() : m_thread([this](const std::stop_token& quit) { loop(quit); }) {}

BackgroundWorker::~BackgroundWorker()
{
    m_thread.request_stop();
    stopAll();
    m_thread.join();
}

void BackgroundWorker::post(Job job, std::string topic)
{
    {
        const std::lock_guard lock(m_mutex);
        if (!topic.empty()) {
            std::erase_if(m_waiting, [&](const Entry& entry) { return entry.topic == topic; });
            if (m_runningTopic == topic) {
                m_runningStop.request_stop();
            }
        }
        m_waiting.push_back({std::move(job), std::move(topic), std::stop_source{}});
    }
    m_wake.notify_one();
}

void BackgroundWorker::stopAll()
{
    const std::lock_guard lock(m_mutex);
    m_waiting.clear();
    m_runningStop.request_stop();
}

void BackgroundWorker::stopTopic(const std::string& topic)
{
    const std::lock_guard lock(m_mutex);
    std::erase_if(m_waiting, [&](const Entry& entry) { return entry.topic == topic; });
    if (m_runningTopic == topic) {
        m_runningStop.request_stop();
    }
}

void BackgroundWorker::loop(const std::stop_token& quit)
{
    while (true) {
        Entry entry;
        {
            std::unique_lock lock(m_mutex);
            m_wake.wait(lock, quit, [this] { return !m_waiting.empty(); });
            if (quit.stop_requested()) {
                return;
            }
            entry = std::move(m_waiting.front());
            m_waiting.pop_front();
            m_runningTopic = entry.topic;
            m_runningStop = entry.stop;
        }
        entry.job(entry.stop.get_token());
        const std::lock_guard lock(m_mutex);
        m_runningTopic.clear();
        m_runningStop = std::stop_source{std::nostopstate};
    }
}

}  // namespace decodescope::app
