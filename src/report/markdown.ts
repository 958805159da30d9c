// report.md: for a comment on a pull request. Sentences first, then the tables with the bill in figures; what
// is long is folded away.

import { decimalsFor, grouped, percent } from '../base/figures/numbers.ts';
import { count } from '../base/figures/plurals.ts';
import { fromTo } from '../base/figures/ratios.ts';
import { inUnit } from '../base/figures/times.ts';
import type { Warning } from '../base/warnings/warning.ts';
import { isSequence } from '../factors/cell.ts';
import { BILL_GROUPS, ITEMS } from '../items/items.ts';
import type { RunFile } from '../record/record.ts';
import type { ClaimSummary } from '../summary/claims/claim-summary.ts';
import type { Summary } from '../summary/summary.ts';
import { type AdviceTable, adviceTables } from './advice/tables.ts';
import { type Answer, MARKS, markFor, said } from './answers/answer.ts';
import { clientsTables } from './clients/tables.ts';
import { designTables } from './design/tables.ts';
import { aMessage, LEFT_OVER, OF_A_WAY } from './messages/meaning.ts';
import { wayTable } from './messages/ways.ts';
import { besideTables } from './predicted/beside.ts';
import { priceTables } from './price/tables.ts';
import type { Report, ReportInput } from './report.ts';
import { sensitivityAnswers } from './sensitivity/answers.ts';
import { sensitivityTables } from './sensitivity/tables.ts';
import { FIRST_USE_MEANING, firstUseText } from './tables/first-use.ts';
import { groupedBill, isItemised, shownPhases, UNTOLD_MARK } from './tables/grouped-bill.ts';
import { indexViews } from './tables/index-tables.ts';
import { machineTables } from './tables/machine-tables.ts';
import { rankedApart } from './tables/ranked-apart.ts';
import { studyTables } from './tables/study-tables.ts';
import { urlTables } from './urls/tables.ts';
import { sayCaveats } from './words/caveats.ts';
import { listChecks } from './words/checks-line.ts';
import { type Contender, makeTables, type Table, type Tables } from './words/groups.ts';
import { writeHeading } from './words/heading.ts';
import { networkSection } from './words/network-words.ts';
import {
  claimMargin,
  claimVerdict,
  isProvisional,
  measuredFigures,
  PUBLISHED_PROTOCOL,
  publishedMean,
  publishedMeaning,
  publishedRange,
} from './words/published.ts';
import { allAnswers, partTitle, sayEnding } from './words/sentences.ts';
import { AGAINST_LOWEST, isFastest, sayStanding, standingMark } from './words/standings.ts';

/** More tables than this are folded away. */
const TABLES_SHOWN = 4;

export const markdownReport: Report = {
  name: 'md',
  fileName: 'report.md',
  goesTo: 'stdout',
  tells: 'summary',
  async render(input, write) {
    await write(markdown(input));
  },
};

