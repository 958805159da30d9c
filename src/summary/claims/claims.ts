// Published claims against what was measured: the geometric mean of the ratios of all pairs of cells that the
// claim is about, with a joint interval.

import { grouped, percent } from '../../base/figures/numbers.ts';
import { count, listed } from '../../base/figures/plurals.ts';
import { FACTOR_NAMES, type FactorName } from '../../factors/catalogue.ts';
import { wordOf } from '../../factors/cell.ts';
import type { NetworkProfile } from '../../network/profile.ts';
import { nameNetwork } from '../../network/say-network.ts';
import { type CellPair, cellsOfPair, pairsForClaim } from '../../plan/claims/claim-cells.ts';
import type { PlannedCell } from '../../plan/plan.ts';
import { whySkipped } from '../../plan/sessions/leave-out.ts';
import type { RunFile } from '../../record/record.ts';
import { familyLevel } from '../../stats/answers/family.ts';
import { isReplicatedForGood, judgeFigure, type Replication } from '../../stats/answers/replication.ts';
import { confidenceInterval } from '../../stats/estimates/estimate.ts';
import { isOfBytes, isOfIndex } from '../../study/resolve/resolve-claims.ts';
import type { Claim } from '../../study/study.ts';
import { isModelled } from '../bill/modelled-cells.ts';
import { type Answer, answerAtLooks, type Question } from '../comparisons/answer-at-looks.ts';
import { contrasted, geometricMeanTerms, onDifferentNodes, type Term } from '../comparisons/contrast.ts';
import type { FiguresAtLook, FiguresAtLooks } from '../comparisons/figures-at-looks.ts';
import type { TakenLook } from '../comparisons/looks-taken.ts';
import type { RunTimes } from '../samples/cell-times.ts';
import type { TwinAlarm } from '../summary.ts';
import type { ClaimPair, ClaimSummary } from './claim-summary.ts';
import { contraryPairs, judgePairs } from './every-pair.ts';
import { slopeName, slopesOf } from './slopes.ts';

export interface ClaimJudging {
  /** Held to their twins. */
  readonly looks: readonly TakenLook[];
  /** Twins beside which no answer is given, as the last look saw them. */
  readonly alarms: readonly TwinAlarm[];
}

export function claimSummary(
  run: RunFile,
  figuresAt: FiguresAtLooks,
  { looks, alarms }: ClaimJudging,
  claim: Claim,
): ClaimSummary {
  const known = new Map<TakenLook, Subject>();
  const subject = (at: TakenLook) => {
    const found = known.get(at) ?? subjectAt(run, figuresAt(at), claim);
    known.set(at, found);
    return found;
  };
  const margin = marginOf(run, claim);
  const answer = answered(subject, claim, margin, looks);
  const look = answer?.look ?? looks.at(-1)!;
  const told = subject(look);
  const { measured, wanted, pairs, standsIn } = told;
  const notes: string[] = [];
  if (standsIn && pairs.length > 0) notes.push(`measured on ${sayStandIn(claim, run.study.networks)}`);
  if (pairs.length < wanted.length || wanted.length === 0)
    notes.push(missingNote(run, measured, wanted, pairs));
  const isWhole = pairs.length === wanted.length;
  const result = {
    ...summaryOf(told, claim, margin, answer),
    ...(!isWhole && { pairsWanted: wanted.length }),
  };
  if (pairs.length > 0 && answer === null) notes.push(sayUntold(claim, told));
  const cells = pairs.flatMap(cellsOfPair);
  const isOfModel = cells.some((cell) => isModelled(run, cell));
  if (isOfModel) notes.push('modelled, not packets: not held against what was published');
  if (isOfModel) return { ...opened(result), note: notes.join('; ') };
  const short = shortTwin(look, cells);
  if (short !== undefined && !isOfBytes(claim))
    return { ...withheld(result), note: [...notes, shortNote(short, cells)].join('; ') };
  const alarm = alarms.find((one) => cells.some(({ id }) => one.cells.includes(id)));
  return alarm === undefined || isOfBytes(claim)
    ? { ...result, note: [...sayContrary(result), ...notes].join('; ') }
    : { ...withheld(result), note: [...notes, alarmNote(alarm)].join('; ') };
}

