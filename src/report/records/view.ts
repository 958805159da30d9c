// Records held against one another, as every format shows them: what may be said and on which ground, a table
// of totals and bytes, and one of items, for each record beside the first.

import { decimalsFor, grouped } from '../../base/figures/numbers.ts';
import { count, listed } from '../../base/figures/plurals.ts';
import { between, factor, isKnown, plusMinus } from '../../base/figures/ratios.ts';
import { ITEMS } from '../../items/items.ts';
import type {
  AgainstFirst,
  BytesDifference,
  CellDifference,
  FailedOf,
  ItemDifference,
  RecordShown,
  RecordsCompared,
  TimesDifference,
  TotalDifference,
  Withheld,
} from '../../summary/records/records-compared.ts';
import type { AdviceTable } from '../advice/tables.ts';

export interface ComparedView {
  readonly title: string;
  readonly facts: readonly string[];
  readonly pairs: readonly PairView[];
}

export interface PairView {
  readonly title: string;
  /** What came out, in a sentence or two. */
  readonly answer: readonly string[];
  /** On which ground, and what differs besides. */
  readonly notes: readonly string[];
  readonly totals: AdviceTable;
  /** All items; null where the two have none in common. */
  readonly items: AdviceTable | null;
  /** Of them those that changed by more than runs differ by; null where none did. */
  readonly changedItems: AdviceTable | null;
}

/** More ids than these are counted. */
const MOST_NAMED = 8;

export function comparedView(compared: RecordsCompared): ComparedView {
  const { records, against } = compared;
  const [first, ...others] = records as [RecordShown, ...RecordShown[]];
  return {
    title: `${listed(others.map(({ name }) => name))} against ${first.name}`,
    facts: records.map(sayRecord),
    pairs: against.map((pair) => pairView(first.name, pair, compared)),
  };
}

function sayRecord({ name, study, startedAt, sessions, cells }: RecordShown): string {
  const when = `${startedAt.slice(0, 16).replace('T', ' ')} UTC`;
  return `${name}: study ${study}, ${when}, ${count(sessions, 'session')}, ${count(cells, 'cell')}`;
}

function pairView(first: string, pair: AgainstFirst, compared: RecordsCompared): PairView {
  const { record, cells } = pair;
  const rows = cells.flatMap((cell) => cell.items.map((item) => ({ cell, item })));
  const changed = rows.filter(({ item }) => isBeyondRuns(item));
  return {
    title: `${record} against ${first}`,
    answer: sayAnswer(pair, compared),
    notes: [
      ...sayFailed(first, pair),
      ...sayGround(first, pair, compared),
      ...saySetAside(first, pair),
      ...sayModel(pair),
      ...sayDiffers(pair),
      ...sayOnly(first, pair),
    ],
    totals: totalsTable(first, pair),
    items: rows.length === 0 ? null : itemsTable('Items', first, pair, rows),
    changedItems:
      changed.length === 0
        ? null
        : itemsTable('Items that changed by more than runs differ by', first, pair, changed),
  };
}

function sayAnswer({ ground, cells }: AgainstFirst, { margin, precision }: RecordsCompared): string[] {
  const verdicts = cells.map(({ total }) => total.verdict);
  const number = (verdict: string) => verdicts.filter((each) => each === verdict).length;
  const words = [
    [number('slower'), 'slower'],
    [number('faster'), 'faster'],
    [number('same'), `the same within ${plusMinus(margin)}`],
    [number('within'), `within ${plusMinus(precision)}`],
    [number('open'), 'open'],
  ] as const;
  const told = words.flatMap(([some, word]) => (some === 0 ? [] : [`${some} ${word}`]));
  const withheld = verdicts.filter((verdict) => verdict === null).length;
  const times =
    ground === 'other machine'
      ? []
      : [
          `Times: of ${count(cells.length, 'cell')} ${[...told, ...(withheld === 0 ? [] : [`${withheld} without a verdict`])].join(', ')}`,
        ];
  const bytes = cells.flatMap((cell) => cell.bytes ?? []);
  const more = bytes.filter((one) => one.other > one.first).length;
  const fewer = bytes.filter((one) => one.other < one.first).length;
  const same = bytes.length - more - fewer;
  const ofBytes = [
    ...(more === 0 ? [] : [`${more} more`]),
    ...(fewer === 0 ? [] : [`${fewer} fewer`]),
    ...(same === 0 ? [] : [`${same} the same`]),
  ];
  return [
    ...times,
    ...(bytes.length === 0 ? [] : [`Bytes: of ${count(bytes.length, 'cell')} ${ofBytes.join(', ')}`]),
  ];
}

