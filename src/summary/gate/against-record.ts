// Rules held to a base that was measured in a run of its own: what one run cannot know of another is in the
// intervals, as where records are compared, and what nobody can know leaves a rule undecided.

import { FEWEST_SESSIONS } from '../../base/least-evidence.ts';
import { familyLevel } from '../../stats/answers/family.ts';
import type { GateRule } from '../../study/gate/gate-rules.ts';
import { isModelled } from '../bill/modelled-cells.ts';
import { difference, estimateIn } from '../records/compare-records.ts';
import { groundOf } from '../records/grounds.ts';
import { type RunTimes, runTimes } from '../samples/cell-times.ts';
import { countedSamples } from '../samples/counted-samples.ts';
import { metricTimes, timedAlike } from '../samples/metric-times.ts';
import { waitTimes } from '../samples/wait-times.ts';
import type { GateRecord, RuleCheck, RulePair } from './judged-rules.ts';

/** Of rules about how much longer something takes. `family`: so many intervals hold together. */
export function againstRecord(base: GateRecord, head: GateRecord, family: number) {
  const ground = groundOf(base.run, head.run);
  const alpha = familyLevel(1 - head.summary.confidence, family);
  const timesOf = timesInBoth(base, head);
  return ({ item, limit: { kind, ...limit } }: GateRule, pair: RulePair): RuleCheck => {
    const border = 'share' in limit ? 1 + limit.share : Number.POSITIVE_INFINITY;
    const [ofBase, ofHead] = timesOf(item, pair);
    const found = difference({ ground, alpha }, estimateIn(ofBase, pair.base), estimateIn(ofHead, pair.head));
    const { ratio: figure, interval } = found;
    const open = {
      ...pair,
      verdict: 'undecided',
      figure,
      interval,
      moreTimeHelps: true,
      holdsLimit: false,
    } as const;
    if (ground === 'other machine') return { ...open, because: ELSEWHERE, moreTimeHelps: false };
    if (isOfModel(base, pair.base) !== isOfModel(head, pair.head))
      return { ...open, figure: null, interval: null, because: OF_MODEL, moreTimeHelps: false };
    if (figure === null || interval === null)
      return {
        ...open,
        because: `no ${item} was measured of both`,
        // What head failed by otherwise than for lack of time ends the gate.
        moreTimeHelps: head.run.status === 'failed' && ofBase.cells.has(pair.base),
      };
    if (ground === 'other day') return { ...open, because: ANOTHER_DAY, moreTimeHelps: false };
    const ofRecord = whyWithheld(base, pair.base);
    if (ofRecord !== null) return { ...open, because: `base: ${ofRecord}`, moreTimeHelps: false };
    const withheld = whyWithheld(head, pair.head);
    if (withheld !== null) return { ...open, because: withheld };
    const decided = { ...pair, figure, interval, because: '', moreTimeHelps: false, holdsLimit: false };
    if (interval[0] > border) return { ...decided, verdict: 'broken' };
    if (interval[1] <= border) return { ...decided, verdict: 'kept' };
    const because = 'the interval, with what two runs differ by, holds the limit';
    return { ...open, because, holdsLimit: true };
  };
}

const BESIDE = 'measure base beside head';
const ELSEWHERE = `base was measured on another machine, or its browser ran on another one: ${BESIDE}`;
const ANOTHER_DAY = `base was measured more than a day before or after: ${BESIDE}`;
/** What a model says is never held against what packets took. */
const OF_MODEL = `the network of one of the two was modelled, and that of the other carried packets: ${BESIDE}`;

function isOfModel({ run }: GateRecord, id: string): boolean {
  const cell = run.plan.cells.find((one) => one.id === id);
  return cell !== undefined && isModelled(run, cell);
}

/** An item of a pair is timed in one way in both. */
function timesInBoth(base: GateRecord, head: GateRecord) {
  const [ofBase, ofHead] = [timesIn(base), timesIn(head)];
  return (item: GateRule['item'], pair: RulePair): readonly [base: RunTimes, head: RunTimes] => {
    if (item === 'total') return [ofBase.times, ofHead.times];
    const [own, other] = timedAlike(item, [
      { timesFor: ofBase.timesFor, cell: pair.base },
      { timesFor: ofHead.timesFor, cell: pair.head },
    ]);
    return [own.times, other.times];
  };
}

function timesIn({ run, samples, probes }: GateRecord) {
  const times = waitTimes(run, runTimes(run, countedSamples(run, samples)));
  return { times, timesFor: metricTimes(run, times, probes, null) };
}

function whyWithheld({ summary }: GateRecord, id: string): string | null {
  const cell = summary.cells.find((one) => one.id === id);
  if ((cell?.sessions ?? 0) < FEWEST_SESSIONS) return 'fewer than four sessions';
  const isAlarmed = summary.twinAlarms.some(({ cells }) => cells.includes(id));
  return isAlarmed ? 'a twin differs from its cell: something disturbed the run' : null;
}