/** Twins differ in bytes by nothing: whatever differs there does. */
function marginOf(run: RunFile, claim: Claim): number {
  return isOfBytes(claim) ? 0 : run.study.protocol.margin;
}

/** What a claim is about, as a look sees it. */
interface Subject {
  /** The cells that were measured are in it. */
  readonly measured: RunTimes;
  /** What its ratio is made of: figures of cells, or slopes of them. */
  readonly figures: RunTimes;
  readonly isShare: boolean;
  readonly wanted: readonly CellPair[];
  /** Those of the wanted that were measured then. */
  readonly pairs: readonly CellPair[];
  readonly standsIn: boolean;
  /** Measured cells of which the figure has no logarithm. */
  readonly untold: readonly PlannedCell[];
  /** What stands for them in `figures`. */
  readonly ids: readonly IdPair[];
}

function subjectAt(run: RunFile, { times: whole, timesFor }: FiguresAtLook, claim: Claim): Subject {
  const { metric, shareOf, slope } = claim;
  const isShare = shareOf !== undefined;
  // Slopes are of means, which growth adds up to, as what is too short for the clock is.
  const ofMetric = metric === undefined && slope === undefined ? whole : figuresOf(metric ?? ['total']);
  const times = isShare ? sharesOfWhole(ofMetric, timesFor([shareOf])) : ofMetric;
  // A pair whose figure came out at 0 or less was measured all the same: a claim without it would be of the
  // pairs that noise let through. An index is none where its baseline was not measured.
  const measured = isOfIndex(claim) ? times : whole;
  const isMeasured = ({ id }: PlannedCell) => measured.cells.has(id);
  const { wanted, there: pairs, standsIn } = pairsForClaim(run.plan.cells, claim, isMeasured);
  const untold = [...new Set(pairs.flatMap(cellsOfPair))].filter(({ id }) => !times.cells.has(id));
  const figures = slope === undefined ? times : slopesOf(times, pairs, slope);
  const ids = pairs.map(({ numerator, denominator, from }): IdPair => {
    if (from === undefined) return { numerator: numerator.id, denominator: denominator.id };
    return {
      numerator: slopeName(numerator, from.numerator),
      denominator: slopeName(denominator, from.denominator),
    };
  });
  return { measured, figures, isShare, wanted, pairs, standsIn, untold, ids };

  /** Both sides of a ratio are timed in one way. */
  function figuresOf(figure: NonNullable<Claim['metric']>): RunTimes {
    if (isShare) return timesFor(figure);
    const { there } = pairsForClaim(run.plan.cells, claim, ({ id }) => whole.cells.has(id));
    return timesFor.alike(
      figure,
      there.map((pair) => cellsOfPair(pair).map(({ id }) => id)),
    );
  }
}

function shortTwin({ tooShort }: TakenLook, cells: readonly PlannedCell[]): TwinAlarm | undefined {
  return tooShort.find((one) => cells.some(({ id }) => one.cells.includes(id)));
}

function sayUntold({ slope, metric = ['total'] }: Claim, { untold, figures, isShare, ids }: Subject): string {
  if (untold.length > 0) {
    const where =
      untold.length > MOST_NAMED ? `${untold.length} of its cells` : listed(untold.map(({ id }) => id));
    return `${metric.join(' + ')} is 0 or less on average in ${where}, and nothing is a ratio to that`;
  }
  if (onDifferentNodes(figures, termsOfRatio(isShare, ids)))
    return 'its cells ran on several nodes or phones, of which none ran all that it compares';
  const few = 'its cells have too few sessions in common';
  return slope === undefined ? few : `${few}, or in one of them nothing grows with ${slope}`;
}

const MOST_NAMED = 2;

function withheld(result: Omit<ClaimSummary, 'note'>): Omit<ClaimSummary, 'note'> {
  const { answered } = result;
  const taken = answered && { ...answered, answeredAt: null, openBecause: 'twin' as const };
  return { ...opened(result), answered: taken };
}

function opened({ contrary: _, ...result }: Omit<ClaimSummary, 'note'>): Omit<ClaimSummary, 'note'> {
  return { ...result, verdict: 'open', pairs: result.pairs.map(({ verdict: __, ...pair }) => pair) };
}

