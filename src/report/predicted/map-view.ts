// The decision map as every report tells it: a letter for each way that is among the best somewhere, ranges
// of bandwidth for each range of round trips, and what each network's place has.

import { shortNumber } from '../../base/figures/numbers.ts';
import { count, listed } from '../../base/figures/plurals.ts';
import { cellKey, type RequestCell } from '../../factors/cell.ts';
import {
  type DecisionMap,
  type Field,
  MAP_MBITS,
  MAP_RTTS_MS,
  type MapPlace,
} from '../../model/choices/map.ts';
import { sayNetwork } from '../../network/say-network.ts';
import type { Decision } from '../../summary/predicted/decisions.ts';
import type { Summary } from '../../summary/summary.ts';
import type { AdviceTable } from '../advice/tables.ts';
import { levelName } from '../words/levels.ts';
import { sayWithInterval } from './answers.ts';
import { sayCosts } from './map-costs.ts';
import { differingWhere, predictedNames, sayRefused } from './names.ts';

export interface DecisionView {
  /** What it is of where a run has several: `chromium, target node`; empty otherwise. */
  readonly where: string;
  readonly contenders: readonly Contender[];
  /** Names of the ways that are weighed everywhere and never among the best. */
  readonly others: readonly string[];
  /** Ways that are not weighed, with the reason: a winner is one of the others. */
  readonly leftOut: readonly string[];
  readonly maps: readonly MapView[];
  /** Sentences beneath. */
  readonly notes: readonly string[];
}

/** Among the best somewhere. */
export interface Contender {
  /** In the ways of the decision. */
  readonly place: number;
  /** `A`; after `Z` come `AA` and `AB`. */
  readonly letter: string;
  readonly label: string;
}

export interface MapView {
  /** `1 000 objects` */
  readonly title: string;
  readonly map: DecisionMap;
  readonly bands: readonly Band[];
  readonly places: readonly PlaceView[];
  /** Why it has no fields; empty where it has. */
  readonly refusal: string;
}

/** Round trips of which the ranges of bandwidth are the same. */
export interface Band {
  /** `0.1 to 1000 ms` */
  readonly rtts: string;
  readonly ranges: readonly { readonly mbits: string; readonly best: string }[];
}

export interface PlaceView extends MapPlace {
  /** `5/1 Mbit/s, 28 ms` */
  readonly figures: string;
  /** `protobuf + gzip-6`, `json + gzip-6 or protobuf + gzip-6` */
  readonly who: string;
  readonly took: string;
}

export function decisionViews(summary: Summary, decisions: readonly Decision[]): readonly DecisionView[] {
  const names = predictedNames(summary);
  return decisions.map((decision): DecisionView => {
    const { ways, maps, refusedNetworks } = decision;
    const contenders = contendersFor(decision, names.label);
    const label = (place: number) => names.label(ways[place]!);
    const costs = sayCosts(
      summary,
      contenders.map(({ place }) => ways[place]!),
      names,
    );
    return {
      where: differingWhere(ways[0]!, names).join(', '),
      contenders,
      leftOut: sayLeftOut(decision, names.label),
      others: ways.flatMap((_, place) =>
        contenders.some((each) => each.place === place) || isLeftOut(decision, place) ? [] : [label(place)],
      ),
      maps: maps.map((map) => ({
        title: levelName('n', map.n, names.levels),
        map,
        bands: bandsIn(map, (field) => sayField(field, label)),
        places: map.places.map((each) => placeView(each, label)),
        refusal: map.fields === null ? `Nothing can be said: ${sayRefused(map.refused, names.label)}.` : '',
      })),
      notes: [...(costs === null ? [] : [costs]), ...notesFor(ways, refusedNetworks)],
    };
  });
}

/** Those that win somewhere first, and of them the one that wins on most fields. */
function contendersFor({ maps, ways }: Decision, label: (way: RequestCell) => string): readonly Contender[] {
  const [alone, among] = [new Map<number, number>(), new Map<number, number>()];
  const add = (counts: Map<number, number>, place: number) => counts.set(place, (counts.get(place) ?? 0) + 1);
  const places = maps.flatMap((map) => map.places.map(({ best }) => best));
  for (const field of [...maps.flatMap(({ fields }) => fields?.flat() ?? []), ...places]) {
    if (field.length === 1) add(alone, field[0]!);
    for (const place of field) add(among, place);
  }
  const weight = (place: number) => (alone.get(place) ?? 0) * 1e6 + among.get(place)!;
  return [...among.keys()]
    .toSorted((a, b) => weight(b) - weight(a))
    .map((place, i) => ({ place, letter: letterAt(i), label: label(ways[place]!) }));
}

function letterAt(i: number): string {
  const letter = String.fromCharCode(65 + (i % 26));
  return i < 26 ? letter : `${letterAt(Math.floor(i / 26) - 1)}${letter}`;
}

