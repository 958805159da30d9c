// The decision map in the terminal: two characters a field, a letter for each way, made for 80 columns.
// Capital where one way wins, small where the model cannot tell several apart.

import { shortNumber } from '../../base/figures/numbers.ts';
import { listed } from '../../base/figures/plurals.ts';
import { type Field, MAP_MBITS, MAP_RTTS_MS } from '../../model/choices/map.ts';
import type { Contender, DecisionView, MapView, PlaceView } from '../predicted/map-view.ts';
import { filled, grid, wrapped } from './grid.ts';
import type { Paint } from './paint.ts';

const INDENT = '  ';
/** Of a figure at the side. */
const SIDE = 5;
const FIELD = 2;

export function decisionText(view: DecisionView, width: number, paint: Paint): readonly string[] {
  const { where, contenders, others, leftOut, maps, notes } = view;
  const room = width - INDENT.length;
  const lines = [
    ...(where === '' ? [] : wrapped(where, room, '', '').map(paint.strong)),
    ...maps.flatMap((map) => [...oneMap(map, contenders, room, paint), '']),
    ...filled(
      contenders.map(({ letter, label }) => `${letter} ${label}`),
      room,
    ),
    ...filled(
      ['A: A wins', 'ab: the model cannot tell A and B apart', 'a+: nor others', 'blank: nothing is said'],
      room,
    ).map(paint.dim),
    ...leftOut.flatMap((text) => wrapped(text, room, '', '').map(paint.alert)),
    ...[...(others.length === 0 ? [] : [`Nowhere among the best: ${listed(others)}.`]), ...notes].flatMap(
      (note) => wrapped(note, room, '', '').map(paint.dim),
    ),
  ];
  return lines.map((line) => (line === '' ? '' : INDENT + line));
}

function oneMap(
  { title, map, places, refusal }: MapView,
  contenders: readonly Contender[],
  room: number,
  paint: Paint,
): readonly string[] {
  const head = `${paint.strong(title)}${paint.dim(', ms round trip over Mbit/s')}`;
  if (map.fields === null) return [head, ...wrapped(refusal, room, '', '')];
  const names = namesByRow(places);
  const rows = map.fields
    .map((fields, row) => `${side(row)} ${rowText(fields, names.get(row) ?? [], contenders, paint)}`)
    .toReversed();
  const table = grid(
    ['network', 'down/up, round trip', 'best', 'would take'].map((each) => ({ title: each, align: 'left' })),
    places.map((place) => [
      `${place.network.name}${place.isMeasured ? ' *' : ''}`,
      place.figures,
      place.best.map((each) => letterFor(each, contenders)).join(' or '),
      place.took,
    ]),
    paint.dim,
  );
  const star = places.some(({ isMeasured }) => isMeasured) ? [paint.dim('* measured')] : [];
  return [head, ...rows, beneath(), '', ...table, ...star];
}

/** Figures at powers of ten alone. */
function side(row: number): string {
  const isTen = row % 4 === 0;
  return (isTen ? shortNumber(MAP_RTTS_MS[row]!, 2) : '').padStart(SIDE);
}

function beneath(): string {
  const line = MAP_MBITS.map((mbits, i) =>
    i % 8 === 0 ? { at: i * FIELD, text: shortNumber(mbits, 2) } : null,
  );
  const text = line.reduce((sum, tick) => (tick === null ? sum : sum.padEnd(tick.at) + tick.text), '');
  return `${' '.repeat(SIDE + 1)}${text}`;
}

interface Name {
  /** In characters. */
  readonly from: number;
  readonly text: string;
}

/**
 * Names stand on their fields and those behind, or before where that is nearer to the edge; some find no
 * room.
 */
function namesByRow(places: readonly PlaceView[]): ReadonlyMap<number, readonly Name[]> {
  const rows = new Map<number, Name[]>();
  const width = MAP_MBITS.length * FIELD;
  for (const { network } of places) {
    const row = nearest(MAP_RTTS_MS, network.rttMs);
    const at = nearest(MAP_MBITS, network.downKbits! / 1_000) * FIELD;
    // Whole fields, a space at the end: no letter follows a name.
    const text = network.name.padEnd(Math.ceil((network.name.length + 1) / FIELD) * FIELD);
    const names = rows.get(row) ?? [];
    const from = [at, at + FIELD - text.length].find(
      (start) =>
        start >= 0 &&
        start + text.length <= width &&
        names.every((other) => start >= other.from + other.text.length || start + text.length <= other.from),
    );
    if (from === undefined) continue;
    rows.set(
      row,
      [...names, { from, text }].toSorted((a, b) => a.from - b.from),
    );
  }
  return rows;
}

/** On a logarithmic axis. */
function nearest(steps: readonly number[], value: number): number {
  const step = Math.log(steps[1]! / steps[0]!);
  return Math.round(Math.log(value / steps[0]!) / step);
}

function rowText(
  fields: readonly Field[],
  names: readonly Name[],
  contenders: readonly Contender[],
  paint: Paint,
): string {
  const marks = fields.map((field) => fieldMark(field, contenders));
  let text = '';
  let at = 0;
  const fieldsUpTo = (end: number) => {
    for (const { marks: same, colour } of runsOfColour(marks.slice(at, end))) {
      text += colour === null ? same : paint.way(same, colour);
    }
    at = end;
  };
  for (const name of names) {
    fieldsUpTo(name.from / FIELD);
    text += paint.strong(name.text);
    at += name.text.length / FIELD;
  }
  fieldsUpTo(marks.length);
  return text;
}

interface Mark {
  readonly text: string;
  /** null: several ways. */
  readonly colour: number | null;
}

function runsOfColour(marks: readonly Mark[]): readonly { marks: string; colour: number | null }[] {
  const runs: { marks: string; colour: number | null }[] = [];
  for (const { text, colour } of marks) {
    const last = runs.at(-1);
    if (last !== undefined && last.colour === colour) last.marks += text;
    else runs.push({ marks: text, colour });
  }
  return runs;
}

function fieldMark(field: Field, contenders: readonly Contender[]): Mark {
  if (field.length === 0) return { text: ' '.repeat(FIELD), colour: null };
  const places = contenders.flatMap(({ place }, i) => (field.includes(place) ? [i] : []));
  const letters = places.map((i) => contenders[i]!.letter.at(-1)!);
  if (places.length === 1) return { text: letters[0]!.padEnd(FIELD), colour: places[0]! };
  const [first, second] = letters;
  return { text: `${first}${places.length > 2 ? '+' : second}`.toLowerCase(), colour: null };
}

function letterFor(place: number, contenders: readonly Contender[]): string {
  return contenders.find((each) => each.place === place)!.letter;
}
