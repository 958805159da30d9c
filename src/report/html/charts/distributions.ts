// Every counted exchange of every cell: across its time, downwards its place in the run, so that drift, steps
// and stalls show as well as the spread. Few samples are drawn as dots, many as a histogram in which each is
// counted.

import { grouped } from '../../../base/figures/numbers.ts';
import { count } from '../../../base/figures/plurals.ts';
import { inUnit, ms, sayTime, type TimeUnit } from '../../../base/figures/times.ts';
import { isSequence } from '../../../factors/cell.ts';
import type { RunFile } from '../../../record/record.ts';
import type { SampleTable } from '../../../record/sample-table.ts';
import { countedSamples } from '../../../summary/samples/counted-samples.ts';

import { perMessageMs, tableUnit } from '../../messages/ways.ts';
import type { Contender, Table, Tables } from '../../words/groups.ts';
import { html, type Markup, NOTHING, prose } from '../markup.ts';
import { searchWords } from '../sections/cells.ts';
import { place } from './bar.ts';
import { drawRaster } from './raster.ts';
import { stripAxis } from './strip-axis.ts';
import { type TimeAxis, timeAxis } from './time-axis.ts';

const MOST_DOTS_A_CELL = 3000;
const MOST_DOTS = 40_000;

export function distributionsSection(
  tables: Tables,
  run: RunFile,
  samples: SampleTable,
  titleOf: (table: Table) => string,
): Markup {
  const times = countedTimes(run, samples);
  const shown = tables.tables.filter(({ rows }) => rows.some(({ cell }) => times.has(cell.id)));
  if (shown.length === 0) return NOTHING;
  const counted = shown.flatMap(({ rows }) => rows.flatMap(({ cell }) => times.get(cell.id) ?? []));
  const all = counted.reduce((sum, some) => sum + some.length, 0);
  const dots = all <= MOST_DOTS && counted.every((some) => some.length <= MOST_DOTS_A_CELL);
  const messages = shown.filter(({ shared }) => isSequence(shared)).length;
  const noun = messages === shown.length ? 'sequence' : 'exchange';
  const how = dots
    ? `one dot ${noun === 'exchange' ? 'an' : 'a'} ${noun}`
    : `each ${noun} is counted in one pixel, and the more there are in it the darker it is`;
  const across =
    messages === 0
      ? 'time in ms'
      : messages === shown.length
        ? 'the time of a message, on average'
        : 'time in ms, of messages that of one of them, on average';
  return html`<h2 id="every">Every ${noun}</h2>
<p class="note">All ${count(all, `counted ${noun}`)}, warm-up left out: ${how}. Across: ${across}, logarithmic; downwards: the course of the run. The upright stroke is the median.</p>
<div class="tables${manyClass(shown.length)}" data-filtered>${filter(shown)}${shown.map((table) => strips(table, titleOf(table), times, dots))}</div>`;
}

/** Many sections are laid out only when they come into view. */
export function manyClass(sections: number): string {
  return sections > 24 ? ' many' : '';
}

export function filter(tables: readonly Table[]): Markup {
  if (tables.length < 6) return NOTHING;
  const example = tables.every(({ shared }) => isSequence(shared)) ? 'websocket ping-pong' : '1000 gzip';
  return html`<p class="filter"><label>Show only <input type="search" placeholder="for example: ${example}" aria-label="Show only the tables that contain these words"></label></p>`;
}

function strips(
  table: Table,
  title: string,
  times: ReadonlyMap<string, Float64Array>,
  dots: boolean,
): Markup {
  const rows = table.rows.filter(({ cell }) => times.has(cell.id));
  const unit = isSequence(table.shared) ? tableUnit(rows) : null;
  const scale = unit === null ? 1 : inUnit(1, unit) / table.shared.n;
  const own = rows.map(({ cell }) => {
    const totalsMs = times.get(cell.id)!;
    return scale === 1 ? totalsMs : totalsMs.map((totalMs) => totalMs * scale);
  });
  const axis = sharedTimeAxis(own);
  return html`<section data-words="${searchWords(table)} ${title.toLowerCase()}">${title === '' ? NOTHING : html`<h3>${prose(title)}</h3>`}
<div class="strips">${rows.map((row, i) => strip(row, own[i]!, axis, dots, unit))}
${stripAxis(axis, unit)}</div></section>
`;
}

/** `unit`: of messages, whose times are those of one; null of requests, in ms. */
function strip(
  { cell, label }: Contender,
  times: Float64Array,
  axis: TimeAxis,
  dots: boolean,
  unit: TimeUnit | null,
): Markup {
  const { min, max } = cell.totalMs!;
  const median = unit === null ? cell.totalMs!.median : inUnit(perMessageMs(cell).median, unit);
  const { n } = cell.factors;
  const about =
    unit === null
      ? `${label}: ${count(times.length, 'exchange')} from ${ms(min)} to ${ms(max)}, median ${ms(median)}`
      : `${label}: ${count(times.length, 'sequence')} from ${sayTime(min / n)} to ${sayTime(max / n)} a message, median ${sayTime(perMessageMs(cell).median)}`;
  const middle = html`<line class="middle" x1="${place(axis.at(median) * 100)}%" x2="${place(axis.at(median) * 100)}%" y1="0" y2="100%"/>`;
  const picture = dots
    ? html`<div class="raster strip">${dotPicture(times, axis, about)}<svg class="over-all" aria-hidden="true">${middle}</svg></div>`
    : html`<div class="raster strip">${rasterPicture(times, axis, about, unit === null ? 'exchange' : 'sequence')}<svg class="over-all" aria-hidden="true">${middle}</svg></div>`;
  return html`<span>${label}</span>${picture}<span class="count">${grouped(times.length)}</span>
`;
}

/** Dots as strokes of no length with round ends: they stay round however the drawing is stretched. */
function dotPicture(times: Float64Array, axis: TimeAxis, about: string): Markup {
  let path = '';
  for (let i = 0; i < times.length; i++) {
    const x = Math.round(axis.at(times[i]!) * 1000);
    const y = 4 + Math.round(((i + 0.5) / times.length) * 92);
    path += `M${x} ${y}h0`;
  }
  return html`<svg viewBox="0 0 1000 100" preserveAspectRatio="none" role="img" aria-label="${about}"><path class="dots" vector-effect="non-scaling-stroke" d="${path}"/></svg>`;
}

function rasterPicture(times: Float64Array, axis: TimeAxis, about: string, noun: string): Markup {
  const { url, fullest } = drawRaster(
    times.length,
    (i) => axis.at(times[i]!),
    (i) => (i + 0.5) / times.length,
  );
  return html`<img src="${url}" alt="${about}; at most ${count(fullest, noun)} in a pixel">`;
}

function sharedTimeAxis(columns: readonly Float64Array[]): TimeAxis {
  let low = Number.POSITIVE_INFINITY;
  let high = 0;
  for (const column of columns) {
    // By index: 'for … of' over a typed array takes ten times as long.
    for (let i = 0; i < column.length; i++) {
      const value = column[i]!;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  return timeAxis(low, high);
}

/** Totals of the samples that count, by cell id, in the order in which they happened. */
function countedTimes(run: RunFile, samples: SampleTable): ReadonlyMap<string, Float64Array> {
  const counted = countedSamples(run, samples);
  return new Map(
    [...counted.cells]
      .filter(([, { rows }]) => rows.length > 0)
      .map(([id, { rows }]) => [id, counted.totalsMs(rows)]),
  );
}
