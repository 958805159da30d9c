// Advice for each network, from what was measured: what to send, against what is sent today, and what another
// way would gain and ask for. Where nothing was measured it is the prediction, and says so.

import { median } from '../../base/figures/median.ts';
import { spellCompression } from '../../factors/compression.ts';
import type { AdvisedNetwork, Way } from '../../record/advice-facts.ts';
import type { RunFile } from '../../record/record.ts';
import { cellFits } from '../../study/cells/filter.ts';
import type { Comparison } from '../comparisons/comparison.ts';
import type { TakenLook } from '../comparisons/looks-taken.ts';
import { oriented } from '../comparisons/turned-comparison.ts';
import type { RunTimes } from '../samples/cell-times.ts';
import type { CellSummary, Summary, TwinAlarm } from '../summary.ts';
import { type BestWay, bestWay, type Epsilon } from './best-way.ts';
import { needsNothing, needsOfWay, placesOfWays, simplest, type WayNeeds } from './needs.ts';

export interface Advice {
  readonly networks: readonly NetworkAdvice[];
}

export type NetworkAdvice = MeasuredAdvice | PredictedAdvice;

export interface MeasuredAdvice {
  readonly kind: 'measured';
  readonly network: string;
  /** Cell ids. The simplest of those within ε of the best, what is sent today before all others. */
  readonly recommended: string;
  readonly needs: WayNeeds;
  readonly fastest: string;
  readonly today: string | null;
  /** Where today's was not measured: what it would take by prediction, ms. */
  readonly todayPredictedMs: number | null;
  /** About the recommended one, against today's; null where it is today's, or today's was not measured. */
  readonly gain: Comparison | null;
  /** Where the fastest is another one: what it would gain, and what it asks for. */
  readonly faster: OtherWay | null;
  /** Where the recommended one needs something: the quickest that needs nothing. */
  readonly plain: OtherWay | null;
  /** Where a browser does not take the recommended one: of those that all take, chosen as that one is. */
  readonly forAll: OtherWay | null;
  /** Within ε of the best too, the recommended one left out. */
  readonly ties: readonly string[];
  /** Perhaps within ε of the best, perhaps not. */
  readonly open: readonly string[];
  /** What the last look says of them is not kept: more sessions with them have to say it. */
  readonly unkept: readonly string[];
  /** ε: by how much the recommended one may be slower than the best, ms. */
  readonly epsilonMs: number;
  /** No way is open, four sessions stand behind that, and no twin there raises an alarm. */
  readonly settled: boolean;
  /** It rests on fewer than four sessions. */
  readonly provisional: boolean;
  /** The twin there differs from its cell: nothing is to be built on this. */
  readonly alarm: TwinAlarm | null;
  /** Median of |predicted / measured − 1| over the contenders. */
  readonly predictionError: number;
}

export interface OtherWay {
  readonly cell: string;
  /** Its median less that of the recommended one, ms: below 0, it is quicker. */
  readonly extraMs: number;
  readonly needs: WayNeeds;
  /** Perhaps as good in its stead, perhaps not: cell ids; absent: none. */
  readonly open?: readonly string[];
}

export interface PredictedAdvice {
  readonly kind: 'predicted';
  readonly network: string;
  readonly why: string;
  readonly recommended: PredictedWay;
  readonly today: PredictedWay;
}

export interface PredictedWay extends Way {
  readonly totalMs: number;
}

type Measured = Pick<Summary, 'cells' | 'comparisons' | 'twinAlarms'>;

/** What the best way is found by. */
export interface AdviceJudging {
  readonly times: RunTimes;
  readonly looks: readonly TakenLook[];
}

/** null where the run was not asked for advice. */
export function summariseAdvice(run: RunFile, summary: Measured, judging: AdviceJudging): Advice | null {
  const { advice } = run;
  if (advice === undefined) return null;
  return { networks: advice.networks.flatMap((network) => adviceOn(network, run, summary, judging) ?? []) };
}

/**
 * Where the record does not say (from before it could): the larger of 5 % of the best one's time and 1 ms.
 */
const USUAL_EPSILON: Epsilon = { share: 0.05, ms: 1 };

