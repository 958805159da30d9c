#include "jobs/check-job.h"

#include "decoding/decode-error.h"
#include "exchange/exchange.h"

#include <QJsonDocument>
#include <QStringList>

#include <optional>

namespace wirefare {

namespace {

struct Checked {
    QString difference;
    qint64 bytesEncoded = 0;
    qint64 bytesDecoded = 0;
    QString contentEncoding;
    int compared = 0;
};

/** `gzip, br;q=0.5, zstd;q=0` → gzip, br */
QStringList codingsIn(const QString &acceptEncoding)
{
    QStringList codings;
    for (const QString &each : acceptEncoding.split(QLatin1Char(','))) {
        const QStringList parts = each.split(QLatin1Char(';'));
        const QString weight = parts.value(1).trimmed();
        const bool isRefused = weight.startsWith(QLatin1String("q=0")) && weight.mid(2).toDouble() == 0;
        if (!isRefused)
            codings.append(parts.first().trimmed().toLower());
    }
    return codings;
}

/** Why an answer of this cell would be none that Qt asks for; empty where it would be. */
QString notOffered(const Cell &cell, ConnectionKeeper &connections, int timeoutMs)
{
    if (cell.compression == QLatin1String("none"))
        return {};
    const QUrl url(cell.target.url + QLatin1String("/about"), QUrl::StrictMode);
    const Download about = connections.get(cell.target, url, false, timeoutMs);
    if (about.outcome != Outcome::completed)
        return QLatin1String("/about: ") + about.reason();
    const QJsonObject request =
        QJsonDocument::fromJson(about.body).object().value(QLatin1String("request")).toObject();
    const QJsonValue accepted = request.value(QLatin1String("acceptEncoding"));
    if (!accepted.isString() || codingsIn(accepted.toString()).contains(cell.compression))
        return {};
    return QStringLiteral("the client does not offer %1, only %2").arg(cell.compression, accepted.toString());
}

/** The same bytes as they are, counted: an answer that is compressed while it is sent does not tell its length. */
qint64 countOnTheWire(const Cell &cell, ConnectionKeeper &connections, int timeoutMs)
{
    if (!connections.prepare(cell.target, cell.isCold, timeoutMs).isEmpty())
        return 0;
    const QUrl url = connections.numbered(exchangeUrl(cell, Form::opaque));
    return connections.get(cell.target, url, cell.isCold, timeoutMs).body.size();
}

QString wrongEncoding(const Cell &cell, const QString &contentEncoding)
{
    const QString wanted = cell.compression == QLatin1String("none") ? QString() : cell.compression;
    if (contentEncoding == wanted)
        return {};
    return QStringLiteral("Content-Encoding \"%1\" came, \"%2\" was asked for").arg(contentEncoding, wanted);
}

Checked checkCell(const QJsonObject &spec, Lab &lab, ConnectionKeeper &connections, int timeoutMs)
{
    Checked checked;
    const PreparedCell prepared = prepareCell(spec);
    const Cell &cell = prepared.cell;
    checked.difference = notOffered(cell, connections, timeoutMs);
    if (!checked.difference.isEmpty())
        return checked;
    const ExchangeMarks marks = carryOut(prepared, connections, timeoutMs);
    if (marks.outcome != Outcome::completed) {
        checked.difference = marks.reason;
        return checked;
    }
    const RequestMarks &request = marks.requests.back();
    checked.contentEncoding = QString::fromLatin1(request.contentEncoding);
    checked.bytesDecoded = request.bytesDecoded;
    checked.bytesEncoded =
        request.bytesEncoded > 0 ? request.bytesEncoded : countOnTheWire(cell, connections, timeoutMs);
    checked.difference = prepared.work->differenceFrom(lab.original(cell.id));
    if (checked.difference.isEmpty())
        checked.difference = wrongEncoding(cell, checked.contentEncoding);
    checked.compared = 1;
    return checked;
}

QJsonObject resultOf(const QString &cell, const Checked &checked)
{
    return {
        {"cell", cell},
        {"difference", checked.difference.isEmpty() ? QJsonValue() : QJsonValue(checked.difference.left(10'000))},
        {"bytesEncoded", checked.bytesEncoded},
        {"bytesDecoded", checked.bytesDecoded},
        {"contentEncoding", checked.contentEncoding},
        {"compared", checked.compared},
    };
}

} // namespace

QJsonArray checkCells(const QJsonObject &job, Lab &lab, ConnectionKeeper &connections)
{
    const int timeoutMs = timeoutMsOf(job);
    QJsonArray results;
    for (const auto &each : job.value(QLatin1String("cells")).toArray()) {
        const QJsonObject spec = each.toObject();
        Checked checked;
        try {
            checked = checkCell(spec, lab, connections, timeoutMs);
        } catch (const DecodeError &error) {
            checked.difference = QString::fromUtf8(error.what());
        }
        results.append(resultOf(spec.value(QLatin1String("cell")).toString(), checked));
    }
    return results;
}

} // namespace wirefare
