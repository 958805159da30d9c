// What became of a gate as JUnit's XML, which every CI reads.

import type { RuleOutcome } from '../../summary/gate/judged-rules.ts';
import { escaped } from '../html/markup.ts';
import {
  fails,
  type GateReport,
  sayFailed,
  sayNotes,
  shownChecks,
  troubleOf,
  verdictOfFailed,
} from './gate-words.ts';

/**
 * One test case a rule; one of the gate itself where it could not be measured to its end, and one of
 * exchanges that failed, where some did. A rule that is not measured is a case that was skipped.
 */
export function gateJunit(report: GateReport): string {
  const { judged, name } = report;
  const trouble = troubleOf(report);
  const rules = judged.rules.map((rule) => ({
    title: rule.rule.says,
    verdict: rule.verdict,
    fails: fails(rule, report),
    text: shownChecks(rule).join('\n'),
  }));
  const ofTrouble =
    trouble === null
      ? []
      : [{ title: trouble.wanted, verdict: trouble.outcome, fails: true, text: trouble.reasons.join('\n') }];
  const failed = verdictOfFailed(report);
  const ofFailed = failed === null ? [] : [{ title: ALIKE, ...failed, text: sayFailed(report).join('\n') }];
  const cases = [...ofTrouble, ...ofFailed, ...rules];
  const failures = cases.filter((one) => one.fails).length;
  const skipped = cases.filter(isSkipped).length;
  const told = cases.map((one) => {
    const { title, verdict, text } = one;
    const skips = isSkipped(one) ? `<skipped message="${escaped(text)}"/>` : '';
    const body = one.fails
      ? `<failure message="${escaped(verdict)}">${escaped(text)}</failure>`
      : `${skips}<system-out>${escaped(verdict)}\n${escaped(text)}</system-out>`;
    return `  <testcase classname="${escaped(name)}" name="${escaped(title)}">${body}</testcase>`;
  });
  const notes = sayNotes(report).map((note) => `  <system-out>${escaped(note)}</system-out>`);
  return withoutForbidden(`<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="wirefare gate ${escaped(name)}" tests="${cases.length}" failures="${failures}" skipped="${skipped}">
${[...told, ...notes].join('\n')}
</testsuite>
`);
}

function isSkipped({ verdict }: { readonly verdict: GateReport['outcome'] | RuleOutcome }): boolean {
  return verdict === 'not measured';
}

const ALIKE = 'no more exchanges of head fail than of base';

/** XML has no place for most control characters, not even escaped ones. */
function withoutForbidden(text: string): string {
  return text.replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, ' ');
}
