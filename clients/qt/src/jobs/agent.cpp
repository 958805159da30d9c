#include "jobs/agent.h"

#include "exchange/clock.h"
#include "exchange/work.h"
#include "jobs/block-job.h"
#include "jobs/check-job.h"
#include "jobs/probe-job.h"

#include <QJsonArray>
#include <QSysInfo>
#include <QThread>

namespace wirefare {

namespace {

constexpr int protocolVersion = 8;

QJsonObject registration(bool speaksTls)
{
    QJsonArray protocols{"http1"};
    if (speaksTls)
        protocols.append("https1");
    const QString version = QString::fromLatin1(qVersion());
    return {
        {"protocol", protocolVersion},
        {"engine", "qt" + QString::number(QT_VERSION_MAJOR)},
        {"engineVersion", version},
        {"userAgent", "Qt " + version + " on " + QSysInfo::prettyProductName()},
        {"cores", QThread::idealThreadCount()},
        {"crossOriginIsolated", true},
        {"visible", true},
        {"clockStepUs", clockStepMs() * 1e3},
        {"codecs", QJsonArray::fromStringList(codecNames())},
        {"transports", QJsonArray()},
        {"protocols", protocols},
        {"timeOriginMs", timeOriginMs()},
    };
}

} // namespace

void Agent::run()
{
    m_lab.registerAgent(registration(m_downloader.speaksTls()));
    for (;;) {
        const QJsonObject job = m_lab.nextJob();
        if (job.value(QLatin1String("kind")) == QLatin1String("end"))
            return;
        doJob(job);
    }
}

void Agent::doJob(const QJsonObject &job)
{
    // Asking for it may have taken as long as posting does.
    m_connections.hasPosted();
    const QString kind = job.value(QLatin1String("kind")).toString();
    if (kind == QLatin1String("check"))
        m_lab.post("checks", QJsonDocument(checkCells(job, m_lab, m_connections)));
    else if (kind == QLatin1String("blocks"))
        BlockJob(job, m_lab, m_connections, m_known, m_sequence).run();
    else if (kind == QLatin1String("probe"))
        m_lab.post("probes", QJsonDocument(probeCells(job, m_connections)));
    else if (kind != QLatin1String("wait"))
        throw LabError(QStringLiteral("no job that a Qt client knows: %1").arg(kind));
}

} // namespace wirefare