function sayContrary({ contrary, pairs }: Omit<ClaimSummary, 'note'>): readonly string[] {
  return contrary === undefined
    ? []
    : [sayContraryPairs(contrary, pairs.length, 'otherwise than all together')];
}

/** `1 of 9 pairs by itself says the opposite` */
export function sayContraryPairs(
  contrary: number,
  pairs: number,
  what: 'otherwise than all together' | 'the opposite',
): string {
  const says = contrary === 1 ? 'itself says' : 'themselves say';
  return `${contrary} of ${count(pairs, 'pair')} by ${says} ${what}`;
}

function shortNote(
  { twin: { cell, noiseFloor }, cells: short }: TwinAlarm,
  cells: readonly PlannedCell[],
): string {
  const fewest = Math.min(...cells.filter(({ id }) => short.includes(id)).map(({ factors }) => factors.n));
  return `left out: sequences of ${count(fewest, 'message')} are too short to tell, since ${cell}, measured twice, differs from itself by up to ${percent(noiseFloor)}`;
}

function alarmNote({ twin }: TwinAlarm): string {
  return `withheld: ${twin.cell} and its twin, which are the same, differ in this run`;
}

/** null where no look had the sessions for a ratio. */
function answered(
  subject: (look: TakenLook) => Subject,
  claim: Claim,
  margin: number,
  looks: readonly TakenLook[],
): Answer<RankedVerdict> | null {
  const { published, shareOf } = claim;
  const question: Question<RankedVerdict> = {
    at: (look) => {
      const { figures, isShare, ids } = subject(look);
      return ids.length === 0 ? null : { times: figures, terms: termsOfRatio(isShare, ids) };
    },
    // Bytes are what they are, however disturbed the clock was.
    isHeldBackAt: (look) => {
      if (isOfBytes(claim)) return false;
      const cells = subject(look).pairs.flatMap(cellsOfPair);
      return cells.some(({ id }) => look.alarmed.has(id)) || shortTwin(look, cells) !== undefined;
    },
    family: 1,
    judge: (ratio, interval) => {
      const judged = { measured: ratio, published, margin, isShare: shareOf !== undefined };
      const verdict = judgeFigure(judged, interval);
      const isForGood = verdict !== 'replicated' || isReplicatedForGood(interval, published);
      // That the opposite is proven says more than that the claim does not hold.
      const known = verdict === 'opposite' ? 3 : isForGood ? 2 : 1;
      return { verdict, rank: verdict === 'open' ? 0 : known };
    },
    rank: ({ rank }) => rank,
    givesWayToOpen: true,
  };
  return answerAtLooks(looks, [question])[0] ?? null;
}

function summaryOf(
  { figures, isShare, ids }: Subject,
  claim: Claim,
  margin: number,
  answer: Answer<RankedVerdict> | null,
): Omit<ClaimSummary, 'note'> {
  const { id, says, reading, published, every } = claim;
  const words = { id, says, ...(reading !== undefined && { reading }) };
  const claimed = {
    ...{ ...words, published, margin },
    ...(isShare && { isShare: true as const }),
    ...(every === true && { every }),
  };
  if (answer === null)
    return { ...claimed, measured: null, interval: null, verdict: 'open', answered: null, pairs: [] };
  const { ratio, interval, sessions, look, alpha, nth, withinVariance } = answer;
  const { widest, provisional, answeredAt, openBecause } = answer;
  const { verdict } = answer.verdict;
  // The pairs are a family of their own beside the mean.
  const together = familyLevel(alpha, ids.length);
  const held = every === true ? ids.map((pair) => claimPair(figures, isShare, pair, look, together)) : [];
  const verdicts = judgePairs(held, claimed);
  const contrary = contraryPairs(verdict, verdicts);
  return {
    ...claimed,
    measured: ratio,
    interval,
    verdict: contrary > 0 ? 'in part' : verdict,
    ...(contrary > 0 && { contrary }),
    // Bytes do not scatter: one session tells them as well as four.
    answered: { widest, provisional: provisional && !isOfBytes(claim), answeredAt, openBecause },
    sessions,
    looks: nth,
    ...(withinVariance !== null && { withinVariance }),
    pairs: ids.map((pair, index) => ({
      ...claimPair(figures, isShare, pair, look, alpha),
      ...(every === true && { verdict: verdicts[index]! }),
    })),
  };
}

