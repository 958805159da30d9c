// What a run is given: everything it does to the outside goes through these.

import type { Clock } from '../base/clock.ts';
import type { Drivers } from '../drive/driver.ts';
import type { CpuWatch } from '../drive/processes/cpu-watch.ts';
import type { RecordWriter } from '../record/record-writer.ts';
import type { ControlServer } from './agents/control-server.ts';
import type { Listener } from './events.ts';

export interface RunContext {
  readonly clock: Clock;
  readonly drivers: Drivers;
  /** Begins to watch what others take of the machine; `groups` are our own processes. */
  readonly watchCpu: (groups: readonly number[]) => CpuWatch;
  readonly control: ControlServer;
  /** The address at which agents outside find this machine, where there are such. */
  readonly outsideHost: string;
  readonly writer: RecordWriter;
  /** Where datasets are kept. */
  readonly dataDir: string;
  readonly interrupted: AbortSignal;
  readonly tell: Listener;
}
