// What sequences need from the rest of the target.

import type { Clock } from '../../base/clock.ts';
import type { StoredData } from '../../data/store/stored-data.ts';
import type { Features } from '../query.ts';

export interface MessageParts {
  readonly features: Features;
  readonly datasets: ReadonlyMap<string, StoredData>;
  /** Why that encoder cannot carry the dataset; null if it can. */
  refusalOf(dataset: string, format: string, encoder: string): string | null;
  readonly clock: Clock;
  /** CPU time of the process so far, ms; null if nobody counts it. */
  readonly cpuMs: (() => number) | null;
  /** Called with every internal failure, for the process's stderr. */
  onFailure(thrown: unknown): void;
}
