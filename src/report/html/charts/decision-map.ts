// The decision map: bandwidth across, round trip upwards, both logarithmic. A flat colour with a pattern of
// its own and a letter where one way wins, stripes of their colours where several are alike, nothing where
// nothing can be said; networks at their places.

import { MAP_MBITS, MAP_RTTS_MS } from '../../../model/choices/map.ts';
import {
  type Contender,
  fieldKey,
  type MapView,
  type PlaceView,
  rangesIn,
} from '../../predicted/map-view.ts';
import { html, type Markup, NOTHING } from '../markup.ts';

const COLOURS = 8;
const FIELD = { width: 11.5, height: 14 };
const MARGINS = { left: 44, right: 16, top: 22, bottom: 42 };
const FRAME = { width: FIELD.width * MAP_MBITS.length, height: FIELD.height * MAP_RTTS_MS.length };
const WIDTH = MARGINS.left + FRAME.width + MARGINS.right;
const HEIGHT = MARGINS.top + FRAME.height + MARGINS.bottom;
const TICKS = [0.1, 1, 10, 100, 1_000];
/** Of a letter of a network's name and of a contender's. */
const CHARACTER = 5.8;
const LETTER = 11;
const DOT_RADIUS = 3.2;
/** Of stripes; with more ways alike the first of them have one. */
const STRIPE = 6;
const MOST_STRIPES = 4;

export function decisionChart({ map, places, title }: MapView, contenders: readonly Contender[]): Markup {
  const regions = regionsIn(map.fields ?? []);
  const named = placeNames(places);
  const areas = [...Map.groupBy(regions, ({ key }) => key)].map(([key, own]) => ({ key, own }));
  return html`<svg class="plot map" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Best way over bandwidth and round trip, ${title}; the tables beneath say the same">
${areas.map(({ key, own }) => area(own, key, contenders))}
${axes()}
${areas.map(({ key, own }) => letters(own, key, contenders, named))}
${named.map(({ place, name }) => dot(place, name))}
</svg>`;
}

interface Region {
  readonly key: string;
  /** Places of fields, the last ones included. */
  readonly columns: readonly [number, number];
  readonly rows: readonly [number, number];
}

/** Rectangles of fields that are alike, as few as reading row by row gives. */
function regionsIn(fields: NonNullable<MapView['map']['fields']>): readonly Region[] {
  const done: Region[] = [];
  let open = new Map<string, Region>();
  for (const [row, fieldsInRow] of fields.entries()) {
    const now = new Map<string, Region>();
    for (const { field, from, to } of rangesIn(fieldsInRow)) {
      if (field.length === 0) continue;
      const key = fieldKey(field);
      const id = `${key} ${from} ${to}`;
      const above = open.get(id);
      now.set(id, { key, columns: [from, to], rows: [above?.rows[0] ?? row, row] });
      open.delete(id);
    }
    done.push(...open.values());
    open = now;
  }
  return [...done, ...open.values()];
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function boxAround({ columns: [from, to], rows: [low, high] }: Region): Box {
  return {
    x: MARGINS.left + from * FIELD.width,
    y: MARGINS.top + FRAME.height - (high + 1) * FIELD.height,
    width: (to - from + 1) * FIELD.width,
    height: (high - low + 1) * FIELD.height,
  };
}

function area(regions: readonly Region[], key: string, contenders: readonly Contender[]): Markup {
  const path = regions
    .map(boxAround)
    .map(({ x, y, width, height }) => `M${x} ${y}h${width}v${height}h${-width}z`)
    .join('');
  const own = contendersIn(key, contenders);
  const title = html`<title>${own.map(({ label }) => label).join(' or ')}</title>`;
  if (own.length > 1) return html`<path d="${path}" fill="url(#${tieId(key, contenders)})">${title}</path>`;
  const colour = contenders.indexOf(own[0]!) % COLOURS;
  return html`<g>${title}<path d="${path}" class="k${colour} won"/><path d="${path}" fill="url(#way-${colour})"/></g>`;
}

function contendersIn(key: string, contenders: readonly Contender[]): readonly Contender[] {
  const places = key.split('-').map(Number);
  return contenders.filter(({ place }) => places.includes(place));
}

function tieId(key: string, contenders: readonly Contender[]): string {
  return `tie-${tieColours(key, contenders).join('-')}`;
}

function tieColours(key: string, contenders: readonly Contender[]): readonly number[] {
  return contendersIn(key, contenders)
    .slice(0, MOST_STRIPES)
    .map((each) => contenders.indexOf(each) % COLOURS);
}

/** What the maps refer to; stands once in the page. */
export function mapPatterns(
  decisions: readonly { readonly maps: readonly MapView[]; readonly contenders: readonly Contender[] }[],
): Markup {
  const ties = new Map<string, readonly number[]>();
  for (const { maps, contenders } of decisions) {
    for (const field of maps.flatMap(({ map }) => map.fields?.flat() ?? [])) {
      if (field.length < 2) continue;
      ties.set(tieId(fieldKey(field), contenders), tieColours(fieldKey(field), contenders));
    }
  }
  return html`<svg width="0" height="0" aria-hidden="true"><defs>${PATTERNS.map(
    (shape, i) =>
      html`<pattern id="way-${i}" class="way-mark" width="8" height="8" patternUnits="userSpaceOnUse">${shape}</pattern>`,
  )}${[...ties].map(
    ([id, colours]) =>
      html`<pattern id="${id}" width="${colours.length * STRIPE}" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">${colours.map(
        (colour, i) =>
          html`<rect class="k${colour} stripe" x="${i * STRIPE}" width="${STRIPE / 2}" height="8"/>`,
      )}</pattern>`,
  )}</defs></svg>`;
}

