// Clients on a slower processor, behind an interface: the real slowdown is a quota of a control group
// (cgroup-slowdown.ts), tests have their own.

import type { Placement } from '../links/placement.ts';

/** A place on a processor of its own, which can be made slow. */
export interface SlowPlace {
  /** What is started in it, and all that this starts, is slowed together. */
  readonly placement: Placement;
  /** So many times from now on; until then it keeps its pace. */
  slow(times: number): Promise<void>;
  /** Ends what is left in it, and leaves nothing behind. Safe to call twice. */
  close(): Promise<void>;
}

export interface SlowdownDriver {
  /** Throws an EnvironmentError with what was tried and what mends it, where this machine slows nobody. */
  find(): Promise<void>;
  /** `where`: the place that it is in besides; null: where the lab is. */
  open(where: Placement | null): Promise<SlowPlace>;
}