/** What everybody may read instead of the map. */
export function mapTables({ title, bands, places }: MapView): readonly AdviceTable[] {
  const left = (...titles: readonly string[]) =>
    titles.map((each) => ({ title: each, align: 'left' as const }));
  return [
    {
      title: `${title}, named networks`,
      columns: left('network', 'down/up, round trip', 'best', 'would take', ''),
      rows: places.map(({ network, figures, who, took, isMeasured }) => [
        network.name,
        figures,
        who,
        took,
        isMeasured ? 'measured' : '',
      ]),
      notes: [],
    },
    {
      title: `${title}, all networks`,
      columns: left('round trip', 'bandwidth', 'best'),
      rows: bands.flatMap(({ rtts, ranges }) => ranges.map(({ mbits, best }) => [rtts, mbits, best])),
      notes: [],
    },
  ];
}

const MOST_NAMED = 3;

export function sayField(field: Field, label: (place: number) => string): string {
  if (field.length === 0) return 'nothing can be said';
  const named = listed(field.slice(0, MOST_NAMED).map(label), 'or');
  return field.length > MOST_NAMED ? `${named} (${field.length} are alike)` : named;
}

function placeView(place: MapPlace, label: (place: number) => string): PlaceView {
  const { value, interval } = place.totalMs;
  return {
    ...place,
    figures: sayNetwork(place.network),
    who: sayField(place.best, label),
    took: sayWithInterval(value, interval),
  };
}

function bandsIn({ fields }: DecisionMap, say: (field: Field) => string): readonly Band[] {
  const rows = (fields ?? []).map((row) => rangesIn(row));
  const groups: { from: number; to: number; ranges: readonly Range[] }[] = [];
  for (const [i, ranges] of rows.entries()) {
    const last = groups.at(-1);
    if (last !== undefined && areAlike(last.ranges, ranges)) last.to = i;
    else groups.push({ from: i, to: i, ranges });
  }
  return groups.map(({ from, to, ranges }) => ({
    rtts: `${extent(MAP_RTTS_MS, from, to)} ms`,
    ranges: ranges.map((range) => ({
      mbits: `${extent(MAP_MBITS, range.from, range.to)} Mbit/s`,
      best: say(range.field),
    })),
  }));
}

export interface Range {
  readonly field: Field;
  /** Places in a row, both included. */
  readonly from: number;
  readonly to: number;
}

/** Neighbours with the same ways among the best, whichever of them is the fastest. */
export function rangesIn(row: readonly Field[]): readonly Range[] {
  const ranges: { field: Field; from: number; to: number }[] = [];
  for (const [i, field] of row.entries()) {
    const last = ranges.at(-1);
    if (last !== undefined && fieldKey(last.field) === fieldKey(field)) last.to = i;
    else ranges.push({ field, from: i, to: i });
  }
  return ranges;
}

function areAlike(a: readonly Range[], b: readonly Range[]): boolean {
  const key = ({ field, to }: Range) => `${fieldKey(field)} ${to}`;
  return a.length === b.length && a.every((range, i) => key(range) === key(b[i]!));
}

export function fieldKey(field: Field): string {
  return field.toSorted((a, b) => a - b).join('-');
}

function extent(steps: readonly number[], from: number, to: number): string {
  const figure = (i: number) => shortNumber(steps[i]!, 2);
  return from === to ? figure(from) : `${figure(from)} to ${figure(to)}`;
}

function isLeftOut({ maps, ways }: Decision, place: number): boolean {
  return maps.some(({ n, refused }) =>
    refused.some(({ factors }) => isSameWay(factors, { ...ways[place]!, n })),
  );
}

function isSameWay(a: RequestCell, b: RequestCell): boolean {
  return cellKey(a) === cellKey(b);
}

/** Of maps that have fields; the same of all of them once. */
function sayLeftOut({ maps }: Decision, label: (way: RequestCell) => string): readonly string[] {
  const drawn = maps.filter(({ fields }) => fields !== null);
  const said = drawn.map(({ n, refused }) => ({ n, text: sayRefused(refused, label) }));
  const texts = new Set(said.map(({ text }) => text));
  if (texts.size === 1)
    return [...texts].filter((text) => text !== '').map((text) => `Not weighed: ${text}.`);
  return said
    .filter(({ text }) => text !== '')
    .map(({ n, text }) => `Not weighed at ${count(n, 'object')}: ${text}.`);
}

function notesFor(ways: readonly RequestCell[], refusedNetworks: readonly string[]): readonly string[] {
  const isWarm = ways[0]!.connection === 'warm';
  return [
    'Predicted from what this record says of both ends, and by the arithmetic of TCP: networks as fast up as ' +
      'down that lose nothing; named ones with their own rates.',
    ...(isWarm
      ? ['Over a connection in use the round trip delays all ways alike, so that it decides next to nothing.']
      : []),
    ...(refusedNetworks.length === 0
      ? []
      : [`Nothing is said of ${listed(refusedNetworks)}, where packets are lost or wait for one another.`]),
  ];
}