/** Beside the colours k0 to k7, for those who do not tell colours apart. */
const PATTERNS: readonly Markup[] = [
  NOTHING,
  html`<circle cx="4" cy="4" r="1.2"/>`,
  html`<path d="M0 4H8"/>`,
  html`<path d="M4 0V8"/>`,
  html`<path d="M0 4H8M4 0V8"/>`,
  html`<path d="M2 4H6M4 2V6"/>`,
  html`<path d="M2 2L6 6M6 2L2 6"/>`,
  html`<circle cx="4" cy="4" r="2.2" fill="none"/>`,
];

/** What a way's fields look like, in the legend. */
export function waySwatch(index: number): Markup {
  const colour = index % COLOURS;
  return html`<svg aria-hidden="true"><rect width="11" height="11" class="k${colour} won"/><rect width="11" height="11" fill="url(#way-${colour})"/></svg>`;
}

function axes(): Markup {
  const bottom = MARGINS.top + FRAME.height;
  const right = MARGINS.left + FRAME.width;
  return html`<g class="axis"><rect class="frame" x="${MARGINS.left}" y="${MARGINS.top}" width="${FRAME.width}" height="${FRAME.height}"/>${TICKS.map(
    (mbits) => html`<text x="${xAt(mbits)}" y="${bottom + 16}" text-anchor="middle">${mbits}</text>`,
  )}${TICKS.map(
    (rttMs) =>
      html`<text x="${MARGINS.left - 6}" y="${yAt(rttMs)}" dy=".34em" text-anchor="end">${rttMs}</text>`,
  )}<text x="${right}" y="${bottom + 34}" text-anchor="end">Mbit/s</text><text x="0" y="12">ms, round trip</text></g>`;
}

/** A step between two fields is as wide as a field. */
function xAt(mbits: number): number {
  const steps = Math.log(mbits / MAP_MBITS[0]!) / Math.log(MAP_MBITS[1]! / MAP_MBITS[0]!);
  return tenth(MARGINS.left + (steps + 0.5) * FIELD.width);
}

function yAt(rttMs: number): number {
  const steps = Math.log(rttMs / MAP_RTTS_MS[0]!) / Math.log(MAP_RTTS_MS[1]! / MAP_RTTS_MS[0]!);
  return tenth(MARGINS.top + FRAME.height - (steps + 0.5) * FIELD.height);
}

