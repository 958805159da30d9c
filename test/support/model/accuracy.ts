// How far predictions are from what other sessions measured, beside two predictors that need no model. Half
// of the sessions make the model, without the cells in question; the other half has the truth. Then the
// halves change places.

import { wordsKey } from '../../../src/factors/cell.ts';
import { NO_NETWORK } from '../../../src/factors/network.ts';
import type { MeasuredCell } from '../../../src/model/measured.ts';
import { makeModel, type Prediction, predictWanted } from '../../../src/model/model.ts';
import type { NetworkProfile } from '../../../src/network/profile.ts';
import { profileNamed } from '../../../src/network/profiles.ts';
import { quantileOfSorted, sorted } from '../../../src/stats/samples/quantile.ts';

/**
 * `measured`: the cell itself from the other half's sessions, which is what machines differ by from hour to
 * hour.
 */
export const CLASSES = ['measured', 'inside n', 'new combination', 'new network'] as const;
export type AccuracyClass = (typeof CLASSES)[number];

export interface Accuracy {
  readonly name: AccuracyClass;
  readonly predictions: number;
  /** Of |ln(predicted / measured)|. */
  readonly median: number;
  readonly p95: number;
  /** Mean of ln(predicted / measured). */
  readonly bias: number;
  /** Share of the truths within the intervals. */
  readonly coverage: number;
  /** Medians of the two predictors beside it; null where one says nothing. */
  readonly nearestMedian: number | null;
  readonly rateMedian: number | null;
}

export interface Regret {
  readonly choices: number;
  readonly mean: number;
  readonly p95: number;
}

interface Miss {
  readonly cell: MeasuredCell;
  readonly log: number;
  readonly isWithin: boolean;
  readonly nearest: number | null;
  readonly rate: number | null;
  readonly predicted: Prediction;
  readonly truth: number;
}

const SETTINGS = { seed: 1, confidence: 0.95 };

export interface PublishedAccuracy {
  readonly classes: readonly Accuracy[];
  /** The same of each browser, protocol and kind of data; only classes that it has predictions of. */
  readonly groups: readonly { readonly label: string; readonly classes: readonly Accuracy[] }[];
  readonly regret: Regret;
}

/** Each browser, protocol and kind of data is predicted from its own cells alone. */
export function accuracy(
  cells: readonly MeasuredCell[],
  networks: readonly NetworkProfile[],
): PublishedAccuracy {
  const groups = [...Map.groupBy(cells, groupLabel)].map(([label, own]) => {
    const classes = CLASSES.map((name) => ({
      name,
      misses: halves(own).flatMap((half) => missesIn(name, own, half, networks)),
    }));
    return { label, classes: classes.filter(({ misses }) => misses.length > 0) };
  });
  const missesOf = (name: AccuracyClass) =>
    groups.flatMap(({ classes }) => classes.find((each) => each.name === name)?.misses ?? []);
  const sums = (classes: (typeof groups)[0]['classes']) =>
    classes.map(({ name, misses }) => summed(name, misses));
  return {
    classes: CLASSES.map((name) => summed(name, missesOf(name))),
    groups: groups.map(({ label, classes }) => ({ label, classes: sums(classes) })),
    regret: regretIn(missesOf('new network')),
  };
}

const BROWSERS: Readonly<Record<string, string>> = { chromium: 'Chromium', firefox: 'Firefox' };
const PROTOCOLS: Readonly<Record<string, string>> = { http1: 'HTTP/1.1', h2: 'HTTP/2' };
const DATASETS: Readonly<Record<string, string>> = { book: 'Books', video: 'Videos' };

/** `Firefox, HTTP/1.1, Videos` */
function groupLabel({ factors: { browser, protocol, dataset } }: MeasuredCell): string {
  return [
    BROWSERS[browser] ?? browser,
    PROTOCOLS[protocol] ?? protocol,
    DATASETS[dataset] ?? 'own data',
  ].join(', ');
}

interface Half {
  readonly fit: ReadonlySet<string>;
}

function halves(cells: readonly MeasuredCell[]): Half[] {
  const names = [...new Set(cells.flatMap(({ sessions }) => [...sessions.keys()]))].toSorted();
  return [0, 1].map((parity) => ({ fit: new Set(names.filter((_, i) => i % 2 === parity)) }));
}

/** Of a cell, its sessions that are in the half or in the other. */
function sessionsIn(cell: MeasuredCell, { fit }: Half, isFit: boolean): MeasuredCell {
  return { ...cell, sessions: new Map([...cell.sessions].filter(([name]) => fit.has(name) === isFit)) };
}

function missesIn(
  name: AccuracyClass,
  cells: readonly MeasuredCell[],
  half: Half,
  networks: readonly NetworkProfile[],
): Miss[] {
  const ground = cells
    .map((cell) => sessionsIn(cell, half, true))
    .filter(({ sessions }) => sessions.size > 0);
  const folds = Map.groupBy(
    cells.filter((cell) => isOfClass(name, cell, cells)),
    (cell) => foldKey(name, cell),
  );
  return [...folds].flatMap(([key, own]) => {
    const rest = name === 'measured' ? ground : ground.filter((cell) => foldKey(name, cell) !== key);
    const model = makeModel(rest, networks, SETTINGS);
    if (model === null) return [];
    return own.flatMap((cell): Miss[] => {
      const other = [...sessionsIn(cell, half, false).sessions.values()];
      const network = profileNamed(cell.factors.network)!;
      const predicted = predictWanted(model, { factors: cell.factors, network, reuse: 1 });
      if (other.length === 0 || 'reason' in predicted) return [];
      const truth = Math.exp(other.reduce((sum, { totalMs }) => sum + Math.log(totalMs), 0) / other.length);
      const [low, high] = predicted.totalMs.interval;
      return [
        {
          cell,
          predicted,
          truth,
          log: Math.log(predicted.totalMs.value / truth),
          isWithin: low <= truth && truth <= high,
          nearest: missOf(nearestMs(cell, rest), truth),
          rate: missOf(byRateMs(cell), truth),
        },
      ];
    });
  });
}

