// The best way over bandwidth and round trip, at one number of objects: a winner where the model tells one
// from the others, else those that it cannot tell apart.

import type { Interval } from '../../base/figures/ratios.ts';
import type { RequestCell } from '../../factors/cell.ts';
import { type NetworkProfile, networkAt } from '../../network/profile.ts';
import { type Model, type Refusal, whyTooFast } from '../model.ts';
import { totalOver, type WireTimes, wireTimes } from '../over-wire.ts';
import { intervalOver, missedOver, replicatedTotals, scatter, type WayTimes, wayTimes } from './way-times.ts';

/** Eight fields to a power of ten, and four: 0.1 Mbit/s to 1 Gbit/s, and 0.1 ms to 1 s, as profiles need. */
export const MAP_MBITS: readonly number[] = Array.from({ length: 33 }, (_, i) => 10 ** (i / 8 - 1));
export const MAP_RTTS_MS: readonly number[] = Array.from({ length: 17 }, (_, i) => 10 ** (i / 4 - 1));

export interface DecisionMap {
  readonly n: number;
  /** Ways that the model says nothing of at this number of objects, with its reason. */
  readonly refused: readonly Refusal[];
  /** A row for each of MAP_RTTS_MS, in it a field for each of MAP_MBITS; null: nothing can be said. */
  readonly fields: readonly (readonly Field[])[] | null;
  readonly places: readonly MapPlace[];
}

/** Which of the ways, the fastest first: alone where it is decided; empty where nothing can be said. */
export type Field = readonly number[];

export interface MapPlace {
  readonly network: NetworkProfile;
  readonly isMeasured: boolean;
  readonly best: Field;
  /** Of the fastest. */
  readonly totalMs: { readonly value: number; readonly interval: Interval };
}

interface Placed extends WayTimes {
  /** Among all ways. */
  readonly place: number;
}

/** Profiles whose places the map has are told with their own rates up and down. */
export function decisionMap(
  model: Model,
  ways: readonly RequestCell[],
  { n, profiles }: { readonly n: number; readonly profiles: readonly NetworkProfile[] },
): DecisionMap {
  const all = ways.map((way) => wayTimes(model, { ...way, n }));
  const refused = all.filter((way) => 'reason' in way);
  const told = all.flatMap((way, place) => ('reason' in way ? [] : [{ ...way, place }]));
  if (told.length < 2) return { n, refused, fields: null, places: [] };
  const best = (network: NetworkProfile) => bestOver(model, told, network);
  const fields = MAP_RTTS_MS.map((rttMs) =>
    MAP_MBITS.map((mbits) => best(networkAt(mbits, rttMs)).map(({ way }) => way.place)),
  );
  const places = profiles.flatMap((network) => {
    const found = best(network);
    return found.length === 0 ? [] : [placeOn(model, network, found)];
  });
  return { n, refused, fields, places };
}

function placeOn(model: Model, network: NetworkProfile, best: readonly BestWay<Placed>[]): MapPlace {
  const [{ way, wire, totalMs }] = best as [BestWay<Placed>];
  const isMeasured = model.cells.some(
    ({ factors }) => factors.network === network.name && factors.browser === way.factors.browser,
  );
  const interval = intervalOver(model, way, wire, { isNewNetwork: !isMeasured });
  return {
    network,
    isMeasured,
    best: best.map((each) => each.way.place),
    totalMs: { value: totalMs, interval },
  };
}

export interface BestWay<Way extends WayTimes> {
  readonly way: Way;
  readonly wire: WireTimes;
  readonly totalMs: number;
}

/** Those that the model cannot tell from the fastest, that one first; as `rankWays` has it. */
export function bestOver<Way extends WayTimes>(
  model: Model,
  ways: readonly Way[],
  network: NetworkProfile,
): readonly BestWay<Way>[] {
  const totals = ways
    .filter(({ factors }) => whyTooFast(model, factors, network) === null)
    .map((way) => {
      const wire = wireTimes(network, way.factors, way.bytes.encoded);
      return { way, wire, totalMs: totalOver(way.work, wire), missed: missedOver(model, way, wire) };
    })
    .toSorted((a, b) => a.totalMs - b.totalMs);
  const best = totals[0];
  if (best === undefined) return [];
  const bestTotals = replicatedTotals(best.way, best.wire);
  return totals.filter((each) => {
    if (each === best) return true;
    const behind = Math.log(each.totalMs / best.totalMs);
    const missed = Math.hypot(best.missed, each.missed);
    if (behind <= missed) return true;
    const apart = scatter(replicatedTotals(each.way, each.wire), bestTotals);
    return behind <= Math.hypot(apart * model.reach, missed);
  });
}