export function markdown(input: ReportInput): string {
  const { run, summary } = input;
  const tables = makeTables(summary, run.study);
  const ending = sayEnding(summary, run.reason);
  const caveats = sayCaveats(run, summary);
  const shown = tables.tables.filter(({ rows }) => rows.length > 0);
  const parts = new Set(shown.map(({ part }) => part));
  const tableTitle = (table: Table) =>
    [...(parts.size > 1 ? [partTitle(table.part, run.study)] : []), table.title].filter(Boolean).join(' · ');
  const cells = shown.map((table) => cellTable(table, tableTitle(table), summary.confidence)).join('\n\n');
  const blocks = [
    `## ${plain(summary.title)}`,
    plain(writeHeading(run, summary, tables).join(' · ')),
    ...caveats.notes.map(plain),
    ...[...(ending === null ? [] : [ending]), ...caveats.alerts].map((alert) => `> **${plain(alert)}**`),
    ...urlTables(run, summary).map(adviceTable),
    answers(allAnswers(run, summary, tables)),
    ...adviceTables(run, summary).map(adviceTable),
    claims(summary.claims),
    ...machineTables(run, summary).map(adviceTable),
    ...studyTables(summary).map(adviceTable),
    designed(summary, tables),
    ...clientsTables(summary).map(adviceTable),
    costs(run, summary),
    ...besideTables(summary).map(adviceTable),
    shown.length <= TABLES_SHOWN ? cells : folded(count(shown.length, 'table'), cells),
    ...meanings(shown),
    firstUses(shown, tableTitle),
    ...indexBlocks(run, summary),
    publishedMeaning(shown.flatMap(({ rows }) => rows.map(({ cell }) => cell))) ?? '',
    network(input),
    plain(
      listChecks(run, summary)
        .map(({ short }) => short)
        .join(' · '),
    ),
    warnings(summary.warnings),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function answers(all: readonly Answer[]): string {
  let part = '';
  return all
    .map(({ question, part: own, sentences }) => {
      const head = own === part || own === '' ? '' : `### ${plain(own)}\n\n`;
      part = own;
      return `${head}**${plain(question)}**\n\n${sentences.map((sentence) => `- ${MARKS[markFor(sentence.kind, sentence.provisional)]} ${plain(said(sentence))}`).join('\n')}`;
    })
    .join('\n\n');
}

export function adviceTable({ title, columns, rows, notes }: AdviceTable): string {
  const lines = [
    row(columns.map((column) => column.title)),
    row(columns.map(({ align }) => (align === 'left' ? '---' : '---:'))),
    ...rows.map((cells) => row(cells.map(plain))),
  ];
  return [`**${plain(title)}**`, lines.join('\n'), ...notes.map(plain)].join('\n\n');
}

function designed(summary: Summary, shown: Tables): string {
  const tables = designTables(summary, shown).map(adviceTable);
  return tables.length === 0 ? '' : folded('What was predicted, not measured', tables.join('\n\n'));
}

function costs(run: RunFile, summary: Summary): string {
  const tables = priceTables(run, summary).map(adviceTable);
  const text = tables.join('\n\n');
  return tables.length <= TABLES_SHOWN ? text : folded('What a million answers cost', text);
}

function indexBlocks(run: RunFile, summary: Summary): readonly string[] {
  const { index } = summary;
  if (index === undefined) return [];
  return indexViews(run, summary).flatMap(({ table, group, nameOf }) => [
    adviceTable(table),
    answers(sensitivityAnswers(group, index, nameOf)),
    foldedFrom(TABLES_SHOWN, index.groups.length, sensitivityTables(group, index, nameOf).map(adviceTable)),
  ]);
}

/** As it is where there are few of its kind. */
function foldedFrom(most: number, all: number, blocks: readonly string[]): string {
  const text = blocks.join('\n\n');
  return all <= most || text === ''
    ? text
    : folded('For which weights, and what it takes for each cell', text);
}

/** Folded away; empty where no cell has one. */
function firstUses(shown: readonly Table[], titleOf: (table: Table) => string): string {
  const rows = shown.flatMap((table) =>
    table.rows.flatMap(({ cell, label }) => {
      const told = firstUseText(cell, decimalsFor([cell.firstUse?.medianMs ?? 1]));
      const name = [titleOf(table), label].filter(Boolean).join(' · ');
      return told === null ? [] : [row([plain(name), told.figure, told.interval])];
    }),
  );
  const head = [row(['cell', 'first use ms', 'interval']), row(['---', '---:', '---:'])];
  return rows.length === 0 ? '' : folded(capital(FIRST_USE_MEANING), [...head, ...rows].join('\n'));
}

/** What the figures of either kind of table are. */
function meanings(shown: readonly Table[]): readonly string[] {
  const messages = shown.filter(({ shared }) => isSequence(shared));
  const itemised = messages.some(({ rows }) => rows.some(({ cell }) => isItemised(cell)));
  return [
    messages.length < shown.length ? 'Medians decide; the bill is in mean ms, because means add up.' : '',
    messages.length > 0 ? `${capital(aMessage(messages))}. ${capital(OF_A_WAY)}.` : '',
    itemised ? `${capital(LEFT_OVER)}.` : '',
  ];
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function cellTable(table: Table, title: string, confidence: number): string {
  if (isSequence(table.shared)) return wayRows(table, title, confidence);
  const decimals = decimalsFor(table.rows.map(({ cell }) => cell.totalMs!.median));
  const named = table.rows.some(({ cell }) => cell.published !== null);
  const head = [
    'cell',
    'median ms',
    `${percent(confidence, 0)} interval`,
    AGAINST_LOWEST,
    'bytes',
    ...BILL_GROUPS,
    'residual',
    ...(named ? [`${PUBLISHED_PROTOCOL}, mean ms (removed)`] : []),
  ];
  return rankedApart(table)
    .map((group) => {
      const lines = [
        row(head),
        row(head.map((_, i) => (i === 0 ? '---' : '---:'))),
        ...group.rows.map((contender) => row(cellFields(contender, decimals, named))),
      ];
      const own = [title, group.title].filter(Boolean).join(' · ');
      return `${own === '' ? '' : `**${plain(own)}**\n\n`}${lines.join('\n')}`;
    })
    .join('\n\n');
}

function wayRows(table: Table, title: string, confidence: number): string {
  const { columns, notes, unit } = wayTable(table, confidence);
  const own = columns.filter(({ name }) => name !== 'published');
  const published = columns.filter(({ name }) => name === 'published');
  const phases = shownItems(table);
  const bills = table.rows.map(({ cell }) => groupedBill(cell)!);
  const decimals = decimalsFor(bills.map(({ totalMs }) => inUnit(totalMs, unit)));
  const heads = own.map((column) => column.title).toSpliced(2, 0, AGAINST_LOWEST);
  const head = [
    'way',
    ...heads,
    ...phases.map((phase) => `${ITEMS[phase].title} ${unit}`),
    ...published.map((column) => column.title),
  ];
  const lines = table.rows.map((contender, i) => {
    const figures = own.map(({ texts }) => texts[i]!).toSpliced(2, 0, markedStanding(contender));
    const items = phases.map((phase) => {
      if (bills[i]!.untold.includes(phase)) return UNTOLD_MARK;
      const item = bills[i]!.items.find((one) => one.phase === phase);
      return item === undefined ? '–' : grouped(inUnit(item.meanMs, unit), decimals);
    });
    return row([plain(contender.label), ...figures, ...items, ...published.map(({ texts }) => texts[i]!)]);
  });
  const rows = [row(head), row(head.map((_, i) => (i === 0 ? '---' : '---:'))), ...lines];
  const beneath = notes.map((note) => `\n\n${plain(note)}`).join('');
  return `${title === '' ? '' : `**${plain(title)}**\n\n`}${rows.join('\n')}${beneath}`;
}

/** Of messages that are encoded or checked. */
function shownItems({ rows }: Table) {
  const itemised = rows.filter(({ cell }) => isItemised(cell));
  return shownPhases(itemised.map(({ cell }) => groupedBill(cell)!));
}

function cellFields(contender: Contender, decimals: number, named: boolean): readonly string[] {
  const { cell, label } = contender;
  const { median, interval } = cell.totalMs!;
  const bill = groupedBill(cell)!;
  return [
    plain(label),
    grouped(median, decimals),
    fromTo(interval, decimals),
    markedStanding(contender),
    cell.bytes === null ? '' : grouped(cell.bytes.encoded),
    ...BILL_GROUPS.map((group) => grouped(bill.groupMs[group], decimals)),
    grouped(bill.residualMs, decimals),
    ...(named ? [publishedMean(cell, decimals) ?? '–'] : []),
  ];
}

/** With the mark that the answers have, in bold where it is the fastest. */
function markedStanding(contender: Contender): string {
  const { words, interval } = sayStanding(contender);
  return [standingMark(contender), isFastest(contender) ? `**${words}**` : words, interval]
    .filter(Boolean)
    .join(' ');
}

function network({ run, summary }: ReportInput): string {
  const section = networkSection(run, summary);
  if (section === null) return '';
  const lines = [
    row(['network', 'by', 'measured']),
    row(['---', '---', '---']),
    ...section.rows.map(({ name, engine, measured }) => row([plain(name), plain(engine), plain(measured)])),
  ];
  return `${lines.join('\n')}\n\n${plain(section.notes.join(' · '))}`;
}

function claims(all: readonly ClaimSummary[]): string {
  if (all.length === 0) return '';
  const rows = all.map((claim) =>
    row([
      plain(claim.id),
      plain(claim.reading === undefined ? claim.says : `${claim.says}. Read as: ${claim.reading}`),
      publishedRange(claim),
      measuredFigures(claim)?.join(' ') ?? '–',
      claimMargin(claim),
      `${isProvisional(claim) ? `${MARKS.provisional} ` : ''}${claimVerdict(claim)}${isProvisional(claim) ? ', provisional' : ''}${claim.note === '' ? '' : `: ${plain(claim.note)}`}`,
    ]),
  );
  return [
    row(['claim', 'says', 'published', 'measured', 'margin', 'verdict']),
    row(['---', '---', '---', '---', '---', '---']),
    ...rows,
  ].join('\n');
}

function warnings(all: Summary['warnings']): string {
  if (all.length === 0) return '';
  const line = ({ kind, what, advice }: Warning) =>
    `- ${kind}: ${plain(what)}${advice === '' ? '' : `; ${plain(advice)}`}`;
  return folded(count(all.length, 'warning'), all.map(line).join('\n'));
}

function folded(title: string, body: string): string {
  return `<details><summary>${title}</summary>\n\n${body}\n\n</details>`;
}

function row(fields: readonly string[]): string {
  return `| ${fields.join(' | ')} |`;
}

/** Text as text: nothing in it is taken for markup, a table's bar or a line's end. */
export function plain(text: string): string {
  return text
    .replace(/[\r\n]+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[\\`*_~|#]/g, '\\$&')
    .replaceAll('](', ']\\(');
}
