// What it would take to answer by the margin what was only told by how far apart it is at most.

import { grouped, shortNumber } from '../../base/figures/numbers.ts';
import { count, plural } from '../../base/figures/plurals.ts';
import { sayRoughly, typedRoughly } from '../../base/figures/times.ts';
import type { RunFile } from '../../record/record.ts';
import { measuresUrls } from '../../study/study.ts';
import type { Summary } from '../../summary/summary.ts';
import { usedMs } from '../words/wall-time.ts';
import type { Answer } from './answer.ts';
import { LONGEST_WAIT_MS } from './apart.ts';

/** Where the slowest takes so many times as long as half of them, both are told. */
const FAR_APART = 2;

/** Of what the study asks; empty where nothing of it would be told by more time. */
export function restAnswer(run: RunFile, { comparisons, margin, advice }: Summary): readonly Answer[] {
  // Nobody goes on with what several runs left.
  if (run.merged !== undefined) return [];
  const asked = comparisons.filter((each) => each.asked);
  const isOfUrls = measuresUrls(run.study);
  // A longer `measure` aims no further than this one did: what is told to its precision stays as it is.
  const rest = asked.filter(({ verdict }) => verdict === 'open' || (verdict === 'within' && !isOfUrls));
  const waitsMs = rest
    .flatMap(({ moreMs }) => (moreMs !== null && moreMs <= LONGEST_WAIT_MS ? [moreMs] : []))
    .toSorted((a, b) => a - b);
  if (advice !== undefined || waitsMs.length === 0) return [];
  const who = `${grouped(waitsMs.length)} of ${count(asked.length, 'comparison')}`;
  const text = `${who} can still be told${isOfUrls ? '' : ` to ±${shareAsSaid(margin)}`}: ${sayWaits(run, margin, waitsMs)}${sayBeyond(rest.length - waitsMs.length)}`;
  return [{ question: 'What would tell more?', part: '', sentences: [{ kind: 'note', where: '', text }] }];
}

function sayWaits(run: RunFile, margin: number, waitsMs: readonly number[]): string {
  const all = waitsMs.at(-1)!;
  const half = waitsMs[Math.ceil(waitsMs.length / 2) - 1]!;
  if (all <= FAR_APART * half) return `in about ${sayRoughly(all)} more (${typedOptions(run, margin, all)})`;
  return `half of them in about ${sayRoughly(half)} more (${typedOptions(run, margin, half)}), all in about ${sayRoughly(all)}`;
}

function sayBeyond(left: number): string {
  return left === 0 ? '' : `; ${left} more ${plural(left, 'is', 'are')} out of reach`;
}

/**
 * What a longer run is told. Records as they were made before cannot be gone on with, and `measure` takes no
 * precision.
 */
function typedOptions(run: RunFile, margin: number, moreMs: number): string {
  const budget = `--budget ${typedRoughly(usedMs(run) + moreMs)}`;
  const takesBudgetAlone = run.plan.design === 1 || measuresUrls(run.study);
  return takesBudgetAlone ? budget : `--precision ${shareAsSaid(margin).replace(' ', '')} ${budget}`;
}

/** `2 %` */
function shareAsSaid(share: number): string {
  return `${shortNumber(share * 100, 3)} %`;
}