function adviceOn(
  advised: AdvisedNetwork,
  run: RunFile,
  summary: Measured,
  { times, looks }: AdviceJudging,
): NetworkAdvice | null {
  const { network } = advised;
  const facts = run.advice!;
  const measured = summary.cells.filter(
    ({ factors, twinOf, totalMs }) => factors.network === network && twinOf === null && totalMs !== null,
  );
  const candidates = run.plan.cells.filter(
    ({ factors, twinOf, skip }) => factors.network === network && twinOf === null && skip === null,
  );
  const needs = (way: CellSummary) => needsOfWay(run, facts, way);
  const today = measured.find(({ factors }) => cellFits(factors, facts.today.filter)) ?? null;
  const places = placesOfWays(measured, needs, today);
  const bestOf = (some: readonly CellSummary[]) =>
    bestWay(times, looks, {
      ways: some.map(({ id }) => id),
      candidates: candidates.length,
      placeOf: (id) => places.get(id)!,
      epsilon: facts.epsilon ?? USUAL_EPSILON,
    });
  const best = bestOf(measured);
  if (best === null) return predicted(advised, run);
  const ways = new Map(measured.map((cell) => [cell.id, cell]));
  const fastest = ways.get(best.fastest)!;
  const withinOf = (one: BestWay) => [one.fastest, ...one.within].map((id) => ways.get(id)!);
  const within = withinOf(best);
  const recommended = simplest(within, places);
  const other = (way: CellSummary | null): OtherWay | null =>
    way === null || way === recommended
      ? null
      : {
          cell: way.id,
          extraMs: way.totalMs!.median - recommended.totalMs!.median,
          needs: needs(way),
        };
  /** Of the same family as the best of all, so that it has the same level. */
  const forAll = (): OtherWay | null => {
    const bestForAll = bestOf(measured.filter((way) => needs(way).notTakenBy.length === 0));
    if (bestForAll === null) return null;
    const { open } = bestForAll;
    const told = other(simplest(withinOf(bestForAll), places));
    return told && { ...told, ...(open.length > 0 && { open }) };
  };
  const known = quickestFirst(measured);
  const alarm = summary.twinAlarms.find(({ cells }) => cells.includes(fastest.id)) ?? null;
  return {
    kind: 'measured',
    network,
    recommended: recommended.id,
    needs: needs(recommended),
    fastest: fastest.id,
    today: today?.id ?? null,
    todayPredictedMs: today === null ? (predictedToday(advised, run)?.totalMs ?? null) : null,
    gain:
      today === null || today === recommended ? null : comparisonBetween(summary, recommended.id, today.id),
    faster: other(fastest),
    plain: needsNothing(needs(recommended))
      ? null
      : other(known.find((way) => needsNothing(needs(way))) ?? null),
    forAll: needs(recommended).notTakenBy.length === 0 ? null : forAll(),
    ties: within.filter((way) => way !== recommended).map(({ id }) => id),
    open: best.open,
    unkept: best.unkept,
    epsilonMs: best.epsilonMs,
    settled: best.open.length === 0 && !best.provisional && alarm === null,
    provisional: best.provisional,
    alarm,
    predictionError: predictionError(advised, facts.ways, measured),
  };
}

function quickestFirst(ways: readonly CellSummary[]): CellSummary[] {
  return ways.toSorted((a, b) => a.totalMs!.median - b.totalMs!.median);
}

/** Told about `a`. */
function comparisonBetween({ comparisons }: Measured, a: string, b: string): Comparison | null {
  const found = comparisons.find((each) => [each.a, each.b].includes(a) && [each.a, each.b].includes(b));
  return found === undefined ? null : oriented(found, a);
}

function predicted(advised: AdvisedNetwork, run: RunFile): PredictedAdvice | null {
  const [recommended] = predictedWays(advised, run);
  const today = predictedToday(advised, run);
  if (recommended === undefined || today === undefined) return null;
  const skipped = run.plan.cells.find(
    ({ factors, skip }) => factors.network === advised.network && skip !== null,
  );
  const why = advised.predictedOnly ?? skipped?.skip ?? 'nothing was measured there';
  return { kind: 'predicted', network: advised.network, why, recommended, today };
}

function predictedWays({ predictions }: AdvisedNetwork, run: RunFile): PredictedWay[] {
  return predictions.map(({ way, totalMs }) => ({ ...run.advice!.ways[way]!, totalMs }));
}

function predictedToday(advised: AdvisedNetwork, run: RunFile): PredictedWay | undefined {
  const { filter } = run.advice!.today;
  return predictedWays(advised, run).find(({ format, codec, encoder, compression }) =>
    Object.entries({ format, codec, encoder, compression }).every(
      ([factor, level]) => filter[factor as 'format']?.includes(level) ?? true,
    ),
  );
}

function predictionError(
  { predictions }: AdvisedNetwork,
  ways: readonly Way[],
  measured: readonly CellSummary[],
): number {
  const errors = measured.flatMap(({ factors, totalMs }) => {
    const found = predictions.find(({ way }) => {
      const { format, codec, encoder, compression } = ways[way]!;
      return (
        factors.format === format &&
        factors.codec === codec &&
        factors.encoder === encoder &&
        spellCompression(factors.compression) === compression
      );
    });
    return found === undefined ? [] : [Math.abs(found.totalMs / totalMs!.median - 1)];
  });
  return errors.length === 0 ? 0 : median(errors);
}
