// The advice as it is told: on the terminal or as JSON, and in the page.

import { relative } from 'node:path';
import type { Screened } from '../../advise/screened.ts';
import type { Host } from '../../base/host.ts';
import { htmlReport } from '../../report/html.ts';
import { terminalReport } from '../../report/terminal.ts';
import type { CellFilter } from '../../study/study.ts';
import type { Measured } from '../measure-study.ts';
import { lookOf, readRecord, writeReport } from '../record-files.ts';
import { exitCodeOf } from '../run.ts';
import type { AdviseFlags, AdviseSettings } from './flags.ts';
import { adviceJson } from './output.ts';

/** Answers the exit code. */
export async function report(
  { run, dir, input, html }: Measured,
  { weights }: AdviseSettings,
  flags: AdviseFlags,
  screened: readonly Screened[],
  host: Host,
): Promise<number> {
  const baseline = baselineOf(run.advice!.today.filter);
  const told = weights === null ? input : await readRecord(dir, { weights, baseline });
  // What was weighed stands in the page too.
  if (weights !== null) await writeReport(dir, htmlReport, told);
  if (flags.json === true) host.out(adviceJson(told, screened));
  else {
    const look = { ...lookOf(host), reportPath: relative(host.cwd, html) };
    host.out(terminalReport(told.run, told.summary, look));
  }
  return exitCodeOf(run, dir, host);
}

function baselineOf(filter: CellFilter): string {
  return Object.entries(filter)
    .map(([factor, levels]) => `${factor}=${levels![0]}`)
    .join(',');
}
