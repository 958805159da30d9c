#include "exchange/clock.h"

#include <chrono>
#include <limits>

namespace wirefare {

namespace {

using Clock = std::chrono::steady_clock;
using Milliseconds = std::chrono::duration<double, std::milli>;

const Clock::time_point origin = Clock::now();

double smallestStepMs()
{
    auto smallest = Clock::duration::max();
    const auto end = Clock::now() + std::chrono::milliseconds(1);
    auto before = Clock::now();
    // A step is always seen, even if all the time went by before the first look.
    while (before < end || smallest == Clock::duration::max()) {
        const auto now = Clock::now();
        if (now > before && now - before < smallest)
            smallest = now - before;
        before = now;
    }
    return Milliseconds(smallest).count();
}

} // namespace

double nowMs()
{
    return Milliseconds(Clock::now() - origin).count();
}

double timeOriginMs()
{
    const auto since1970 = std::chrono::system_clock::now().time_since_epoch();
    return Milliseconds(since1970).count() - nowMs();
}

double clockStepMs()
{
    static const double step = smallestStepMs();
    return step;
}

} // namespace wirefare
