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
    marks.outcome = outcome;
    marks.reason = reason;
    marks.end = nowMs();
}

/** Request and decoding, again and again; false where the exchange has failed. */
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
    connections.prepare(cell.targetUrl, cell.isCold, timeoutMs);
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

    if (work.count() != cell.n)
        fail(marks, Outcome::failed, QStringLiteral("%1 records, expected %2").arg(work.count()).arg(cell.n));
    return marks;
}

ExchangeMarks carryOutEmpty(const QString &targetUrl, bool isCold, ConnectionKeeper &connections, int timeoutMs)
{
    ExchangeMarks marks;
    connections.prepare(targetUrl, isCold, timeoutMs);
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
