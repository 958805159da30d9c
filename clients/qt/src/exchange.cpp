#include "exchange.h"

#include "clock.h"
#include "decode-error.h"

namespace wirefare {

namespace {

RequestMarks marksOf(const Download &download, double decoded)
{
    return {download.stamps,       download.serverTiming, download.contentEncoding,
            download.bytesEncoded, download.body.size(),  decoded};
}

void fail(ExchangeMarks &marks, Outcome outcome, const QString &reason)
{
    marks.requests.clear();
    marks.outcome = outcome;
    marks.reason = reason;
    marks.end = nowMs();
}

/** Before time runs; false where what is needed cannot be had, for which the exchange fails. */
bool connectFor(const QString &targetUrl, bool isCold, ConnectionKeeper &connections, int timeoutMs,
                ExchangeMarks &marks)
{
    marks.start = nowMs();
    const QString reason = connections.prepare(targetUrl, isCold, timeoutMs);
    if (!reason.isEmpty())
        fail(marks, Outcome::failed, reason);
    return reason.isEmpty();
}

/** One request and its decoding; false where the exchange has failed. */
bool requestAndDecode(const PreparedCell &prepared, const QUrl &url, ConnectionKeeper &connections, int timeoutMs,
                      ExchangeMarks &marks)
{
    const Cell &cell = prepared.cell;
    const Download download = connections.get(cell.targetUrl, url, cell.isCold, timeoutMs);
    if (marks.requests.empty())
        marks.start = download.stamps.call;
    if (download.outcome != Outcome::completed) {
        fail(marks, download.outcome, download.reason);
        return false;
    }
    try {
        prepared.work->decode(download.body);
    } catch (const DecodeError &error) {
        fail(marks, Outcome::failed, QString::fromUtf8(error.what()));
        return false;
    }
    marks.requests.push_back(marksOf(download, nowMs()));
    return true;
}

} // namespace

PreparedCell prepareCell(const QJsonObject &spec)
{
    Cell cell = cellOf(spec);
    auto work = workFor(cell);
    QString url = exchangeUrl(cell);
    return {std::move(cell), std::move(url), std::move(work)};
}

ExchangeMarks carryOut(const PreparedCell &prepared, ConnectionKeeper &connections, int timeoutMs)
{
    const Cell &cell = prepared.cell;
    Work &work = *prepared.work;
    ExchangeMarks marks;
    marks.requests.reserve(static_cast<std::size_t>(cell.requests()));
    work.clear();
    if (!connectFor(cell.targetUrl, cell.isCold, connections, timeoutMs, marks))
        return marks;
    std::vector<QUrl> urls;
    for (int request = 0; request < cell.requests(); ++request)
        urls.push_back(connections.numbered(prepared.url));

    for (const QUrl &url : urls) {
        if (!requestAndDecode(prepared, url, connections, timeoutMs, marks))
            return marks;
    }
    for (int done = 0; done < cell.clientComputations(); ++done)
        work.compute();
    marks.end = cell.clientComputations() == 0 ? marks.requests.back().decoded : nowMs();

    // Decoding cannot be aborted; what took too long is told all the same.
    if (marks.end - marks.start > timeoutMs)
        fail(marks, Outcome::timedOut, QStringLiteral("longer than %1 ms").arg(timeoutMs));
    else if (work.count() != cell.n)
        fail(marks, Outcome::failed, QStringLiteral("%1 records, expected %2").arg(work.count()).arg(cell.n));
    return marks;
}

ExchangeMarks carryOutEmpty(const QString &targetUrl, bool isCold, ConnectionKeeper &connections, int timeoutMs)
{
    ExchangeMarks marks;
    if (!connectFor(targetUrl, isCold, connections, timeoutMs, marks))
        return marks;
    const QUrl url = connections.numbered(emptyUrl(targetUrl, isCold));
    const Download download = connections.get(targetUrl, url, isCold, timeoutMs);
    marks.start = download.stamps.call;
    if (download.outcome != Outcome::completed) {
        fail(marks, download.outcome, download.reason);
        return marks;
    }
    marks.requests.push_back(marksOf(download, download.stamps.body));
    marks.end = download.stamps.body;
    return marks;
}

} // namespace wirefare
