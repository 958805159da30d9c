#include "jobs/sample.h"

#include <algorithm>
#include <cmath>

namespace wirefare {

namespace {

/** Two stamps of the same instant may differ by this much. */
constexpr double orderSlackMs = 0.05;

/** Times in milliseconds, of one request or the sums over several. */
struct Items {
    double stallMs = 0;
    double connectMs = 0;
    double waitMs = 0;
    double serverComputeMs = 0;
    double encodeMs = 0;
    double compressMs = 0;
    double transferMs = 0;
    double deliveryMs = 0;
    double decodeMs = 0;
    qint64 bytesEncoded = 0;
    qint64 bytesDecoded = 0;
    bool isDoubtful = false;
};

/**
 * On a connection that is open, what is before the first byte of the answer is waiting: Qt 5 does not tell when it sends,
 * and the signal of Qt 6, which comes by the event loop, was seen to arrive with the answer on a machine that is busy.
 */
double requestStartOf(const DownloadStamps &stamps)
{
    return stamps.connectStart >= 0 ? stamps.requestSent : stamps.call;
}

bool isInOrder(const DownloadStamps &stamps, double decoded)
{
    const double marks[] = {stamps.call,     requestStartOf(stamps), stamps.responseStart,
                            stamps.lastByte, stamps.body,            decoded};
    return std::adjacent_find(std::begin(marks), std::end(marks),
                              [](double a, double b) { return b < a - orderSlackMs; })
        == std::end(marks);
}

void addStamped(Items &items, const RequestMarks &request, bool isCold)
{
    const DownloadStamps &stamps = request.stamps;
    const double requestStart = requestStartOf(stamps);
    if (requestStart < 0 || stamps.responseStart < 0) {
        items.isDoubtful = true;
        return;
    }
    const bool connected = stamps.connectStart >= 0;
    const double connectMs = connected ? requestStart - stamps.connectStart : 0;
    items.connectMs += connectMs;
    items.stallMs += requestStart - stamps.call - connectMs;
    items.waitMs += stamps.responseStart - requestStart;
    items.transferMs += stamps.lastByte - stamps.responseStart;
    items.deliveryMs += stamps.body - stamps.lastByte;
    items.bytesEncoded += request.bytesEncoded;
    items.bytesDecoded += request.bytesDecoded;
    items.isDoubtful = items.isDoubtful || !isInOrder(stamps, request.decoded) || (isCold && !connected);
}

void addRequest(Items &items, const RequestMarks &request, bool isCold)
{
    const auto &[computeMs, encodeMs, compressMs] = request.serverTiming;
    if (std::min({computeMs, encodeMs, compressMs}) < 0)
        items.isDoubtful = true;
    items.serverComputeMs += std::max(0.0, computeMs);
    items.encodeMs += std::max(0.0, encodeMs);
    items.compressMs += std::max(0.0, compressMs);
    items.decodeMs += request.decoded - request.stamps.body;
    addStamped(items, request, isCold);
}

/** Four decimals. */
double tidy(double ms)
{
    return std::round(ms * 1e4) / 1e4;
}

const char *wordFor(Outcome outcome)
{
    switch (outcome) {
    case Outcome::completed:
        return "completed";
    case Outcome::failed:
        return "failed";
    case Outcome::timedOut:
        break;
    }
    return "timed-out";
}

} // namespace

QJsonObject sampleOf(const SamplePlace &place, const ExchangeMarks &marks)
{
    const bool completed = marks.outcome == Outcome::completed;
    Items items;
    if (completed) {
        for (const RequestMarks &request : marks.requests)
            addRequest(items, request, place.isCold);
    }
    return {
        {"cell", place.cell},
        {"block", place.block},
        {"sequence", place.sequence},
        {"startMs", tidy(marks.start)},
        {"outcome", wordFor(marks.outcome)},
        {"reason", marks.reason.left(10'000)},
        {"totalMs", tidy(marks.end - marks.start)},
        {"requests", completed ? static_cast<int>(marks.requests.size()) : 0},
        // Qt does not tell when its own thread takes a request up: that is in waitMs, or, before it connects, in stallMs.
        {"queueMs", 0},
        {"stallMs", tidy(items.stallMs)},
        {"connectMs", tidy(items.connectMs)},
        {"tlsMs", 0},
        {"waitMs", tidy(items.waitMs)},
        {"serverComputeMs", tidy(items.serverComputeMs)},
        {"encodeMs", tidy(items.encodeMs)},
        {"compressMs", tidy(items.compressMs)},
        {"transferMs", tidy(items.transferMs)},
        {"deliveryMs", tidy(items.deliveryMs)},
        {"decodeMs", tidy(items.decodeMs)},
        {"clientComputeMs", completed ? tidy(marks.end - marks.requests.back().decoded) : 0},
        {"bytesEncoded", items.bytesEncoded},
        {"bytesDecoded", items.bytesDecoded},
        {"timingDoubtful", items.isDoubtful},
    };
}

} // namespace wirefare
