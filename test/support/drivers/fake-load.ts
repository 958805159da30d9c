// Clients that ask nobody: a test says what they saw.

import type { EnvironmentError } from '../../../src/base/errors.ts';
import type {
  CoreShares,
  LoadAsk,
  LoadDriver,
  LoadFigures,
  RunningLoad,
} from '../../../src/drive/load/load.ts';
import { fakeLife } from './fake-life.ts';

export const SEEN: LoadFigures = {
  requests: 100,
  failed: 0,
  failure: '',
  dropped: null,
  waitMs: { mean: 5, p50: 4, p90: 8, p95: 9, p99: 10, max: 11 },
  latenessMs: null,
  wallMs: 1_000,
  cpuMs: { generator: 100, target: 200, copy: 0 },
  generatorWaitedMs: 0,
};

export class FakeLoad implements LoadDriver {
  /** Every load so far. */
  readonly asked: LoadAsk[] = [];
  readonly running = new Set<number>();
  /** What the clients of the next loads see. */
  seen: LoadFigures = SEEN;
  /** Thrown by find() and prepare(). */
  missing: EnvironmentError | null = null;

  async find(): Promise<void> {
    if (this.missing !== null) throw this.missing;
  }

  async prepare() {
    await this.find();
    return { path: '/fake/k6', version: '1.8.1' };
  }

  async cores(): Promise<CoreShares> {
    return { target: [0], generator: [1], machine: 2 };
  }

  async placeOn(): Promise<null> {
    return null;
  }

  async start(ask: LoadAsk): Promise<RunningLoad> {
    this.asked.push(ask);
    const pid = 800_000 + this.asked.length;
    this.running.add(pid);
    const life = fakeLife();
    const close = async () => {
      this.running.delete(pid);
    };
    return {
      pid,
      command: ['/fake/k6'],
      exited: life.exited,
      stop: async () => {
        await close();
        return this.seen;
      },
      close,
    };
  }
}
