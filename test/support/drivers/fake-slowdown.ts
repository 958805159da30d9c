// A slowdown that slows nobody: a test sees what was asked for.

import type { EnvironmentError } from '../../../src/base/errors.ts';
import type { Placement } from '../../../src/drive/links/placement.ts';
import type { SlowdownDriver, SlowPlace } from '../../../src/drive/slow/slowdown.ts';

export class FakeSlowdown implements SlowdownDriver {
  /** How many times slower each place was made, in order. */
  readonly asked: number[] = [];
  /** Places that are open. */
  places = 0;
  /** Thrown by find() and open(). */
  missing: EnvironmentError | null = null;

  async find(): Promise<void> {
    if (this.missing !== null) throw this.missing;
  }

  async open(where: Placement | null): Promise<SlowPlace> {
    await this.find();
    this.places += 1;
    return {
      placement: {
        wrap: (path, args) => ({ path, args }),
        listenHost: '127.0.0.1',
        reach: async (port) => port,
        ...where,
      },
      slow: async (times) => void this.asked.push(times),
      close: async () => {
        this.places -= 1;
      },
    };
  }
}
