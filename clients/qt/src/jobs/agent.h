// The agent: registers, then takes one job after the other until there are no more.
#pragma once

#include "exchange/connection-keeper.h"
#include "exchange/download.h"
#include "jobs/known-answers.h"
#include "wire/lab.h"

namespace wirefare {

class Agent {
public:
    explicit Agent(Lab &lab) : m_lab(lab), m_connections(m_downloader), m_known(lab) {}

    /** Throws a LabError where the lab refuses something or is gone. */
    void run();

private:
    void doJob(const QJsonObject &job);

    Lab &m_lab;
    Downloader m_downloader;
    ConnectionKeeper m_connections;
    KnownAnswers m_known;
    int m_sequence = 0;
};

} // namespace wirefare
