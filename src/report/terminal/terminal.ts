// What a run says at its end: the answers first, then the tables, the bill and what the run knows of its own
// trustworthiness. Made for 80 columns; a wider terminal gets longer bars and one more column.

import { count } from '../../base/figures/plurals.ts';
import { isSequence } from '../../factors/cell.ts';
import type { RunFile } from '../../record/record.ts';
import type { Summary } from '../../summary/summary.ts';
import { adviceTables } from '../advice/tables.ts';
import { clientsTables } from '../clients/tables.ts';
import { designTables } from '../design/tables.ts';
import { LEFT_OVER } from '../messages/meaning.ts';
import { besideTables } from '../predicted/beside.ts';
import { priceTables } from '../price/tables.ts';
import type { Look, Report } from '../report.ts';
import { isItemised } from '../tables/grouped-bill.ts';
import { machineTables } from '../tables/machine-tables.ts';
import { studyTables } from '../tables/study-tables.ts';
import { urlTables } from '../urls/tables.ts';
import { sayCaveats } from '../words/caveats.ts';
import { listChecks } from '../words/checks-line.ts';
import { type Contest, makeTables, type Table, type Tables } from '../words/groups.ts';
import { writeHeading } from '../words/heading.ts';
import { networkSection } from '../words/network-words.ts';
import { publishedMeaning } from '../words/published.ts';
import { allAnswers, sayEnding } from '../words/sentences.ts';
import { adviceTable } from './advice-table.ts';
import { answers } from './answers.ts';
import { billNotes, billTable } from './bill-table.ts';
import { claimsTable } from './claims-table.ts';
import { withoutControls } from './controls.ts';
import { filled, wrapped } from './grid.ts';
import { indexSections } from './index-sections.ts';
import { type Paint, paintFor } from './paint.ts';
import { tableSections } from './tables.ts';

const MOST_WARNINGS = 6;
const INDENT = '  ';

export const terminalReport: Report = {
  name: 'terminal',
  fileName: 'report.txt',
  goesTo: 'stdout',
  tells: 'summary',
  async render({ run, summary }, write, look) {
    await write(terminalText(run, summary, look));
  },
};

export function terminalText(run: RunFile, summary: Summary, look: Look): string {
  return composed(withoutControls(run), withoutControls(summary), look);
}

function composed(run: RunFile, summary: Summary, look: Look): string {
  const paint = paintFor(look.colour);
  const tables = makeTables(summary, run.study);
  const width = Math.max(40, look.columns);
  const sections = [
    heading(run, summary, tables, width, paint),
    ...urlTables(run, summary).map((table) => adviceTable(table, width, paint)),
    answers(allAnswers(run, summary, tables), width, paint),
    ...adviceTables(run, summary).map((table) => adviceTable(table, width, paint)),
    claimsTable(run, summary.claims, width - INDENT.length, paint).map((line) => INDENT + line),
    ...machineTables(run, summary, width - 2 * INDENT.length).map((table) =>
      adviceTable(table, width, paint),
    ),
    ...studyTables(summary, width - 2 * INDENT.length).map((table) => adviceTable(table, width, paint)),
    ...designTables(summary, tables, width - 2 * INDENT.length).map((table) =>
      adviceTable(table, width, paint),
    ),
    ...clientsTables(summary).map((table) => adviceTable(table, width, paint)),
    ...priceTables(run, summary, width - 2 * INDENT.length).map((table) => adviceTable(table, width, paint)),
    ...besideTables(summary, width - 2 * INDENT.length).map((table) => adviceTable(table, width, paint)),
    ...tableSections(run, summary, tables, width - INDENT.length, paint).map((lines) =>
      lines.map((line) => INDENT + line),
    ),
    ...indexSections(run, summary, width, paint),
    summary.advice === undefined ? bill(tables, width, paint) : [],
    network(run, summary, width, paint),
    trust(run, summary, width, paint),
    look.htmlPath === null ? [] : [`${INDENT}report: ${withoutControls(look.htmlPath)}`],
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function heading(
  run: RunFile,
  summary: Summary,
  tables: Tables,
  width: number,
  paint: Paint,
): readonly string[] {
  const ending = sayEnding(summary, run.reason);
  const { alerts, notes } = sayCaveats(run, summary);
  return [
    ...wrapped(summary.title, width, '', '').map(paint.strong),
    ...filled(writeHeading(run, summary, tables), width).map(paint.dim),
    ...notes.flatMap((note) => wrapped(note, width, '', INDENT)).map(paint.dim),
    ...[...(ending === null ? [] : [ending]), ...alerts]
      .flatMap((alert) => wrapped(alert, width, '', INDENT))
      .map(paint.alert),
  ];
}

function bill({ tables }: Tables, width: number, paint: Paint): readonly string[] {
  const told = lastContest(tables);
  if (told === null) return [];
  const { table, contest } = told;
  const title = filled(['The bill', ...(table.title === '' ? [] : [table.title])], width - INDENT.length);
  const meaning = publishedMeaning(contest.contenders.map(({ cell }) => cell));
  const notes = [
    ...(isSequence(table.shared) ? wrapped(LEFT_OVER, width - INDENT.length, '', '') : []),
    ...billNotes(table, contest).flatMap((note) => wrapped(note, width - INDENT.length, '', '')),
    ...(meaning === null ? [] : wrapped(meaning, width - INDENT.length, '', '')),
  ].map(paint.dim);
  return [...title.map(paint.strong), ...billTable(table, contest, paint), ...notes].map(
    (line) => INDENT + line,
  );
}

/** The first itemised part's largest n: where the differences are. */
function lastContest(tables: readonly Table[]): { table: Table; contest: Contest } | null {
  const itemised = tables.filter(({ rows }) => rows.some(({ cell }) => isItemised(cell)));
  const measured = itemised.filter(({ part }) => part === itemised[0]!.part);
  const table = measured.reduce<Table | null>(
    (a, b) => (a === null || b.shared.n > a.shared.n ? b : a),
    null,
  );
  const contest = table?.contests.find(({ contenders }) => contenders.length > 0);
  return table === null || contest === undefined ? null : { table, contest };
}

function network(run: RunFile, summary: Summary, width: number, paint: Paint): readonly string[] {
  const section = networkSection(run, summary);
  if (section === null) return [];
  const room = width - INDENT.length;
  const rows = section.rows.flatMap(({ name, engine, measured }) =>
    wrapped(`${name} by ${engine}: measured ${measured}`, room, '', INDENT),
  );
  return [paint.strong('Network'), ...rows, ...filled(section.notes, room)].map((line) => INDENT + line);
}

function trust(run: RunFile, summary: Summary, width: number, paint: Paint): readonly string[] {
  const line = listChecks(run, summary).map(({ short }) => short);
  const { warnings } = summary;
  const shown = warnings.slice(0, MOST_WARNINGS);
  return [
    ...filled(line, width - INDENT.length).map((part) => INDENT + part),
    ...shown.flatMap(({ kind, what, advice }) => {
      const text = `${kind}: ${what}${advice === '' ? '' : `; ${advice}`}`;
      return wrapped(text, width - 6, '', '').map((part, i) =>
        i === 0 ? `${INDENT}${paint.alert('!')} ${part}` : `    ${part}`,
      );
    }),
    ...(warnings.length > shown.length
      ? [`${INDENT}… ${count(warnings.length - shown.length, 'more warning')} in the report`]
      : []),
  ];
}
