// Timing of work that is done again and again, where one run is shorter than the clock can tell, or where one alone is
// not enough.
#pragma once

#include <functional>
#include <optional>
#include <vector>

namespace wirefare {

/**
 * Mean time of one run in milliseconds, from a batch; nothing where single runs are long enough. `prepare(runs)` makes
 * what they need beforehand, `run(index)` is one of them.
 */
std::optional<double> meanInBatchMs(const std::function<void(int)> &prepare, const std::function<void(int)> &run);

/**
 * Median over batches, as many as there is time for, after a first run that does not count; or that one, where it is long.
 * `prepare` comes before each batch, untimed.
 */
double medianWithinMs(double withinMs, const std::function<void()> &prepare, const std::function<void()> &run);

/** Of one at least. */
double medianOf(std::vector<double> values);

} // namespace wirefare
