// The advice for one payload, in the time that it has.
//
//   read ─► sizes ─► times ─► times in the browser ─► contenders ─► a study ─► run ─► advice

import { libraryWeights } from '../../advise/library-weight.ts';
import { ADVISED_FORMATS } from '../../advise/screening/advised-formats.ts';
import type { Host } from '../../base/host.ts';
import type { Drivers } from '../../drive/driver.ts';
import { measureStudy, type Surrounded } from '../study/measure-study.ts';
import { chosenFrom } from './choose.ts';
import type { AdviseFlags } from './flags.ts';
import { type PrepareData, prepareData } from './prepared.ts';
import { screenAll } from './screen-all.ts';
import { describeTask } from './task.ts';
import { report } from './tell.ts';
import { requireWeighable } from './todays-way.ts';

export interface AskedAdvice {
  readonly sources: readonly string[];
  readonly flags: AdviseFlags;
  /** When its budget began, on the host's clock. */
  readonly startMs: number;
  /** Of its record; null: a fresh one. */
  readonly dir: string | null;
}

/** Answers the exit code. `prepare`: how its data are prepared. */
export async function adviseWithin(
  { sources, flags, startMs, dir }: AskedAdvice,
  host: Host,
  drivers: Drivers,
  around: Surrounded = {},
  prepare: PrepareData = prepareData,
): Promise<number> {
  const prepared = await prepare(sources, flags, host, madeBeside);
  const { settings } = prepared;
  const screened = await screenAll(prepared, host, drivers);
  requireWeighable(settings, screened.ways[screened.today]!);
  const asked = await chosenFrom(screened, settings, startMs, host, drivers);
  host.onStep?.({ doing: 'looking for all that is measured with' });
  const task = await describeTask(prepared, screened, asked, host, drivers);
  const measured = await measureStudy({ ...task, ...around, dir }, host, drivers);
  return report(measured, settings, flags, screened.screened, host, around);
}

/**
 * The agent page, and what libraries weigh: both follow from the sources alone, and are remembered until they
 * are needed. Sizes, beside which they are made, are no times. A failure is told by whoever waits for it.
 */
async function madeBeside(): Promise<void> {
  const { bundlePage } = await import('../../run/agents/bundle-page.ts');
  await Promise.all([bundlePage(), libraryWeights(ADVISED_FORMATS.flatMap(({ codecs }) => codecs))]);
}
