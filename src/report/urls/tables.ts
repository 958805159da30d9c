// What users of a URL wait for, on each network, and where that goes: the answer to `wirefare measure`, the
// same in every report. Two servers have tables of their own, and the second one tells how it stands to the
// first. What else a study varies (the connection, the browser, the processor) has a table for each: in rows
// it would be wider than a terminal.

import { sayBytes } from '../../base/figures/bytes.ts';
import { threeDigits } from '../../base/figures/numbers.ts';
import { listed, plural } from '../../base/figures/plurals.ts';
import { between, factor, inverse } from '../../base/figures/ratios.ts';
import { ms } from '../../base/figures/times.ts';
import type { Phase } from '../../items/items.ts';
import { ITEMS, PHASES } from '../../items/items.ts';
import { nameNetwork } from '../../network/say-network.ts';
import type { RunFile } from '../../record/record.ts';
import type { AnsweringUrl, PayloadRef } from '../../study/study.ts';
import type { Comparison } from '../../summary/comparisons/comparison.ts';
import type { CellSummary, Summary } from '../../summary/summary.ts';
import { waitOf } from '../../summary/urls/what-if.ts';
import type { AdviceTable } from '../advice/tables.ts';
import { sayPairApart } from '../answers/apart.ts';
import { isRoughlyWhole } from '../answers/time.ts';
import { haveMediansApart } from '../words/groups.ts';
import { besideNetwork, nameOfCell } from './beside-network.ts';

/** Column → the items that stand in it. All others are the rest. */
const COLUMNS: readonly (readonly [string, readonly Phase[]])[] = [
  ['first byte', ['connect', 'tls', 'network']],
  ['server', PHASES.filter((phase) => ITEMS[phase].group === 'server')],
  ['transfer', ['transfer']],
  ['decompress', ['decompress']],
  ['decode', ['decode']],
];

/** None where the study measures no URL. */
export function urlTables(run: RunFile, summary: Summary): readonly AdviceTable[] {
  const tables = run.study.payloads.flatMap((payload) => {
    const { url } = payload;
    if (url === undefined) return [];
    const cells = summary.cells.filter(
      ({ twinOf, factors }) => twinOf === null && factors.target === url.target,
    );
    const hasFigures = cells.some(({ totalMs }) => totalMs !== null);
    return hasFigures ? tablesOf(payload, url, cells, run, summary) : [];
  });
  return tables.map((table, i) =>
    i === tables.length - 1 ? { ...table, notes: [...table.notes, READING] } : table,
  );
}

const NOT_WHOLE =
  '?: the items are far from adding up to the wait, since too little was measured or the machine was busy: measure again with more time (--budget)';

const READING =
  'wait: the median, without what the front of the lab adds, and so are all comparisons; the others are means. rest: the browser’s own handling';

/** Those of one URL; the last one has its notes. */
function tablesOf(
  { source }: PayloadRef,
  url: AnsweringUrl,
  cells: readonly CellSummary[],
  run: RunFile,
  summary: Summary,
): readonly AdviceTable[] {
  const besides = (cell: CellSummary) => besideNetwork(cell, cells).map(({ name }) => name);
  const groups = [...Map.groupBy(cells, (cell) => besides(cell).join(' · '))];
  return groups.map(([beside, own], i) => ({
    title: ['What users wait for, ms', nameOfUrl(source, url, run), ...(beside === '' ? [] : [beside])].join(
      ' · ',
    ),
    columns: [
      { title: 'network', align: 'left' },
      ...['wait', ...COLUMNS.map(([title]) => title), 'rest'].map(
        (title) => ({ title, align: 'right' }) as const,
      ),
    ],
    rows: own.map(rowFor),
    notes:
      i < groups.length - 1
        ? []
        : [
            ...sayNotMeasured(cells),
            ...(cells.every(isRoughlyWhole) ? [] : [NOT_WHOLE]),
            ...sayBodies(cells, run),
            ...sayDistance(cells, url),
            ...sayFront(cells),
            ...cells.flatMap((cell) => sayAgainst(cell, cells, url, run, summary)),
          ],
  }));
}

/** The name that a study gives it, with the URL; of two that look alike each has its own name. */
function nameOfUrl(source: string, { target }: AnsweringUrl, { study }: RunFile): string {
  const isAlone = study.payloads.filter((each) => each.source === source).length === 1;
  const isNamed = source === target || (isAlone && source.includes(target));
  return isNamed ? source : `${target} (${source})`;
}

/** First byte and rest come from other exchanges; where the sum is far from the wait they say nothing. */
function rowFor(cell: CellSummary): string[] {
  const { factors, totalMs, phases } = cell;
  const { network } = factors;
  if (totalMs === null) return [network, 'not measured', ...COLUMNS.map(() => ''), ''];
  const parts = COLUMNS.map(([title]) => inColumn(title, phases));
  const wholeMs = Object.values(phases).reduce((sum, one) => sum + one, 0);
  const restMs = wholeMs - (phases.front ?? 0) - parts.reduce((sum, part) => sum + part, 0);
  const [, ...itsOwn] = parts;
  const say = (value: number) => (value === 0 ? '' : threeDigits(value));
  const sayIfWhole = (value: number) => (isRoughlyWhole(cell) ? say(value) : '?');
  return [network, say(waitOf(cell)!), sayIfWhole(parts[0]!), ...itsOwn.map(say), sayIfWhole(restMs)];
}