/** What a look says, and how well it is known. */
interface RankedVerdict {
  readonly verdict: Replication;
  readonly rank: 0 | 1 | 2 | 3;
}

interface IdPair {
  readonly numerator: string;
  readonly denominator: string;
}

/** Of a share both cells are the same one. */
function termsOfRatio(isShare: boolean, pairs: readonly IdPair[]): Term[] {
  return isShare
    ? pairs.map(({ numerator }) => ({ cell: numerator, weight: 1 / pairs.length }))
    : geometricMeanTerms(pairs);
}

/** The logarithm of what each session's figure is of the whole, and what the clocks hide of both. */
function sharesOfWhole(times: RunTimes, whole: RunTimes): RunTimes {
  const cells = [...times.cells].map(([id, found]) => {
    const of = whole.cells.get(id);
    const logs = [...found.logMedians].flatMap(([unit, log]) => {
      const wholeLog = of?.logMedians.get(unit);
      return wholeLog === undefined ? [] : [[unit, log - wholeLog] as const];
    });
    const hidden = (unit: number) =>
      (found.clockVariances.get(unit) ?? 0) + (of?.clockVariances.get(unit) ?? 0);
    const clockVariances = new Map(logs.map(([unit]) => [unit, hidden(unit)] as const));
    return [id, { ...found, logMedians: new Map(logs), clockVariances }] as const;
  });
  return { ...times, cells: new Map(cells) };
}

/** As the look saw it that the claim's own figures are of. */
function claimPair(
  figures: RunTimes,
  isShare: boolean,
  pair: IdPair,
  look: TakenLook,
  alpha: number,
): ClaimPair {
  const { times, spreads } = look.seen(figures);
  const { estimate } = contrasted(times, termsOfRatio(isShare, [pair]), spreads)!;
  return { ...pair, ratio: Math.exp(estimate.log), interval: confidenceInterval(estimate, alpha) };
}

/** `network none, which stands in for lan (1/1 Gbit/s, 0.1 ms)` */
export function sayStandIn(claim: Claim, networks: readonly NetworkProfile[]): string {
  const said = (name: FactorName, levels: readonly (string | number)[]) =>
    levels.map((level) => (name === 'network' ? nameNetwork(String(level), networks) : level)).join(', ');
  const parts = (Object.keys(claim.standIn!) as FactorName[]).map((name) => {
    const wanted = claim.where[name];
    const forWhat = wanted === undefined ? '' : `, which stands in for ${said(name, wanted)}`;
    return `${name} ${said(name, claim.standIn![name]!)}${forWhat}`;
  });
  return parts.join('; ');
}

function missingNote(
  run: RunFile,
  times: RunTimes,
  wanted: readonly CellPair[],
  measured: readonly CellPair[],
): string {
  if (wanted.length === 0) return 'no cells of this run are what the claim is about';
  const missing = wanted
    .filter((pair) => !measured.includes(pair))
    .flatMap(cellsOfPair)
    .filter((cell) => !times.cells.has(cell.id));
  const reasons = [
    ...new Set(
      missing.map((cell) => whySkipped(cell, run.study.protocol.budgetMs) ?? droppedReason(run, cell.id)),
    ),
  ].join(', ');
  return measured.length === 0
    ? reasons
    : `${wanted.length - measured.length} of ${wanted.length} pairs not measured: ${reasons}${sayMeasured(wanted, measured)}`;
}

/** `; measured at n 10 and 100`: levels of which others are missing altogether; nothing where none are. */
function sayMeasured(wanted: readonly CellPair[], measured: readonly CellPair[]): string {
  const levels = (pairs: readonly CellPair[], name: FactorName) => [
    ...new Set(pairs.map(({ numerator }) => wordOf(numerator.factors, name))),
  ];
  const told = FACTOR_NAMES.flatMap((name) => {
    const own = levels(measured, name);
    if (own.length === levels(wanted, name).length) return [];
    return [`${name} ${listed(own.map((level) => (typeof level === 'number' ? grouped(level) : level)))}`];
  });
  return told.length === 0 ? '' : `; measured at ${listed(told)}`;
}

function droppedReason(run: RunFile, cell: string): string {
  const dropped = run.sessions.flatMap((session) => session.dropped).find((drop) => drop.cell === cell);
  return dropped?.reason ?? 'not measured';
}
