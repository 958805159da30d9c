// What a reader has to know before the answers: that there are too few sessions, that the run's own check of
// itself failed, that something was left out.

import { count, listed, plural } from '../../base/figures/plurals.ts';
import { between, times } from '../../base/figures/ratios.ts';
import { typedRoughly } from '../../base/figures/times.ts';
import { FEWEST_SESSIONS } from '../../base/least-evidence.ts';
import type { RunFile } from '../../record/record.ts';
import { finishedRotations } from '../../record/rotations.ts';
import { reachedSlowdown, saySlowdown } from '../../record/slowdown.ts';
import { measuresUrls } from '../../study/study.ts';
import type { Summary, TwinAlarm } from '../../summary/summary.ts';
import { MARKS } from '../answers/answer.ts';
import { sayWhichMachines } from '../tables/machine-tables.ts';
import { usedMs } from './wall-time.ts';

export interface Caveats {
  /** What takes answers back or makes them provisional. */
  readonly alerts: readonly string[];
  /** What was left out, and why. */
  readonly notes: readonly string[];
}

const MOST_REASONS = 3;

export function sayCaveats(run: RunFile, summary: Summary): Caveats {
  return {
    alerts: [
      ...sayFailures(run, summary),
      ...sayProvisional(run, summary),
      ...summary.twinAlarms.map((alarm) => sayAlarm(alarm, summary)),
    ],
    notes: [...sayMachines(summary), ...saySlowed(run), ...sayLeftOut(summary), ...sayNotHeld(summary)],
  };
}

/** Of a merged record: whom its answers are about. */
function sayMachines({ machines = [] }: Summary): readonly string[] {
  const measured = machines.filter(({ sessions }) => sessions > 0).length;
  if (measured < 2) return [];
  const which = sayWhichMachines(measured);
  return [
    `${which.charAt(0).toUpperCase()}${which.slice(1)}. Times and items are taken together over all of them.`,
  ];
}

/** `The slower processor is emulated, …; of one thread: chromium asked 4×, reached 3.8× (3.7× to 3.9×)`. */
function saySlowed({ sessions }: RunFile): readonly string[] {
  const slowed = sessions.filter(({ status, slowdown }) => status === 'complete' && slowdown !== undefined);
  if (slowed.length === 0) return [];
  const kinds = Map.groupBy(slowed, ({ agent, slowdown }) => `${agent?.engine} ${slowdown!.asked}`);
  const told = [...kinds.values()].map((alike) => {
    const [{ agent, slowdown }] = alike as [(typeof alike)[number]];
    const reached = alike.flatMap((facts) => reachedSlowdown(facts.slowdown) ?? []);
    return `${agent?.engine ?? 'the client'} ${saySlowdown(slowdown!.asked, reached)}`;
  });
  return [
    `The slower processor is emulated, by a quota that all threads of the client share; of one thread: ${told.toSorted().join('; ')}.`,
  ];
}

/** A server that fails some of its requests: whoever runs it wants that first. */
function sayFailures({ study }: RunFile, { warnings }: Summary): readonly string[] {
  if (!measuresUrls(study)) return [];
  return warnings.filter(({ kind }) => kind === 'cell-failed').map(({ what }) => `Failed: ${what}.`);
}

/** `Provisional: every answer rests on 2 sessions and takes 4 at least. --budget 90s is about enough.` */
function sayProvisional(run: RunFile, { comparisons, claims }: Summary): readonly string[] {
  const answers = [...comparisons, ...claims.flatMap(({ answered }) => answered ?? [])];
  const provisional = answers.filter((answer) => answer.provisional).length;
  if (provisional === 0) return [];
  if (provisional < answers.length) {
    return [
      `Provisional are the answers with ${MARKS.provisional}: fewer than ${FEWEST_SESSIONS} sessions have their cells.`,
    ];
  }
  // Sessions of several browsers are not of one answer.
  const rotations =
    comparisons.length === 0 ? finishedRotations(run) : Math.min(...comparisons.map((each) => each.sessions));
  const enough = rotations > 0 && run.merged === undefined ? (usedMs(run) * FEWEST_SESSIONS) / rotations : 0;
  const how = enough > 0 ? ` --budget ${typedRoughly(enough)} is about enough.` : '';
  return [
    `Provisional: every answer rests on ${count(rotations, 'session')} and takes ${FEWEST_SESSIONS} at least.${how}`,
  ];
}

function sayAlarm({ twin, cells }: TwinAlarm, { comparisons }: Summary): string {
  const withheld = comparisons.filter(
    ({ asked, a, b }) => asked && (cells.includes(a) || cells.includes(b)),
  ).length;
  const answers =
    withheld === 0
      ? ''
      : ` ${count(withheld, 'comparison')} beside it ${plural(withheld, 'is', 'are')} withheld.`;
  return `Twin alarm: ${twin.cell} was measured twice under two names and differs from itself, ${times(twin.ratio)} ${between(twin.interval)}.${answers} Measure again, on a quieter machine.`;
}

/** `Predicted alone, without a measurement beside it: 3 cells over cable, 4g and 3g (no cargo)` */
function sayNotHeld({ held = [] }: Summary): readonly string[] {
  const missing = held.filter(({ totalMs }) => totalMs === null);
  return [...Map.groupBy(missing, ({ reason }) => reason)].map(([reason, some]) => {
    const networks = new Set(some.map(({ factors }) => factors.network));
    return `Predicted alone, without a measurement beside it: ${count(some.length, 'cell')} over ${listed([...networks])} (${reason})`;
  });
}

/** `Left out: 6 of 24 cells (the budget of 30 s has no time for it)` */
function sayLeftOut({ cells }: Summary): readonly string[] {
  const own = cells.filter(({ twinOf }) => twinOf === null);
  const skipped = own.filter(({ status }) => status === 'skipped');
  if (skipped.length === 0) return [];
  const reasons = [...Map.groupBy(skipped, ({ reason }) => reason)].toSorted(
    ([, a], [, b]) => b.length - a.length,
  );
  const told = reasons
    .slice(0, MOST_REASONS)
    .map(([reason, some]) => (reasons.length > 1 ? `${some.length}: ${reason}` : reason));
  const more = reasons.length > MOST_REASONS ? ['other reasons'] : [];
  return [`Left out: ${skipped.length} of ${count(own.length, 'cell')} (${listed([...told, ...more])})`];
}