/** Whoever answers with errors is fast, and none of the figures says so. */
function sayFailed(first: string, { record, cells }: AgainstFirst): string[] {
  const all = cells.flatMap(({ id, failed }) => (failed === null ? [] : [{ id, ...failed }]));
  if (all.length === 0) return [];
  const say = ({ failed, exchanges }: FailedOf) =>
    `${failed === 0 ? 'none' : grouped(failed)} of ${grouped(exchanges)}`;
  const some = all.slice(0, MOST_NAMED).map((cell) => `${cell.id} ${say(cell.first)} → ${say(cell.other)}`);
  const more = all.length - MOST_NAMED;
  return [
    `Exchanges that failed, of which no figure here knows, ${first} → ${record}: ${some.join(' · ')}${more > 0 ? ` · and of ${count(more, 'more cell', 'more cells')}` : ''}.`,
  ];
}

function sayGround(
  first: string,
  { ground, record, family }: AgainstFirst,
  { confidence }: RecordsCompared,
): string[] {
  const level = `${grouped(confidence * 100)} %`;
  switch (ground) {
    case 'one day':
      return [
        `${record} and ${first} are of one machine within a day, but shared no session. Their intervals (${level}, ${count(family, 'comparison')} together) reach as far as two runs of the same differ, so only large differences are told. Measure both in one run, interleaved, to tell small ones.`,
      ];
    case 'other day':
      return [
        `${record} and ${first} are of one machine and more than a day apart: ratios and intervals (${level}), and no verdict, since nobody knows what else changed on it.`,
      ];
    case 'other machine':
      return [
        `${record} and ${first} are of two machines: their times stand beside each other, and nothing is said of them. Bytes do not depend on the machine.`,
      ];
  }
}

function saySetAside(first: string, { setAside, record }: AgainstFirst): string[] {
  if (setAside.length === 0) return [];
  const parts = setAside.map((one) => `${one.factor} ${one.other} against ${one.first}`);
  return [
    `No cell of ${record} is one of ${first}: cells are held together that are alike but for ${listed(parts)}.`,
  ];
}

function sayModel({ cells }: AgainstFirst): string[] {
  const apart = cells.filter(({ total }) => total.withheld === 'model').length;
  if (apart === 0) return [];
  return [
    `Of ${count(apart, 'cell')} one record has a modelled network, and the other one that carried packets: what a model says is never compared with what was measured.`,
  ];
}

function sayDiffers({ differs }: AgainstFirst): string[] {
  if (differs.length === 0) return [];
  return [
    `Not the same: ${differs.map(({ what, first, other }) => `${what} (${first} → ${other})`).join('; ')}.`,
  ];
}

function sayOnly(first: string, { record, onlyInFirst, onlyInOther }: AgainstFirst): string[] {
  const named = (record: string, ids: readonly string[]) => {
    if (ids.length === 0) return [];
    const more = ids.length - MOST_NAMED;
    const some = ids.slice(0, MOST_NAMED).join(' · ');
    return [`Only ${record} has: ${some}${more > 0 ? ` · and ${more} more` : ''}.`];
  };
  return [...named(first, onlyInFirst), ...named(record, onlyInOther)];
}

const WITHHELD: Readonly<Record<Withheld, string>> = {
  machine: '–',
  model: 'none: a model beside packets',
  day: '–',
  sessions: 'open: too few sessions',
  twin: 'open: a twin differs',
};

