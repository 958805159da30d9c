// The advice as it is told: on the terminal or as JSON, and in the page.

import { relative } from 'node:path';
import type { Screened } from '../../advise/screening/screened.ts';
import { UserError } from '../../base/errors.ts';
import type { Host } from '../../base/host.ts';
import { howToSend } from '../../report/advice/how/how.ts';
import { sayHow } from '../../report/advice/how/how-report.ts';
import { htmlReport } from '../../report/html/html.ts';
import type { ReportInput } from '../../report/report.ts';
import { terminalReport } from '../../report/terminal/terminal.ts';
import type { CellFilter } from '../../study/study.ts';
import { sayEndOfRun } from '../run/run.ts';
import type { Measured, Surrounded } from '../study/measure-study.ts';
import { readRecord, stdoutLook, writeReport } from '../surroundings/record-files.ts';
import { sayOut } from '../surroundings/say-out.ts';
import type { AdviseFlags, AdviseSettings } from './flags.ts';
import { adviceJson } from './output.ts';

/** Answers the exit code. */
export async function report(
  { run, dir, input, html }: Measured,
  { weights, how }: AdviseSettings,
  flags: AdviseFlags,
  screened: readonly Screened[],
  host: Host,
  around: Surrounded = {},
): Promise<number> {
  const told = await weighed(input, dir, weights, host);
  // What was weighed stands in the page too.
  if (told !== input) await writeReport(dir, htmlReport, told);
  const ways = how === null ? null : howToSend(told, how);
  if (flags.json === true) host.out(adviceJson(told, screened, ways));
  else {
    const look = stdoutLook(host, relative(host.cwd, html));
    await terminalReport.render(told, (text) => sayOut(host, String(text)), look);
    if (ways !== null && ways.length > 0) host.out(`\n${sayHow(ways)}`);
    // A page shows it.
    if (around.watcher === undefined && ways === null && howToSend(told).length > 0)
      host.err(`note: the code that sends it so: wirefare report ${relative(host.cwd, dir)} --format how\n`);
  }
  return sayEndOfRun(run, dir, host, around);
}

/**
 * With the index over today's way; as it was where that was not measured, or has nothing of an item: advice
 * is told anyway.
 */
async function weighed(
  input: ReportInput,
  dir: string,
  weights: AdviseSettings['weights'],
  host: Host,
): Promise<ReportInput> {
  if (weights === null) return input;
  const networks = input.summary.advice?.networks ?? [];
  if (!networks.some((one) => one.kind === 'measured' && one.today !== null)) {
    host.err('note: no index by --weights: there was no time to measure what is sent today (--budget)\n');
    return input;
  }
  try {
    const baseline = sayBaseline(input.run.advice!.today.filter);
    return await readRecord(dir, { index: { weights, baseline } });
  } catch (thrown) {
    if (!(thrown instanceof UserError)) throw thrown;
    for (const { path, what } of thrown.problems)
      host.err(`note: no index by --weights: ${path === '' ? '' : `${path}: `}${what}\n`);
    return input;
  }
}

function sayBaseline(filter: CellFilter): string {
  return Object.entries(filter)
    .map(([factor, levels]) => `${factor}=${levels![0]}`)
    .join(',');
}
