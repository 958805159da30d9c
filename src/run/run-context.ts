// What a run is given: everything it does to the outside goes through these.

import type { Clock } from '../base/clock.ts';
import type { Drivers, RunningTarget } from '../drive/driver.ts';
import type { CpuWatch, OwnGroups } from '../drive/processes/cpu-watch.ts';
import type { CertificateFiles } from '../drive/targets/certificate.ts';
import type { PlannedCell } from '../plan/plan.ts';
import type { RecordWriter } from '../record/record-writer.ts';
import type { ControlServer } from './agents/control-server.ts';
import type { Listener } from './events.ts';

export interface RunContext {
  readonly clock: Clock;
  readonly drivers: Drivers;
  /** Begins to watch what others take of the machine; `groups` are our own processes. */
  readonly watchCpu: (groups: OwnGroups) => CpuWatch;
  /**
   * Begins to watch whether a target keeps its ways while these cells are measured. `seed`: the session's;
   * `within`: how long one of its answers is waited for now that may take so long at most, ms.
   */
  readonly watchTarget: (
    target: RunningTarget,
    cells: readonly PlannedCell[],
    seed: number,
    within: (mostMs: number) => number,
  ) => Promise<TargetWatch>;
  readonly control: ControlServer;
  /** The address at which that client finds this machine; null: it comes by loopback. */
  readonly addressFor: (browser: string) => string | null;
  /** Of what clients on other machines ask; null where none of them speaks TLS. */
  readonly networkCertificate: CertificateFiles | null;
  readonly writer: Pick<RecordWriter, 'dir' | 'appendSamples' | 'appendProbes' | 'writeRun'>;
  /** Where datasets are kept. */
  readonly dataDir: string;
  readonly interrupted: AbortSignal;
  readonly tell: Listener;
  /** Resolves when this process does nothing else that takes a core; absent: it never does. */
  readonly untilQuiet?: (() => Promise<void>) | undefined;
}

export interface TargetWatch {
  /** What is wrong now, one sentence for each thing; none where the target does what it did. */
  again(): Promise<readonly string[]>;
}
