// What became of a gate: its rules in the order of the file, the cells that broke them or kept them open, and
// where the record lies.

import { grouped, percent } from '../../base/figures/numbers.ts';
import { count } from '../../base/figures/plurals.ts';
import { between } from '../../base/figures/ratios.ts';
import { ms } from '../../base/figures/times.ts';
import { recordedJson } from '../../factors/recorded-cell.ts';
import { isOfBytes } from '../../study/gate/gate-file.ts';
import type { JudgedGate, JudgedRule, RuleCheck, RuleVerdict } from '../../summary/gate/judged-rules.ts';
import { escaped } from '../html/markup.ts';
import { plain } from '../markdown.ts';
import type { Look } from '../report.ts';
import { withoutControls } from '../terminal/controls.ts';
import { wrapped } from '../terminal/grid.ts';
import { type Paint, paintFor } from '../terminal/paint.ts';
import type { GateFormat } from './gate-formats.ts';

export interface GateReport {
  readonly name: string;
  /** Base and head, as typed. */
  readonly base: string;
  readonly head: string;
  readonly judged: JudgedGate;
  /** With what the gate says of undecided rules. */
  readonly outcome: RuleVerdict;
  /** Where the record lies, as a path. */
  readonly record: string;
}

export function gateText(format: GateFormat, report: GateReport, look: Look): string {
  switch (format) {
    case 'terminal':
      return terminal(withoutControls(report), look);
    case 'md':
      return markdown(report);
    case 'junit':
      return junit(report);
    case 'json':
      return `${recordedJson(report, 1)}\n`;
  }
}

const LEVELS = ['broken', 'undecided', 'kept'] as const satisfies readonly RuleVerdict[];
const INDENT = '    ';
/** A rule about a whole study has many cells. */
const MOST_CELLS = 6;

function sayOutcome({ name, base, head, outcome, judged }: GateReport): string {
  const rules = LEVELS.flatMap((verdict) => {
    const some = judged.rules.filter((rule) => rule.verdict === verdict).length;
    return some === 0 ? [] : [`${some} ${verdict}`];
  });
  return `Gate ${name}: ${outcome}. ${head} beside ${base}: of ${count(judged.rules.length, 'rule')} ${rules.join(', ')}`;
}

/** What would help where nothing can be told. */
function sayHelp({ judged }: GateReport): readonly string[] {
  const isOpen = judged.rules.some(({ verdict }) => verdict === 'undecided');
  if (!isOpen) return [];
  return [
    'What is undecided takes more time (budget), a quieter machine, or a limit further from what was measured; undecided: pass lets it through.',
  ];
}

function terminal(report: GateReport, { columns, colour }: Look): string {
  const paint = paintFor(colour);
  const width = Math.max(60, columns);
  const lines = [
    ...wrapped(sayOutcome(report), width, '', '').map(paint.strong),
    ...report.judged.rules.flatMap((rule) => [
      '',
      painted(rule.verdict, `  ${rule.verdict}  ${rule.rule.says}`, paint),
      ...shownChecks(rule).flatMap((text) => wrapped(text, width, INDENT, `${INDENT}  `)),
    ]),
    '',
    ...sayHelp(report).flatMap((text) => wrapped(text, width, '', '')),
    `record: ${report.record}`,
  ];
  return `${lines.join('\n')}\n`;
}

function painted(verdict: RuleVerdict, text: string, paint: Paint): string {
  if (verdict === 'kept') return paint.good(text);
  return verdict === 'broken' ? paint.alert(text) : paint.strong(text);
}

/** Those that decide the rule first. */
function shownChecks(rule: JudgedRule): readonly string[] {
  const sorted = rule.checks.toSorted((a, b) => LEVELS.indexOf(a.verdict) - LEVELS.indexOf(b.verdict));
  const more = sorted.length - MOST_CELLS;
  return [
    ...sorted.slice(0, MOST_CELLS).map((check) => sayCheck(rule, check)),
    ...(more > 0 ? [`and ${count(more, 'more cell', 'more cells')}`] : []),
  ];
}

/** `json n=1000: 1.08× [1.06, 1.10]`; of `above` the figure itself. */
function sayCheck(
  { rule: { item, limit }, verdict }: JudgedRule,
  { head, figure, interval, because, verdict: own }: RuleCheck,
): string {
  const which = own === verdict ? '' : `${own}, `;
  const why = because === '' ? '' : ` (${because})`;
  if (figure === null) return `${head}: ${which}not measured${why}`;
  return `${head}: ${which}${sayFigure()}${why}`;

  function sayFigure(): string {
    if (limit.kind === 'above')
      return isOfBytes(item)
        ? `${grouped(figure!)} B`
        : `${ms(figure!)}${interval === null ? '' : ` ${sayMs(interval)}`}`;
    return interval === null ? sayShare(figure!) : `${sayShare(figure!)}, ratio ${between(interval)}`;
  }
}

function sayMs([low, high]: readonly [number, number]): string {
  return high < 1e9 ? `[${ms(low)}, ${ms(high)}]` : '[unknown]';
}

/** `+5.0 %` of a ratio of 1.05. */
function sayShare(ratio: number): string {
  const share = ratio - 1;
  if (share === 0) return 'the same';
  return `${share > 0 ? '+' : '−'}${percent(Math.abs(share), 1)}`;
}

function markdown(report: GateReport): string {
  const rows = report.judged.rules.map((rule) =>
    [
      '',
      rule.verdict === 'kept' ? 'kept' : `**${rule.verdict}**`,
      plain(rule.rule.says),
      shownChecks(rule).map(plain).join('<br>'),
      '',
    ]
      .join(' | ')
      .trim(),
  );
  const table = ['| outcome | rule | cells |', '| --- | --- | --- |', ...rows].join('\n');
  const parts = [
    `**${plain(sayOutcome(report))}.**`,
    table,
    ...sayHelp(report).map(plain),
    `Record: ${plain(report.record)}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

/** One test case a rule: broken is a failure, and so is undecided where it fails; a warning never is. */
function junit(report: GateReport): string {
  const { judged, name, outcome } = report;
  const cases = judged.rules.map((rule) => {
    const text = escaped(shownChecks(rule).join('\n'));
    const fails =
      rule.rule.level === 'fail' &&
      (rule.verdict === 'broken' || (rule.verdict === 'undecided' && outcome !== 'kept'));
    const body = fails
      ? `<failure message="${escaped(rule.verdict)}">${text}</failure>`
      : `<system-out>${escaped(rule.verdict)}\n${text}</system-out>`;
    return {
      fails,
      xml: `  <testcase classname="${escaped(name)}" name="${escaped(rule.rule.says)}">${body}</testcase>`,
    };
  });
  const failures = cases.filter(({ fails }) => fails).length;
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="wirefare gate ${escaped(name)}" tests="${cases.length}" failures="${failures}">
${cases.map(({ xml }) => withoutForbidden(xml)).join('\n')}
</testsuite>
`;
}

/** XML has no place for most control characters, not even escaped ones. */
function withoutForbidden(text: string): string {
  return text.replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, ' ');
}
