// What a run says beyond what it measured, in every report and in summary.json: which way wins on networks
// that nobody measured, and where the choice flips. Everything in it is marked as predicted.

import type { FactorName } from '../../factors/catalogue.ts';
import { type RequestCell, wordOf, wordsKey } from '../../factors/cell.ts';
import { isCompressed } from '../../factors/compression.ts';
import { NO_NETWORK } from '../../factors/network.ts';
import { bandwidthCrossover, type Crossover, countCrossover } from '../../model/crossovers.ts';
import type { MissKind } from '../../model/held-out.ts';
import { type Model, makeModel } from '../../model/model.ts';
import { type RankedWay, rankWays } from '../../model/rank-ways.ts';
import type { NetworkProfile } from '../../network/profile.ts';
import { NETWORKS, profileNamed } from '../../network/profiles.ts';
import type { RunFile } from '../../record/record.ts';
import type { CountedSamples } from '../samples/counted-samples.ts';
import { groundFor } from './measured-cells.ts';

export interface PredictedSummary {
  /** Each of the same data, number of objects, browser and target. */
  readonly rankings: readonly PredictedRanking[];
  readonly crossovers: readonly PredictedCrossover[];
  /**
   * What the intervals allow beside the scatter of sessions: the shipped record's where `heldOut` is null.
   */
  readonly misses: Readonly<Record<MissKind, { readonly log: number; readonly heldOut: number | null }>>;
}

export interface PredictedRanking {
  readonly network: NetworkProfile;
  readonly n: number;
  /** The fastest first. */
  readonly ways: readonly RankedWay[];
}

export interface PredictedCrossover extends Crossover {
  readonly factor: FactorName;
  /** By bandwidth: the number of objects. By number of objects: null. */
  readonly n: number | null;
  /** By number of objects. */
  readonly network: string | null;
}

/** Networks that people ask about; those that were measured need no prediction. */
const ASKED = ['cable', '4g', '3g'];
const MOST_RANKINGS = 12;

/** null: the record is no ground for any of it. */
export function predictedSummary(run: RunFile, counted: CountedSamples): PredictedSummary | null {
  const { cells } = groundFor(run, counted);
  if (cells.length < 2) return null;
  const { confidence } = run.study.protocol;
  const model = makeModel(cells, run.study.networks, { seed: run.plan.seed, confidence });
  if (model === null) return null;
  const groups = [...Map.groupBy(cells, ({ factors }) => groupKey(factors)).values()].map((own) =>
    own.map(({ factors }) => factors),
  );
  const rankings = groups.flatMap((ways) => rankingsFor(model, ways)).slice(0, MOST_RANKINGS);
  const crossovers = groups.flatMap((ways) => crossoversFor(model, ways));
  return rankings.length === 0 ? null : { rankings, crossovers, misses: model.misses };
}

const GROUP = [
  'target',
  'browser',
  'protocol',
  'connection',
  'thread',
  'dataset',
  'procedure',
  'computation',
] as const;

function groupKey(factors: RequestCell): string {
  return wordsKey(factors, GROUP);
}

/** At the most objects, where ways differ most. */
function rankingsFor(model: Model, ways: readonly RequestCell[]): PredictedRanking[] {
  const n = Math.max(...ways.map((way) => way.n));
  const measured = new Set(ways.map(({ network }) => network));
  const unlike = differentWays(ways).map((way) => ({ ...way, n }));
  if (unlike.length < 2) return [];
  return ASKED.filter((name) => !measured.has(name)).flatMap((name) => {
    const network = profileNamed(name) ?? NETWORKS.find((each) => each.name === name)!;
    const ranked = rankWays(model, unlike, network);
    return ranked.length < 2 ? [] : [{ network, n, ways: ranked }];
  });
}

function crossoversFor(model: Model, all: readonly RequestCell[]): PredictedCrossover[] {
  const ways = differentWays(all);
  const n = Math.max(...all.map((way) => way.n));
  const pairs = ways.flatMap((a) => ways.flatMap((b) => pairOf(a, b)));
  return pairs.flatMap(({ a, b, factor }) => {
    const found: PredictedCrossover[] = [];
    const byBandwidth = bandwidthCrossover(model, { a: { ...a, n }, b: { ...b, n } });
    if (byBandwidth !== null) found.push({ ...byBandwidth, factor, n, network: null });
    const byCount = countCrossover(model, { a, b }, profileNamed(NO_NETWORK)!);
    if (byCount !== null && byCount.at !== null)
      found.push({ ...byCount, factor, n: null, network: NO_NETWORK });
    return found;
  });
}

/** Compression against none of the same format; another format against JSON, both without compression. */
function pairOf(
  a: RequestCell,
  b: RequestCell,
): { readonly a: RequestCell; readonly b: RequestCell; readonly factor: FactorName }[] {
  const isSameFormat = (['format', 'codec', 'encoder'] as const).every((name) => a[name] === b[name]);
  if (isSameFormat && isCompressed(a.compression) && !isCompressed(b.compression))
    return [{ a, b, factor: 'compression' }];
  const areBare = !isCompressed(a.compression) && !isCompressed(b.compression);
  return areBare && b.format === 'json' && a.format !== 'json' ? [{ a, b, factor: 'format' }] : [];
}

const WAY = ['format', 'codec', 'encoder', 'compression'] as const;

/** Each once, whatever its number of objects and network. */
function differentWays(ways: readonly RequestCell[]): readonly RequestCell[] {
  const known = new Map(ways.map((way) => [WAY.map((name) => wordOf(way, name)).join(' '), way]));
  return [...known.values()].map((way) => ({ ...way, network: NO_NETWORK }));
}