function missOf(ms: number | null, truth: number): number | null {
  return ms === null ? null : Math.abs(Math.log(ms / truth));
}

const DATA = ['browser', 'target', 'protocol', 'dataset', 'format', 'codec', 'encoder'] as const;

function foldKey(name: AccuracyClass, { factors }: MeasuredCell): string {
  const data = wordsKey(factors, DATA);
  switch (name) {
    case 'measured':
      return '';
    case 'inside n':
      return wordsKey(factors, [...DATA, 'n']);
    case 'new combination':
      return `${data} ${factors.compression.coding}`;
    case 'new network':
      return factors.network;
  }
}

function isOfClass(name: AccuracyClass, { factors }: MeasuredCell, cells: readonly MeasuredCell[]): boolean {
  const isLocal = factors.network === NO_NETWORK;
  switch (name) {
    case 'measured':
      return isLocal;
    case 'inside n': {
      const numbers = cells
        .filter((cell) => wordsKey(cell.factors, DATA) === wordsKey(factors, DATA))
        .map((cell) => cell.factors.n);
      return isLocal && factors.n > Math.min(...numbers) && factors.n < Math.max(...numbers);
    }
    case 'new combination':
      return isLocal && factors.compression.level !== null;
    case 'new network':
      return !isLocal;
  }
}

/** The measured cell that is most like it. */
function nearestMs({ factors }: MeasuredCell, rest: readonly MeasuredCell[]): number | null {
  const far = (cell: MeasuredCell) => {
    const isSame = (name: (typeof DATA)[number]) => cell.factors[name] === factors[name];
    const unlike = DATA.filter((name) => !isSame(name)).length;
    const isCoded = cell.factors.compression.coding === factors.compression.coding;
    const isThere = cell.factors.network === factors.network;
    return (
      10 * unlike +
      (isCoded ? 0 : 5) +
      (isThere ? 0 : 3 + networkDistance(cell.factors.network, factors.network)) +
      Math.abs(Math.log(cell.factors.n / factors.n))
    );
  };
  const nearest = rest.toSorted((a, b) => far(a) - far(b))[0];
  if (nearest === undefined) return null;
  const totals = [...nearest.sessions.values()].map(({ totalMs }) => totalMs);
  return totals.reduce((sum, ms) => sum + ms, 0) / totals.length;
}

function networkDistance(a: string, b: string): number {
  const [one, other] = [profileNamed(a)!, profileNamed(b)!];
  const rate = ({ downKbits }: NetworkProfile) => Math.log(downKbits ?? 10_000_000);
  return Math.abs(rate(one) - rate(other));
}

/** Bytes over rate, and a round trip. */
function byRateMs({ factors, bytes }: MeasuredCell): number | null {
  const { downKbits, rttMs } = profileNamed(factors.network)!;
  return downKbits === null ? null : (bytes.encoded * 8) / downKbits + rttMs;
}

function summed(name: AccuracyClass, misses: readonly Miss[]): Accuracy {
  const logs = sorted(misses.map(({ log }) => Math.abs(log)));
  const medianOf = (values: readonly (number | null)[]) => {
    const known = sorted(values.filter((value) => value !== null));
    return known.length === 0 ? null : quantileOfSorted(known, 0.5);
  };
  return {
    name,
    predictions: misses.length,
    median: quantileOfSorted(logs, 0.5),
    p95: quantileOfSorted(logs, 0.95),
    bias: misses.reduce((sum, { log }) => sum + log, 0) / misses.length,
    coverage: misses.filter(({ isWithin }) => isWithin).length / misses.length,
    nearestMedian: medianOf(misses.map(({ nearest }) => nearest)),
    rateMedian: medianOf(misses.map(({ rate }) => rate)),
  };
}

/** What is lost by sending what is predicted to be the fastest, as a share of the fastest. */
function regretIn(misses: readonly Miss[]): Regret {
  const groups = Map.groupBy(misses, ({ cell: { factors } }) =>
    wordsKey(factors, ['browser', 'target', 'protocol', 'dataset', 'n', 'network']),
  );
  const lost = [...groups.values()]
    .filter((ways) => ways.length > 1)
    .map((ways) => {
      const chosen = ways.reduce((a, b) => (b.predicted.totalMs.value < a.predicted.totalMs.value ? b : a));
      const truth = (way: MeasuredCell) =>
        ways.filter(({ cell }) => cell === way).reduce((sum, each) => sum + each.truth, 0);
      const times = [...new Set(ways.map(({ cell }) => cell))].map(
        (way) => truth(way) / ways.filter(({ cell }) => cell === way).length,
      );
      const own = truth(chosen.cell) / ways.filter(({ cell }) => cell === chosen.cell).length;
      return own / Math.min(...times) - 1;
    });
  const ascending = sorted(lost);
  return {
    choices: lost.length,
    mean: lost.reduce((sum, share) => sum + share, 0) / lost.length,
    p95: quantileOfSorted(ascending, 0.95),
  };
}
