#include "exchange/exchange.h"

#include "decoding/decode-error.h"
#include "exchange/clock.h"

#include <algorithm>

namespace wirefare {

namespace {

struct Decoded {
    Download download;
    double decoded = 0;
};

RequestMarks marksOf(const Download &download, double decoded)
{
    return {download.stamps(),       download.serverTiming(), download.contentEncoding(),
            download.bytesEncoded(), download.body.size(),    decoded};
}

void fail(ExchangeMarks &marks, Outcome outcome, const QString &reason)
{
    marks.requests.clear();
    marks.outcome = outcome;
    marks.reason = reason;
    marks.end = nowMs();
}

/** Before time runs; false where what is needed cannot be had, for which the exchange fails. */
bool connectFor(const Target &target, bool isCold, ConnectionKeeper &connections, int timeoutMs,
                ExchangeMarks &marks)
{
    marks.start = nowMs();
    const QString reason = connections.prepare(target, isCold, timeoutMs);
    if (!reason.isEmpty())
        fail(marks, Outcome::failed, reason);
    return reason.isEmpty();
}

/** What came of one request, decoded; false where the exchange has failed. */
bool decodeInto(const PreparedCell &prepared, Decoded &one, ExchangeMarks &marks)
{
    if (one.download.outcome != Outcome::completed) {
        fail(marks, one.download.outcome, one.download.reason());
        return false;
    }
    try {
        prepared.work->decode(one.download.body);
        one.decoded = nowMs();
        return true;
    } catch (const DecodeError &error) {
        fail(marks, Outcome::failed, QString::fromUtf8(error.what()));
        return false;
    }
}

/** Of several requests each begins where the one before it was decoded. */
void keepMarks(const std::vector<Decoded> &requests, ExchangeMarks &marks)
{
    for (const Decoded &each : requests) {
        RequestMarks request = marksOf(each.download, each.decoded);
        if (!marks.requests.empty())
            request.stamps.call = marks.requests.back().decoded;
        marks.requests.push_back(std::move(request));
    }
    marks.start = marks.requests.front().stamps.call;
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
    work.clear();
    if (!connectFor(cell.target, cell.isCold, connections, timeoutMs, marks))
        return marks;
    std::vector<QUrl> urls;
    for (int request = 0; request < cell.requests(); ++request)
        urls.push_back(connections.numbered(prepared.url));
    // Kept until time has run, so that nothing is freed meanwhile.
    std::vector<Decoded> requests;
    requests.reserve(urls.size());

    const double start = nowMs();
    for (const QUrl &url : urls) {
        // What is allowed is for all of them together.
        const int leftMs = std::max(1, timeoutMs - static_cast<int>(nowMs() - start));
        requests.push_back({connections.get(cell.target, url, cell.isCold, leftMs)});
        if (!decodeInto(prepared, requests.back(), marks)) {
            marks.start = requests.front().download.stamps().call;
            return marks;
        }
    }
    for (int done = 0; done < cell.clientComputations(); ++done)
        work.compute();
    marks.end = cell.clientComputations() == 0 ? requests.back().decoded : nowMs();

    keepMarks(requests, marks);
    // Decoding cannot be aborted; what took too long is told all the same.
    if (marks.end - marks.start > timeoutMs)
        fail(marks, Outcome::timedOut, QStringLiteral("longer than %1 ms").arg(timeoutMs));
    else if (work.count() != cell.n)
        fail(marks, Outcome::failed, QStringLiteral("%1 records, expected %2").arg(work.count()).arg(cell.n));
    return marks;
}

ExchangeMarks carryOutEmpty(const Target &target, bool isCold, ConnectionKeeper &connections, int timeoutMs)
{
    ExchangeMarks marks;
    if (!connectFor(target, isCold, connections, timeoutMs, marks))
        return marks;
    const QUrl url = connections.numbered(emptyUrl(target, isCold));
    const Download download = connections.get(target, url, isCold, timeoutMs);
    const DownloadStamps stamps = download.stamps();
    marks.start = stamps.call;
    if (download.outcome != Outcome::completed) {
        fail(marks, download.outcome, download.reason());
        return marks;
    }
    marks.requests.push_back(marksOf(download, stamps.body));
    marks.end = stamps.body;
    return marks;
}

} // namespace wirefare