function inColumn(title: string, phases: CellSummary['phases']): number {
  const items = COLUMNS.find((column) => column[0] === title)![1];
  return items.reduce((sum, phase) => sum + (phases[phase] ?? 0), 0);
}

/** `3g is not measured: the budget of 60 s has no time for it; it takes about --budget 2m` */
function sayNotMeasured(cells: readonly CellSummary[]): string[] {
  const groups = Map.groupBy(
    cells.filter(({ totalMs }) => totalMs === null),
    ({ reason }) => reason,
  );
  return [...groups].map(([reason, some]) => {
    const names = listed(some.map((cell) => nameOfCell(cell, cells)));
    return `${names} ${plural(some.length, 'is', 'are')} not measured: ${reason}`;
  });
}

/** As the checks saw them: what comes may differ by network, as browsers offer less to some addresses. */
function sayBodies(cells: readonly CellSummary[], run: RunFile): string[] {
  const checks = run.sessions.flatMap((session) => session.checks);
  const bodies = cells.flatMap((cell) => {
    const { id, bytes, factors } = cell;
    const { protocol, format } = factors;
    if (bytes === null) return [];
    const coding = checks.find(({ cell }) => cell === id)?.contentEncoding ?? '';
    const coded =
      coding === ''
        ? `${sayBytes(bytes.encoded, 3)}, without a content coding`
        : `${sayBytes(bytes.encoded, 3)} as ${coding}, ${sayBytes(bytes.decoded, 3)} decompressed`;
    return [{ name: nameOfCell(cell, cells), says: `${format} over ${protocol}, ${coded}` }];
  });
  const groups = Map.groupBy(bodies, ({ says }) => says);
  return [...groups].map(([says, same]) =>
    groups.size === 1 ? says : `on ${listed(same.map(({ name }) => name))}: ${says}`,
  );
}

/** Less of it nobody has to know. */
const LEAST_WAY_MS = 1;

/** What a server takes is what was waited for it, and the emulated network comes on top of the real one. */
function sayDistance(cells: readonly CellSummary[], { roundTripMs = 0 }: AnsweringUrl): string[] {
  const serverMs = cells
    .filter(({ totalMs }) => totalMs !== null)
    .map(({ phases }) => inColumn('server', phases));
  const leastMs = Math.min(...serverMs);
  if (roundTripMs < LEAST_WAY_MS || !(leastMs > 0)) return [];
  const ends = [...new Set([leastMs, Math.max(...serverMs)].map(threeDigits))].join(' to ');
  const way = threeDigits(Math.min(roundTripMs, leastMs));
  return [
    `of the server’s ${ends} ms about ${way} ms is the way from this machine to it and back, which comes on top of the emulated network`,
  ];
}

function sayFront(cells: readonly CellSummary[]): string[] {
  const addedMs = cells.flatMap(({ phases }) => phases.front ?? []);
  if (addedMs.length === 0) return [];
  const ends = [...new Set([Math.min(...addedMs), Math.max(...addedMs)].map(threeDigits))];
  return [
    `the front, through which the lab asks, added ${ends.join(' to ')} ms, which are no part of the wait`,
  ];
}

/** How it stands to the first server, on its network. Its own cells are held against each other elsewhere. */
function sayAgainst(
  cell: CellSummary,
  cells: readonly CellSummary[],
  url: AnsweringUrl,
  run: RunFile,
  summary: Summary,
): string[] {
  const comparison = summary.comparisons.find(({ a, asked }) => asked && a === cell.id);
  const base = summary.cells.find(({ id }) => id === comparison?.b);
  if (comparison === undefined || base === undefined || base.factors.target === url.target) return [];
  const network = nameNetwork(cell.factors.network, run.study.networks);
  const where = [network, ...besideNetwork(cell, cells).map(({ name }) => name)].join(', ');
  const names = [url.target, base.factors.target] as const;
  return [`${where}: ${sayComparison(comparison, cell, base, names)}`];
}

function sayComparison(
  comparison: Comparison,
  cell: CellSummary,
  base: CellSummary,
  [one, other]: readonly [string, string],
): string {
  const { verdict, ratio, interval, margin, differenceMs, provisional } = comparison;
  const ending = provisional ? ' (provisional)' : '';
  switch (verdict) {
    case 'faster':
    case 'slower': {
      const says =
        verdict === 'faster'
          ? `${one} is ${factor(ratio)} times as fast as`
          : `${one} takes ${factor(1 / ratio)} times as long as`;
      const reach = between(verdict === 'faster' ? interval : inverse(interval));
      const apart = differenceMs === null ? '' : `, ${ms(Math.abs(differenceMs.value))}`;
      return `${says} ${other} ${reach}${apart}${ending}`;
    }
    case 'same':
      return `${one} and ${other} are the same within ${threeDigits(margin * 100)} %${ending}`;
    case 'within':
    case 'open':
      return (
        sayPairApart([{ ...comparison, mediansApart: haveMediansApart(cell, base) }], verdict, [one, other]) +
        ending
      );
  }
}
