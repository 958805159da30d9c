// Blocks of visits, exchange after exchange; drawn answers are compared and samples posted between blocks.
#pragma once

#include "exchange/connection-keeper.h"
#include "exchange/exchange.h"
#include "jobs/known-answers.h"
#include "wire/lab.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QString>

#include <map>
#include <memory>
#include <vector>

namespace wirefare {

class BlockJob {
public:
    /** `sequence` goes on through the agent's life. */
    BlockJob(const QJsonObject &job, Lab &lab, ConnectionKeeper &connections, KnownAnswers &known, int &sequence);

    /** Until its last block is done, its time is over, or the lab wants no more of it. */
    void run();

private:
    struct Done {
        QString cell;
        int block;
        int sequence;
        bool isCold;
        ExchangeMarks marks;
    };

    /** A drawn answer, until its block is over. */
    struct Drawn {
        const PreparedCell *cell;
        int block;
        int sequence;
        std::unique_ptr<Kept> kept;
    };

    /** What is asked for at a visit: one of the cells, or, where that is null, the empty exchange at a target's. */
    struct Asked {
        const PreparedCell *cell;
        QString refusal;
        Target target;
        bool isCold;
    };

    ExchangeMarks exchange(const Asked &asked);
    /** false: it was ended by an exchange that took too long. */
    bool runBlock(const QJsonObject &block);
    /** false where the visit names none of the cells. */
    bool find(const QString &cell, const QJsonArray &visits, Asked &asked) const;
    bool findEmpty(bool isCold, const QJsonArray &visits, Asked &asked) const;
    void compareDrawn();
    bool post(bool isDone);

    const QJsonObject m_job;
    const int m_timeoutMs;
    Lab &m_lab;
    ConnectionKeeper &m_connections;
    KnownAnswers &m_known;
    int &m_sequence;
    std::map<QString, PreparedCell> m_cells;
    /** Why this client cannot have them. A job may name cells that failed their check, without a visit. */
    std::map<QString, QString> m_refused;
    std::vector<Done> m_done;
    std::vector<Drawn> m_drawn;
    QJsonArray m_compared;
    QJsonArray m_blocks;
    double m_pendingSince;
};

} // namespace wirefare