interface Named {
  readonly place: PlaceView;
  /** Where its name stands; null where there is no room. */
  readonly name: (Box & { readonly text: string }) | null;
  readonly dot: Box;
}

/** Beside the dot, above or below it, where nothing else stands; those that were measured choose first. */
function placeNames(places: readonly PlaceView[]): readonly Named[] {
  const dots = places.map(({ network }) => {
    const [x, y] = [xAt(network.downKbits! / 1_000), yAt(network.rttMs)];
    return { x: x - DOT_RADIUS, y: y - DOT_RADIUS, width: 2 * DOT_RADIUS, height: 2 * DOT_RADIUS };
  });
  const taken: Box[] = [...dots];
  const all = places.map((place, i) => ({ place, dot: dots[i]! }));
  return all
    .toSorted((a, b) => Number(b.place.isMeasured) - Number(a.place.isMeasured))
    .map(({ place, dot }) => {
      const text = place.network.name;
      const width = text.length * CHARACTER;
      const [middle, height] = [dot.x + DOT_RADIUS, 11];
      const beside = dot.y + DOT_RADIUS - height / 2;
      const spots = [
        { x: dot.x + dot.width + 2, y: beside },
        { x: dot.x - width - 2, y: beside },
        { x: middle - width / 2, y: dot.y - height - 1 },
        { x: middle - width / 2, y: dot.y + dot.height + 1 },
      ];
      const spot = spots
        .map((each) => ({ ...each, width, height }))
        .find((box) => isInFrame(box) && !taken.some((other) => other !== dot && overlap(box, other)));
      if (spot === undefined) return { place, dot, name: null };
      taken.push(spot);
      return { place, dot, name: { ...spot, text } };
    });
}

function dot(place: PlaceView, name: Named['name']): Markup {
  const { network, isMeasured, figures, who, took } = place;
  const how = isMeasured ? 'measured' : 'not measured';
  const text =
    name === null ? NOTHING : html`<text x="${tenth(name.x)}" y="${tenth(name.y + 9)}">${name.text}</text>`;
  return html`<g class="place"><title>${network.name} (${figures}), ${how}: ${who}, ${took}</title><circle cx="${xAt(network.downKbits! / 1_000)}" cy="${yAt(network.rttMs)}" r="${DOT_RADIUS}" class="${isMeasured ? 'seen' : 'unseen'}"/>${text}</g>`;
}

/** In the largest rectangle of an area, where no name stands. */
function letters(
  regions: readonly Region[],
  key: string,
  contenders: readonly Contender[],
  named: readonly Named[],
): Markup {
  const boxes = regions.map(boxAround).toSorted((a, b) => b.width * b.height - a.width * a.height);
  const own = contendersIn(key, contenders);
  const text = own.map(({ letter }) => letter).join('·');
  const width = text.length * LETTER;
  const taken = named.flatMap(({ name, dot: round }) => (name === null ? [round] : [name, round]));
  const box = boxes[0]!;
  if (box.width < width || box.height < FIELD.height) return NOTHING;
  const rows = Math.round(box.height / FIELD.height);
  const middle = (rows - 1) / 2;
  const tries = Array.from({ length: rows }, (_, i) => i).toSorted(
    (a, b) => Math.abs(a - middle) - Math.abs(b - middle),
  );
  const x = box.x + box.width / 2;
  for (const row of tries) {
    const y = box.y + row * FIELD.height;
    const spot = { x: x - width / 2, y, width, height: FIELD.height };
    if (taken.some((other) => overlap(spot, other))) continue;
    return html`<text class="letter" x="${tenth(x)}" y="${tenth(y + FIELD.height / 2)}" dy=".34em" text-anchor="middle">${text}</text>`;
  }
  return NOTHING;
}

function isInFrame({ x, y, width, height }: Box): boolean {
  const [left, top] = [MARGINS.left, MARGINS.top];
  return x >= left && x + width <= left + FRAME.width && y >= top && y + height <= top + FRAME.height;
}

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}
