#include "jobs/probe-job.h"

#include "decoding/decode-error.h"
#include "exchange/clock.h"
#include "exchange/exchange.h"
#include "jobs/timed-batch.h"

#include <algorithm>
#include <optional>

namespace wirefare {

namespace {

constexpr int mostPairs = 25;
constexpr double pairsMs = 500;
constexpr std::size_t leastPairs = 3;
constexpr double leastPairsMs = 5'000;

Download ask(const Cell &cell, Form form, ConnectionKeeper &connections, int timeoutMs)
{
    const QString trouble = connections.prepare(cell.target, cell.isCold, timeoutMs);
    if (!trouble.isEmpty())
        throw DecodeError(trouble);
    const QUrl url = connections.numbered(exchangeUrl(cell, form));
    Download download = connections.get(cell.target, url, cell.isCold, timeoutMs);
    if (download.outcome != Outcome::completed)
        throw DecodeError(download.reason());
    return download;
}

/** From call to body, less what the target says that it took. */
double answerMs(const Download &download)
{
    const auto &[computeMs, encodeMs, compressMs] = download.serverTiming();
    const DownloadStamps stamps = download.stamps();
    return stamps.body - stamps.call - std::max(0.0, computeMs) - std::max(0.0, encodeMs)
        - std::max(0.0, compressMs);
}

/**
 * What decompressing adds to an answer, since Qt has no decompressor of these codings that a program could call: the
 * median of pairs, over an open connection. Nothing where a server in front compresses while it sends, whose time nobody
 * tells apart.
 */
std::optional<double> decompressMs(Cell cell, ConnectionKeeper &connections, int timeoutMs)
{
    cell.isCold = false;
    std::vector<double> differences;
    const double start = nowMs();
    for (int pair = 0; pair <= mostPairs; ++pair) {
        const bool opaqueFirst = pair % 2 == 0;
        const Download first = ask(cell, opaqueFirst ? Form::opaque : Form::asItIs, connections, timeoutMs);
        const Download second = ask(cell, opaqueFirst ? Form::asItIs : Form::opaque, connections, timeoutMs);
        const Download &usual = opaqueFirst ? second : first;
        if (usual.serverTiming().compressMs == 0)
            return std::nullopt;
        differences.push_back(answerMs(usual) - answerMs(opaqueFirst ? first : second));
        if (nowMs() - start > (differences.size() <= leastPairs ? leastPairsMs : pairsMs))
            break;
    }
    // The first pair warms up, unless it is all there is.
    if (differences.size() > 1)
        differences.erase(differences.begin());
    return medianOf(std::move(differences));
}

std::optional<double> computeMs(const PreparedCell &prepared, const QByteArray &body)
{
    const int times = prepared.cell.clientComputations();
    if (times == 0)
        return std::nullopt;
    Work &work = *prepared.work;
    work.decode(body);
    const auto prepare = [&work](int copies) { work.copy(copies); };
    // As in the exchange: the second computation of e5 finds what the first has sorted.
    const auto mean = meanInBatchMs(prepare, [&work, times](int index) {
        for (int done = 0; done < times; ++done)
            work.computeOnCopy(index);
    });
    return mean ? std::optional(*mean / times) : std::nullopt;
}

QJsonValue jsonOf(const std::optional<double> &ms)
{
    return ms ? QJsonValue(*ms) : QJsonValue();
}

QJsonObject probeCell(const QJsonObject &spec, const QJsonObject &job, ConnectionKeeper &connections)
{
    const int timeoutMs = timeoutMsOf(job);
    const PreparedCell prepared = prepareCell(spec);
    const Cell &cell = prepared.cell;
    const QByteArray body = ask(cell, Form::asItIs, connections, timeoutMs).body;
    Work &work = *prepared.work;
    const QJsonValue withinMs = job.value(QLatin1String("decodeWithinMs"));
    std::optional<double> decodeMs;
    std::optional<double> computedMs;
    std::optional<double> decompressedMs;
    if (withinMs.isDouble()) {
        decodeMs = medianWithinMs(
            withinMs.toDouble(), [&work] { work.clear(); }, [&work, &body] { work.decode(body); });
    } else {
        decodeMs = meanInBatchMs([&work](int) { work.clear(); }, [&work, &body](int) { work.decode(body); });
        computedMs = computeMs(prepared, body);
        if (cell.compression != QLatin1String("none"))
            decompressedMs = decompressMs(cell, connections, timeoutMs);
    }
    work.clear();
    return {
        {"cell", cell.id},
        {"decodeMs", jsonOf(decodeMs)},
        {"clientComputeMs", jsonOf(computedMs)},
        {"decompressMs", jsonOf(decompressedMs)},
        {"decompressBy", decompressedMs ? QJsonValue("difference") : QJsonValue()},
    };
}

} // namespace

QJsonArray probeCells(const QJsonObject &job, ConnectionKeeper &connections)
{
    QJsonArray results;
    for (const auto &each : job.value(QLatin1String("cells")).toArray()) {
        try {
            results.append(probeCell(each.toObject(), job, connections));
        } catch (const DecodeError &) {
            // Its exchanges are measured all the same.
        }
    }
    return results;
}

} // namespace wirefare
