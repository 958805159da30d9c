// What became of a gate as workflow commands of GitHub Actions, each of which it shows beside the line of a
// rule. Of a step it shows ten at most.

import { createHash } from 'node:crypto';
import { fails, type GateReport, OUTCOMES, sayOutcome, shownChecks, troubleOf } from './gate-words.ts';

const MOST_ANNOTATIONS = 10;

/** One a line; none of a gate that is kept whole. */
export function annotations(report: GateReport): readonly string[] {
  const { file, judged, outcome } = report;
  const trouble = troubleOf(report);
  const ofTrouble =
    trouble === null ? [] : [command('error', { file, title: trouble.what }, trouble.reasons.join('\n'))];
  const told = judged.rules.filter(({ verdict }) =>
    trouble === null ? verdict !== 'kept' : verdict === 'broken',
  );
  const rules = told
    .toSorted(
      (a, b) =>
        Number(fails(b, report)) - Number(fails(a, report)) ||
        OUTCOMES.indexOf(a.verdict) - OUTCOMES.indexOf(b.verdict),
    )
    .map((rule) =>
      command(
        fails(rule, report) ? 'error' : 'warning',
        { file, line: rule.rule.line, title: `${rule.verdict}: ${rule.rule.says}` },
        shownChecks(rule).join('\n'),
      ),
    );
  const all = [...ofTrouble, ...rules];
  if (all.length <= MOST_ANNOTATIONS) return all;
  const more = all.length - MOST_ANNOTATIONS + 1;
  const rest = `and ${more} more, which the summary has`;
  const level = outcome === 'kept' ? 'warning' : 'error';
  return [...all.slice(0, MOST_ANNOTATIONS - 1), command(level, { file, title: rest }, sayOutcome(report))];
}

/**
 * Lines in which the runner obeys nothing, whatever a server under test has written into them. The word that
 * ends them is made of them, so that nobody can have written it there.
 */
export function withoutCommands(text: string): readonly string[] {
  const word = createHash('sha256').update(text).digest('hex').slice(0, 32);
  return [`::stop-commands::${word}`, ...text.trimEnd().split('\n'), `::${word}::`];
}

function command(
  name: 'error' | 'warning',
  properties: Readonly<Record<string, string | number | null>>,
  message: string,
): string {
  const pairs = Object.entries(properties).flatMap(([key, value]) =>
    value === null ? [] : [`${key}=${escapedProperty(String(value))}`],
  );
  return `::${name} ${pairs.join(',')}::${escapedData(message)}`;
}

/** As the runner reads it: a line break would end the command, and begin what stands in somebody's text. */
function escapedData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapedProperty(text: string): string {
  return escapedData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
