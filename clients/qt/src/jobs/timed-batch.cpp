#include "jobs/timed-batch.h"

#include "exchange/clock.h"

#include <algorithm>
#include <cmath>

namespace wirefare {

namespace {

constexpr double stepsEnough = 4;
constexpr double stepsOfABatch = 200;
constexpr double stepsOfAShortBatch = 50;
constexpr int trials = 5;
constexpr int mostRepetitions = 2'000;
constexpr std::size_t mostBatches = 25;
/** A first run of so many shares of time is not repeated. */
constexpr double mostShares = 3;

double timeOf(int runs, const std::function<void(int)> &run)
{
    const double start = nowMs();
    for (int index = 0; index < runs; ++index)
        run(index);
    return nowMs() - start;
}

} // namespace

std::optional<double> meanInBatchMs(const std::function<void(int)> &prepare, const std::function<void(int)> &run)
{
    const double step = clockStepMs();
    double single = stepsOfABatch * step;
    for (int trial = 0; trial < trials; ++trial) {
        prepare(1);
        const double spent = timeOf(1, run);
        if (spent >= stepsOfABatch * step)
            return std::nullopt;
        single = std::min(single, spent);
    }
    if (single >= stepsEnough * step)
        return std::nullopt;
    const double wanted = std::ceil(stepsOfABatch * step / std::max(single, step / 4));
    const int repetitions = std::min(mostRepetitions, static_cast<int>(wanted));
    prepare(repetitions);
    return timeOf(repetitions, run) / repetitions;
}

double medianWithinMs(double withinMs, const std::function<void()> &prepare, const std::function<void()> &run)
{
    const auto timed = [&prepare, &run](int runs) {
        prepare();
        return timeOf(runs, [&run](int) { run(); });
    };
    const double until = nowMs() + withinMs;
    const double first = timed(1);
    if (first >= mostShares * withinMs)
        return first;
    const double batch = stepsOfAShortBatch * clockStepMs();
    int runs = 1;
    double spent = timed(runs);
    while (spent < batch && runs < mostRepetitions && nowMs() < until) {
        runs = std::min(2 * runs, mostRepetitions);
        spent = timed(runs);
    }
    std::vector<double> means{spent / runs};
    while (means.size() < mostBatches && nowMs() < until)
        means.push_back(timed(runs) / runs);
    return medianOf(std::move(means));
}

double medianOf(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

} // namespace wirefare
