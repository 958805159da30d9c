// What a run says beyond what it measured, in every report and in summary.json: which way wins on networks
// that nobody measured, and where the choice flips. Everything in it is marked as predicted. And what it says
// of networks that it did measure, beside what came of them.

import type { FactorName } from '../../factors/catalogue.ts';
import { cellKey, type RequestCell } from '../../factors/cell.ts';
import { isCompressed } from '../../factors/compression.ts';
import { NO_NETWORK } from '../../factors/network.ts';
import {
  bandwidthCrossover,
  type Crossover,
  countCrossover,
  roundTripCrossover,
} from '../../model/choices/crossovers.ts';
import { type RankedWay, rankWays } from '../../model/choices/rank-ways.ts';
import type { MeasuredCell } from '../../model/measured.ts';
import type { MissKind } from '../../model/misses/held-out.ts';
import type { Model, Refusal } from '../../model/model.ts';
import type { NetworkProfile } from '../../network/profile.ts';
import { NETWORKS, profileNamed } from '../../network/profiles.ts';
import { heldRun } from '../../record/held.ts';
import type { RunFile } from '../../record/record.ts';
import type { SampleTable } from '../../record/sample-table.ts';
import { countedSamples } from '../samples/counted-samples.ts';
import type { Summary } from '../summary.ts';
import { type Beside, holdBeside } from './beside.ts';
import { type ComputingPlaces, computingPlaces } from './computing-places.ts';
import { groundFor } from './measured-cells.ts';
import { recordGround, recordModel, type WayGroup } from './record-model.ts';

export interface PredictedSummary {
  /** Each of the same data, number of objects, browser and target. */
  readonly rankings: readonly PredictedRanking[];
  readonly crossovers: readonly PredictedCrossover[];
  /** Empty where no computation was measured on both sides. */
  readonly computing: readonly ComputingPlaces[];
  /** Cells over networks, predicted from loopback alone; absent of a record that has not both. */
  readonly beside?: Beside;
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
  /** Measured in this record, and nothing can be said of them here: one of them may be faster. */
  readonly untold: readonly RequestCell[];
  /** Measured in this record, and over a network its browser does not ask for them. Absent: none. */
  readonly notOffered?: readonly Refusal[];
}

export interface PredictedCrossover extends Crossover {
  readonly factor: FactorName;
  /** By bandwidth and by round trip: the number of objects. By number of objects: null. */
  readonly n: number | null;
  /** By number of objects. */
  readonly network: string | null;
}

/** Networks that people ask about; those that were measured need no prediction. */
const ASKED = ['cable', '4g', '3g'];
const MOST_RANKINGS = 12;

/** null: the record is no ground for any of it. `measured`: what was measured, of the same record. */
export function predictedSummary(
  run: RunFile,
  samples: SampleTable,
  measured: Pick<Summary, 'cells' | 'held'>,
): PredictedSummary | null {
  const made = recordModel(run, samples);
  if ('reasons' in made) return null;
  const { model, groups } = made;
  const rankings = groups.flatMap((group) => rankingsFor(model, group)).slice(0, MOST_RANKINGS);
  const crossovers = groups.flatMap((group) => crossoversFor(model, group));
  const beside = networksBeside(run, samples, measured);
  if (groups.length === 0 && beside === null) return null;
  const computing = computingPlaces(model, run.study.networks);
  const told = { rankings, crossovers, computing, misses: model.misses };
  return { ...told, ...(beside !== null && { beside }) };
}

/** Every cell over a network, and whatever the study holds back; what is on loopback predicts them. */
function networksBeside(
  run: RunFile,
  samples: SampleTable,
  { cells, held = [] }: Pick<Summary, 'cells' | 'held'>,
): Beside | null {
  const measured = recordGround(run, samples).cells;
  const isLocal = ({ factors }: MeasuredCell) => factors.network === NO_NETWORK;
  const own = heldRun(run);
  const heldBack = own === null ? [] : groundFor(own, countedSamples(own, samples)).cells;
  const { networks, protocol } = run.study;
  return holdBeside(
    {
      seen: measured.filter(isLocal),
      heldBack: [...measured.filter((cell) => !isLocal(cell)), ...heldBack],
    },
    [...cells, ...held],
    { networks, seed: run.plan.seed, confidence: protocol.confidence },
  );
}

/** At the most objects, where ways differ most. */
function rankingsFor(model: Model, group: WayGroup): PredictedRanking[] {
  const n = Math.max(...group.measured.map((way) => way.n));
  const measured = new Set(group.measured.map(({ network }) => network));
  const ways = group.ways.map((way) => ({ ...way, n }));
  const notOffered = group.notOffered.map(({ factors, reason }) => ({ factors: { ...factors, n }, reason }));
  return ASKED.filter((name) => !measured.has(name)).flatMap((name) => {
    const network = profileNamed(name) ?? NETWORKS.find((each) => each.name === name)!;
    const ranked = rankWays(model, ways, network);
    const told = new Set(ranked.map(({ factors }) => cellKey({ ...factors, network: NO_NETWORK })));
    const untold = ways.filter((way) => !told.has(cellKey({ ...way, network: NO_NETWORK })));
    const ranking = { network, n, ways: ranked, untold, ...(notOffered.length > 0 && { notOffered }) };
    return ranked.length < 2 ? [] : [ranking];
  });
}

function crossoversFor(model: Model, { measured, ways, notOffered }: WayGroup): PredictedCrossover[] {
  const n = Math.max(...measured.map((way) => way.n));
  const all = [...ways, ...notOffered.map(({ factors }) => factors)];
  const pairs = all.flatMap((a) => all.flatMap((b) => pairOf(a, b)));
  return pairs.flatMap(({ a, b, factor }) => {
    const found: PredictedCrossover[] = [];
    const most = { a: { ...a, n }, b: { ...b, n } };
    const areChoices = ways.includes(a) && ways.includes(b);
    const overNetworks = areChoices ? [bandwidthCrossover(model, most), roundTripCrossover(model, most)] : [];
    for (const flip of overNetworks) if (flip !== null) found.push({ ...flip, factor, n, network: null });
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
