// What became of a gate: its rules in the order of the file, the cells that broke them or kept them open, and
// where the record lies.

import { count } from '../../base/figures/plurals.ts';
import { recordedJson } from '../../factors/recorded-cell.ts';
import type { JudgedRule, RuleOutcome } from '../../summary/gate/judged-rules.ts';
import { plain } from '../markdown.ts';
import type { Look } from '../report.ts';
import { withoutControls } from '../terminal/controls.ts';
import { wrapped } from '../terminal/grid.ts';
import { type Paint, paintFor } from '../terminal/paint.ts';
import type { GateFormat } from './gate-formats.ts';
import { annotations, withoutCommands } from './gate-github.ts';
import { gateJunit } from './gate-junit.ts';
import {
  type GateReport,
  OUTCOMES,
  sayFailed,
  sayHelp,
  sayNotes,
  sayOutcome,
  shownChecks,
  troubleOf,
} from './gate-words.ts';

export async function gateText(format: GateFormat, report: GateReport, look: Look): Promise<string> {
  switch (format) {
    case 'terminal':
      return terminal(withoutControls(report), look);
    case 'github':
      return [...withoutCommands(terminal(withoutControls(report), look)), ...annotations(report)]
        .map((line) => `${line}\n`)
        .join('');
    case 'md':
      return markdown(report);
    case 'html':
      return (await import('./gate-page.ts')).gatePage(report);
    case 'junit':
      return gateJunit(report);
    case 'json':
      return `${recordedJson(report, 1)}\n`;
  }
}

const INDENT = '    ';

function terminal(report: GateReport, { columns, colour }: Look): string {
  const paint = paintFor(colour);
  const width = Math.max(60, columns);
  const paragraph = (text: string) => wrapped(text, width, '', '');
  const lines = [
    ...paragraph(sayOutcome(report)).map(paint.strong),
    ...(troubleOf(report)?.reasons ?? []).flatMap((text) => wrapped(text, width, '  ', '    ')),
    ...report.judged.rules.flatMap((rule) => [
      '',
      painted(rule.verdict, `  ${rule.verdict}  ${rule.rule.says}`, paint),
      ...shownChecks(rule).flatMap((text) => wrapped(text, width, INDENT, `${INDENT}  `)),
    ]),
    '',
    ...sayNotes(report).flatMap(paragraph),
    ...sayFailed(report).flatMap(paragraph),
    ...sayHelp(report).flatMap(paragraph),
    ...sayRecord(report),
  ];
  return `${lines.join('\n')}\n`;
}

function sayRecord({ record }: GateReport): readonly string[] {
  return record === null ? [] : [`record: ${record}`];
}

function painted(verdict: RuleOutcome, text: string, paint: Paint): string {
  if (verdict === 'kept') return paint.good(text);
  return verdict === 'broken' ? paint.alert(text) : paint.strong(text);
}

/** A comment holds 65 536 characters, and some of them are whoever posts it's. */
const LONGEST_MARKDOWN = 60_000;

function markdown(report: GateReport): string {
  const { judged } = report;
  const ordered = judged.rules.toSorted((a, b) => OUTCOMES.indexOf(a.verdict) - OUTCOMES.indexOf(b.verdict));
  const whole = markdownOf(report, judged.rules);
  if (whole.length <= LONGEST_MARKDOWN || troubleOf(report) !== null) return whole.slice(0, LONGEST_MARKDOWN);
  let shown = ordered.length;
  while (shown > 1 && markdownOf(report, ordered.slice(0, shown)).length > LONGEST_MARKDOWN) shown -= 1;
  return markdownOf(report, ordered.slice(0, shown));
}

function markdownOf(report: GateReport, rules: readonly JudgedRule[]): string {
  const { judged, record } = report;
  const rows = rules.map((rule) => {
    const outcome = rule.verdict === 'kept' ? 'kept' : `**${rule.verdict}**`;
    const cells = shownChecks(rule).map(plain).join('<br>');
    return ['', outcome, plain(rule.rule.says), cells, ''].join(' | ').trim();
  });
  const table = ['| outcome | rule | cells |', '| --- | --- | --- |', ...rows].join('\n');
  const more = judged.rules.length - rules.length;
  const parts = [
    `**${plain(sayOutcome(report))}.**`,
    ...(troubleOf(report)?.reasons ?? []).map(plain),
    table,
    ...(more > 0 ? [`And ${count(more, 'rule')} more: the job's log has them.`] : []),
    ...sayNotes(report).map(plain),
    ...sayFailed(report).map(plain),
    ...sayHelp(report).map(plain),
    ...(record === null ? [] : [`Record: ${plain(record)}`]),
  ];
  return `${parts.join('\n\n')}\n`;
}