function totalsTable(first: string, { record, cells, ground }: AgainstFirst): AdviceTable {
  const decimals = decimalsFor(cells.flatMap(({ total }) => known(total)));
  const hasRatios = ground !== 'other machine';
  return {
    title: `Medians of the total, ms, and bytes: ${first} → ${record}`,
    columns: [
      { title: 'cell', align: 'left' },
      ...sideColumns(first, record),
      ...(hasRatios ? [...RATIO_COLUMNS, { title: 'answer', align: 'left' } as const] : []),
      { title: 'bytes', align: 'right' },
      { title: 'change', align: 'right' },
    ],
    rows: cells.map(({ id, total, bytes }) => [
      id,
      ...sides(total, decimals),
      ...(hasRatios ? [...ratio(total), answer(total)] : []),
      bytes === null ? '–' : grouped(bytes.other, bytesDecimals(bytes)),
      bytes === null ? '' : sayChange(bytes),
    ]),
    notes: hasRatios ? [`Ratio: time of ${record} over that of ${first}; above 1 it takes longer.`] : [],
  };
}

function itemsTable(
  title: string,
  first: string,
  { record, ground, itemFamily }: AgainstFirst,
  rows: readonly { readonly cell: CellDifference; readonly item: ItemDifference }[],
): AdviceTable {
  const decimals = decimalsFor(rows.flatMap(({ item }) => known(item)));
  const hasRatios = ground !== 'other machine';
  return {
    title: `${title}, means in ms: ${first} → ${record}`,
    columns: [
      { title: 'cell', align: 'left' },
      { title: 'item', align: 'left' },
      ...sideColumns(first, record),
      ...(hasRatios ? RATIO_COLUMNS : []),
    ],
    rows: rows.map(({ cell, item }) => [
      cell.id,
      ITEMS[item.phase].title,
      ...sides(item, decimals),
      ...(hasRatios ? ratio(item) : []),
    ]),
    notes: hasRatios
      ? [
          `Intervals of items hold together by themselves (${count(itemFamily, 'comparison')}); verdicts are of totals.`,
        ]
      : [],
  };
}

const RATIO_COLUMNS = [
  { title: 'ratio', align: 'right' },
  { title: 'interval', align: 'right' },
] as const;

/** A column is no place for a long name, which the table's title has. */
const LONG_NAME = 16;

function sideColumns(first: string, other: string): AdviceTable['columns'] {
  const isLong = Math.max(first.length, other.length) > LONG_NAME;
  return [isLong ? 'first' : first, isLong ? 'other' : other].map((title) => ({ title, align: 'right' }));
}

function known({ firstMs, otherMs }: TimesDifference): number[] {
  return [firstMs, otherMs].filter((ms) => ms !== null);
}

function sides({ firstMs, otherMs }: TimesDifference, decimals: number): [string, string] {
  const say = (ms: number | null) => (ms === null ? '–' : grouped(ms, decimals));
  return [say(firstMs), say(otherMs)];
}

function ratio({ ratio: value, interval }: TimesDifference): [string, string] {
  if (value === null || interval === null) return ['–', ''];
  return [factor(value), between(interval)];
}

function answer({ verdict, withheld }: TotalDifference): string {
  if (withheld !== null) return WITHHELD[withheld];
  return verdict ?? '–';
}

function isBeyondRuns({ interval }: ItemDifference): boolean {
  if (interval === null || !isKnown(interval)) return false;
  return interval[0] > 1 || interval[1] < 1;
}

function bytesDecimals({ first, other }: BytesDifference): number {
  return [first, other].every(Number.isInteger) ? 0 : 1;
}

/** `same`, `+1.2 %` */
function sayChange({ first, other }: BytesDifference): string {
  if (first === other) return 'same';
  if (first === 0) return `from ${grouped(first)}`;
  const share = (other / first - 1) * 100;
  const sign = share > 0 ? '+' : '−';
  const size = Math.abs(share);
  return size < 0.01 ? `${sign}<0.01 %` : `${sign}${size.toFixed(size < 1 ? 2 : 1)} %`;
}
