// A table of a record with the levels of one factor beside one another: what each took with its interval, and
// what the comparison with the baseline says.

import { decimalsFor, grouped } from '../../../src/base/figures/numbers.ts';
import { listed } from '../../../src/base/figures/plurals.ts';
import { between, inverse, times } from '../../../src/base/figures/ratios.ts';
import { inUnit, unitFor } from '../../../src/base/figures/times.ts';
import type { FactorName } from '../../../src/factors/catalogue.ts';
import { isSequence, wordOf } from '../../../src/factors/cell.ts';
import { sayWidest } from '../../../src/report/answers/apart.ts';
import { perMessageMs } from '../../../src/report/messages/ways.ts';
import { type LevelsOf, levelName, measuredLevels, varies } from '../../../src/report/words/levels.ts';
import type { Comparison } from '../../../src/summary/comparisons/comparison.ts';
import { oriented } from '../../../src/summary/comparisons/turned-comparison.ts';
import type { CellSummary } from '../../../src/summary/summary.ts';
import type { ShippedRecord } from '../records.ts';

/** Factors whose levels make rows, the first in the first column. */
const ROWS = [
  'network',
  'protocol',
  'connection',
  'mode',
  'size',
  'dataset',
  'n',
  'format',
  'compression',
  'target',
  'browser',
] as const;
const TITLES: Readonly<Partial<Record<FactorName, string>>> = {
  n: 'objects',
  dataset: 'of',
  target: 'server',
};

/** Of the cells of one part of the study. */
export function levelTable(record: ShippedRecord, part: string, columns: FactorName): string {
  const { summary, run } = record;
  const cells = summary.cells.filter(
    (cell) => cell.part === part && cell.twinOf === null && cell.totalMs !== null,
  );
  const levels = measuredLevels(cells, summary.networks);
  const rowFactors = ROWS.filter((name) => name !== columns && varies(levels, name));
  const words = levels.get(columns) ?? [];
  const asked = run.study.comparisons.find((rule) => 'factor' in rule && rule.factor === columns);
  const baseline = asked !== undefined && 'baseline' in asked ? asked.baseline : words[0]!;
  const rows = [
    ...Map.groupBy(cells, (cell) => rowFactors.map((name) => wordOf(cell.factors, name)).join('\n')).values(),
  ];
  const unit = unitFor(cells.map((cell) => tookMs(cell).median));
  const lines = rows.map((own) => {
    const base = own.find((cell) => wordOf(cell.factors, columns) === baseline);
    const names = rowFactors.map((name) => rowTitle(name, wordOf(own[0]!.factors, name), levels));
    const decimals = decimalsFor(own.map((cell) => inUnit(tookMs(cell).median, unit)));
    const figures = words.map((word) => {
      const cell = own.find((each) => wordOf(each.factors, columns) === word);
      return cell === undefined
        ? '–'
        : figureFor(cell, base, { comparisons: summary.comparisons, unit, decimals });
    });
    return [...names, ...figures];
  });
  const areMessages = cells.some(({ factors }) => isSequence(factors));
  const head = [
    ...rowFactors.map((name) => (name === 'n' && areMessages ? 'messages' : (TITLES[name] ?? name))),
    ...words.map((word) => columnTitle(columns, word, levels)),
  ];
  const what = areMessages ? 'a message takes' : 'an answer takes';
  const gaps = lines.some((fields) => fields.includes('–')) ? ' `–` was not measured.' : '';
  return [
    `${sayWhere(cells, levels, what)}, ${unit}: the median, its interval, and how it stands to ${levelName(columns, baseline, levels)}.${gaps}`,
    '',
    tableRow(head),
    tableRow(head.map((_, i) => (i < rowFactors.length ? '---' : '---:'))),
    ...lines.map(tableRow),
  ].join('\n');
}

/** A table of several networks has a column of their names. */
function sayWhere(cells: readonly CellSummary[], levels: LevelsOf, what: string): string {
  const words = [...new Set(cells.map((cell) => wordOf(cell.factors, 'network')))];
  if (words.join() === 'none') return `On one machine, with no network between, what ${what}`;
  return `Over ${listed(words.map((word) => levelName('network', word, levels)))}, what ${what}`;
}

/** The column says already what a connection or a number of objects is, the line above it what a network. */
function rowTitle(factor: FactorName, word: string | number, levels: LevelsOf): string {
  if (factor === 'connection' || factor === 'network') return String(word);
  return factor === 'n' ? grouped(Number(word)) : levelName(factor, word, levels);
}

function columnTitle(factor: FactorName, word: string | number, levels: LevelsOf): string {
  const name = levelName(factor, word, levels);
  return factor === 'compression' && word === 'none' ? 'not compressed' : name;
}

export function tableRow(fields: readonly string[]): string {
  return `| ${fields.join(' | ')} |`;
}

interface Figures {
  readonly comparisons: readonly Comparison[];
  readonly unit: 'µs' | 'ms';
  readonly decimals: number;
}

function figureFor(
  cell: CellSummary,
  base: CellSummary | undefined,
  { comparisons, unit, decimals }: Figures,
): string {
  const { median, interval } = tookMs(cell);
  const figure = (value: number) => grouped(inUnit(value, unit), decimals);
  const text = `**${figure(median)}** [${figure(interval[0])}, ${figure(interval[1])}]`;
  if (base === undefined || base === cell) return keptTogether(text);
  const ids = [cell.id, base.id];
  const found = comparisons.find(({ a, b }) => ids.includes(a) && ids.includes(b));
  return keptTogether(found === undefined ? text : `${text}<br>${sayAgainst(oriented(found, cell.id))}`);
}

/** Where a column is narrow a line ends before an interval, and never within it or before a `%`. */
function keptTogether(text: string): string {
  return text.replace(/(?<=\[[^\]]*) | (?=%)/g, '\u00a0');
}

function tookMs(cell: CellSummary): Pick<NonNullable<CellSummary['totalMs']>, 'median' | 'interval'> {
  return isSequence(cell.factors) ? perMessageMs(cell) : cell.totalMs!;
}

function sayAgainst(comparison: Comparison): string {
  const { verdict, ratio, interval, provisional } = comparison;
  const later = provisional ? ', provisional' : '';
  switch (verdict) {
    case 'faster':
      return `${times(ratio)} faster${later}<br>${between(interval)}`;
    case 'slower':
      return `${times(1 / ratio)} slower${later}<br>${between(inverse(interval))}`;
    case 'same':
      return `the same${later}`;
    case 'within':
      return `within ${sayWidest([comparison])}${later}`;
    case 'open':
      return `open: up to<br>${sayWidest([comparison]) ?? 'any'} apart`;
  }
}
