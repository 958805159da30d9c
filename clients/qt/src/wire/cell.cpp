#include "wire/cell.h"

#include <QUrl>

#include <algorithm>

namespace wirefare {

namespace {

/** What the lab may plan for any client and this one does not do; empty where there is nothing. */
QString refusalOf(const QJsonObject &spec)
{
    if (!spec.value(QLatin1String("sequence")).isNull())
        return QStringLiteral("the Qt client carries no messages");
    if (!spec.value(QLatin1String("call")).isNull())
        return QStringLiteral("the Qt client makes no calls");
    if (spec.value(QLatin1String("shape")).toString() != QLatin1String("list"))
        return QStringLiteral("the Qt client decodes lists of books, videos and files");
    const bool isCold = spec.value(QLatin1String("connection")).toString() == QLatin1String("cold");
    if (isCold && spec.value(QLatin1String("protocol")).toString() != QLatin1String("http1"))
        return QStringLiteral("QNetworkAccessManager does not tell when a TLS handshake begins: no cold cells of https1");
#if QT_VERSION < QT_VERSION_CHECK(6, 3, 0)
    if (isCold)
        return QStringLiteral("the QNetworkAccessManager of Qt %1 does not tell when it connects: cold cells are for qt6")
            .arg(QLatin1String(qVersion()));
#endif
    return {};
}

QString parameter(const char *name, const QString &value)
{
    return QLatin1Char('&') + QLatin1String(name) + QLatin1Char('=') + QString::fromLatin1(QUrl::toPercentEncoding(value));
}

} // namespace

bool Cell::targetComputes() const
{
    return procedure == QLatin1String("e2") || procedure == QLatin1String("e4");
}

int Cell::clientComputations() const
{
    if (computation == QLatin1String("none"))
        return 0;
    if (procedure == QLatin1String("e3"))
        return 1;
    return procedure == QLatin1String("e5") ? 2 : 0;
}

int Cell::requests() const
{
    return procedure == QLatin1String("e4") ? 2 : 1;
}

Cell cellOf(const QJsonObject &spec)
{
    const auto text = [&spec](const char *name) { return spec.value(QLatin1String(name)).toString(); };
    Cell cell;
    cell.id = text("cell");
    cell.target.url = text("targetUrl");
    if (!text("secret").isEmpty())
        cell.target.secret = parameter("secret", text("secret"));
    cell.dataset = text("dataset");
    cell.format = text("format");
    cell.codec = text("codec");
    cell.encoder = text("encoder");
    cell.compression = text("compression");
    cell.procedure = text("procedure");
    cell.computation = text("computation");
    cell.level = spec.value(QLatin1String("level"));
    cell.schema = spec.value(QLatin1String("schema")).toObject();
    cell.n = spec.value(QLatin1String("n")).toInt();
    cell.isCold = text("connection") == QLatin1String("cold");
    cell.refusal = refusalOf(spec);
    return cell;
}

int timeoutMsOf(const QJsonObject &job)
{
    return static_cast<int>(std::min(job.value(QLatin1String("timeoutMs")).toDouble(), 1e9));
}

QString exchangeUrl(const Cell &cell, Form form)
{
    QString url = cell.target.url + QLatin1String("/exchange?dataset=")
        + QString::fromLatin1(QUrl::toPercentEncoding(cell.dataset)) + parameter("n", QString::number(cell.n))
        + parameter("format", cell.format) + parameter("codec", cell.encoder)
        + parameter("compression", cell.compression)
        + parameter("compute", cell.targetComputes() ? cell.computation : QStringLiteral("none"));
    if (!cell.level.isNull())
        url += parameter("level", QString::number(cell.level.toInt()));
    if (cell.isCold)
        url += parameter("connection", QStringLiteral("close"));
    if (form == Form::opaque)
        url += parameter("opaque", QStringLiteral("1"));
    return url + cell.target.secret;
}

QString emptyUrl(const Target &target, bool isCold)
{
    const QString url = target.url + QLatin1String("/bytes?n=0");
    return (isCold ? url + QLatin1String("&connection=close") : url) + target.secret;
}

} // namespace wirefare
