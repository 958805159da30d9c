// The clock that times exchanges: monotonic, in milliseconds from the program's start.
#pragma once

namespace wirefare {

double nowMs();

/** When nowMs() was 0, in milliseconds since 1970. */
double timeOriginMs();

/** The smallest step that the clock was seen to take, in milliseconds; above 0. Looks for about a millisecond, once. */
double clockStepMs();

} // namespace wirefare
