// What sequences need of the rest of the target.

import type { Clock } from '../../base/clock.ts';
import type { StoredData } from '../../data/store/stored-data.ts';
import type { Features } from '../query.ts';

export interface MessageParts {
  readonly features: Features;
  readonly datasets: ReadonlyMap<string, StoredData>;
  /** Why that encoder cannot carry the dataset; null where it can. */
  refusalOf(dataset: string, format: string, encoder: string): string | null;
  readonly clock: Clock;
  /** CPU time of the process so far, ms; null where nobody counts it. */
  readonly cpuMs: (() => number) | null;
  /** Told of every failure of ours, for the process's stderr. */
  onFailure(thrown: unknown): void;
}
