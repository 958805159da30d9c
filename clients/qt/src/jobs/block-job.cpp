#include "jobs/block-job.h"

#include "decoding/decode-error.h"
#include "exchange/clock.h"
#include "jobs/sample.h"

#include <algorithm>
#include <utility>

namespace wirefare {

namespace {

bool isDrawn(const QJsonArray &compare, int visit, int nth)
{
    return std::any_of(compare.begin(), compare.end(), [&](const QJsonValue &each) {
        const QJsonObject drawn = each.toObject();
        return drawn.value(QLatin1String("visit")).toInt() == visit && drawn.value(QLatin1String("nth")).toInt() == nth;
    });
}

} // namespace

BlockJob::BlockJob(const QJsonObject &job, Lab &lab, ConnectionKeeper &connections, KnownAnswers &known, int &sequence)
    : m_job(job),
      m_timeoutMs(timeoutMsOf(job)),
      m_lab(lab),
      m_connections(connections),
      m_known(known),
      m_sequence(sequence),
      m_pendingSince(nowMs())
{
    for (const auto &each : job.value(QLatin1String("cells")).toArray()) {
        const QJsonObject spec = each.toObject();
        const QString id = spec.value(QLatin1String("cell")).toString();
        try {
            m_cells.emplace(id, prepareCell(spec));
        } catch (const DecodeError &error) {
            m_refused.emplace(id, QString::fromUtf8(error.what()));
        }
    }
}

void BlockJob::run()
{
    const double start = nowMs();
    const double stopAfterMs = m_job.value(QLatin1String("stopAfterMs")).toDouble();
    const double postEveryMs = m_job.value(QLatin1String("postEveryMs")).toDouble();
    const QJsonArray blocks = m_job.value(QLatin1String("blocks")).toArray();
    m_pendingSince = start;
    for (int index = 0; index < blocks.size(); ++index) {
        const QJsonObject block = blocks.at(index).toObject();
        const bool isInTime = runBlock(block);
        compareDrawn();
        m_blocks.append(block.value(QLatin1String("block")));
        const double now = nowMs();
        const bool isDone = index == blocks.size() - 1 || now - start >= stopAfterMs;
        // A target that hangs must be heard of before it has cost many times the time allowed.
        const bool isDue = isDone || !isInTime || now - m_pendingSince >= postEveryMs;
        if (isDue && !post(isDone))
            return;
        if (isDone)
            return;
    }
}

bool BlockJob::runBlock(const QJsonObject &block)
{
    const int number = block.value(QLatin1String("block")).toInt();
    const QJsonArray visits = block.value(QLatin1String("visits")).toArray();
    const QJsonArray compare = block.value(QLatin1String("compare")).toArray();
    for (int index = 0; index < visits.size(); ++index) {
        const QJsonObject visit = visits.at(index).toObject();
        const QString cell = visit.value(QLatin1String("cell")).toString();
        const int exchanges = visit.value(QLatin1String("exchanges")).toInt();
        Asked asked{};
        if (!find(cell, visits, asked))
            continue;
        for (int exchange = 0; exchange < exchanges; ++exchange) {
            ExchangeMarks marks = this->exchange(asked);
            const bool isLate = marks.outcome == Outcome::timedOut;
            if (marks.outcome == Outcome::completed && asked.cell != nullptr && isDrawn(compare, index, exchange))
                m_drawn.push_back({asked.cell, number, m_sequence, asked.cell->work->take()});
            m_done.push_back({cell, number, m_sequence++, asked.isCold, std::move(marks)});
            if (isLate)
                return false;
        }
    }
    return true;
}

ExchangeMarks BlockJob::exchange(const Asked &asked)
{
    if (asked.cell != nullptr)
        return carryOut(*asked.cell, m_connections, m_timeoutMs);
    if (asked.refusal.isEmpty())
        return carryOutEmpty(asked.target, asked.isCold, m_connections, m_timeoutMs);
    const double now = nowMs();
    return {Outcome::failed, asked.refusal, now, now, {}};
}

bool BlockJob::find(const QString &cell, const QJsonArray &visits, Asked &asked) const
{
    if (cell == QLatin1String("empty") || cell == QLatin1String("empty cold"))
        return findEmpty(cell != QLatin1String("empty"), visits, asked);
    const auto refused = m_refused.find(cell);
    if (refused != m_refused.end()) {
        asked = {nullptr, refused->second, {}, false};
        return true;
    }
    const auto found = m_cells.find(cell);
    if (found == m_cells.end())
        return false;
    asked = {&found->second, {}, found->second.cell.target, found->second.cell.isCold};
    return true;
}

bool BlockJob::findEmpty(bool isCold, const QJsonArray &visits, Asked &asked) const
{
    const Cell *any = nullptr;
    for (const auto &each : visits) {
        const auto found = m_cells.find(each.toObject().value(QLatin1String("cell")).toString());
        if (found == m_cells.end())
            continue;
        const Cell &cell = found->second.cell;
        if (any == nullptr || (any->isCold != isCold && cell.isCold == isCold))
            any = &cell;
    }
    if (any == nullptr)
        return false;
    asked = {nullptr, {}, any->target, isCold};
    return true;
}

void BlockJob::compareDrawn()
{
    for (const Drawn &drawn : std::exchange(m_drawn, {})) {
        const QString difference = m_known.differenceOf(drawn.cell->cell, *drawn.kept);
        m_compared.append(QJsonObject{
            {"cell", drawn.cell->cell.id},
            {"block", drawn.block},
            {"sequence", drawn.sequence},
            {"difference", difference.isEmpty() ? QJsonValue() : QJsonValue(difference.left(10'000))},
        });
    }
}

bool BlockJob::post(bool isDone)
{
    const double wallMs = nowMs() - m_pendingSince;
    QJsonArray samples;
    for (const Done &done : std::exchange(m_done, {}))
        samples.append(sampleOf({done.cell, done.block, done.sequence, done.isCold}, done.marks));
    const QJsonObject message{
        {"samples", samples},
        {"compared", std::exchange(m_compared, {})},
        {"blocks", std::exchange(m_blocks, {})},
        {"voided", QJsonArray()},
        {"done", isDone},
        {"wallMs", wallMs},
    };
    const bool goOn = m_lab.post("samples", QJsonDocument(message));
    m_connections.hasPosted();
    m_pendingSince = nowMs();
    return goOn;
}

} // namespace wirefare
