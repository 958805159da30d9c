// What came of the conformance suite, and how it is told.

import { plural } from '../base/figures/plurals.ts';
import type { About } from '../wire/target-contract.ts';
import type { VerifyMode } from './check.ts';

export interface CheckOutcome {
  /** `content-length`. */
  readonly name: string;
  /** The contract's words. */
  readonly must: string;
  /** Warned: it passed, and something is worth knowing. */
  readonly status: 'passed' | 'warned' | 'failed' | 'skipped';
  /** What is wrong, a sentence each; empty unless it failed or warned. */
  readonly findings: readonly string[];
  /** Why it was skipped; empty otherwise. */
  readonly reason: string;
  readonly durationMs: number;
}

export interface VerifyReport {
  readonly target: string;
  readonly mode: VerifyMode;
  /** null where /about is not as it must be. */
  readonly about: About | null;
  /** No check failed. */
  readonly passed: boolean;
  readonly checks: readonly CheckOutcome[];
  readonly requests: number;
  readonly durationMs: number;
}

/** Enough to see what is wrong; a target that fails everywhere would fill pages. */
const FINDINGS_SHOWN = 5;

const WHAT_RUNS_DO =
  'A run holds it to what its study uses of it alone: it measures it where none of this is met, and else says what is';

const MARKS = { passed: 'pass', warned: 'warn', failed: 'FAIL', skipped: 'skip' } as const;

/** Lines for a terminal. The report itself is the form for programs, as JSON. */
export function sayReport(report: VerifyReport): string {
  const { about, checks } = report;
  const width = Math.max(...checks.map(({ name }) => name.length));
  const lines = foldSkipped(checks).flatMap((check) => sayCheck(check, width));
  const failed = checks.filter(({ status }) => status === 'failed');
  const who = about === null ? report.target : `${about.name} ${about.version} at ${report.target}`;
  const effort = `${report.requests} ${plural(report.requests, 'request')} in ${(report.durationMs / 1000).toFixed(1)} s`;
  const verdict = report.passed
    ? `${who} meets the target contract (${effort})`
    : `${who} does not meet the target contract: ${failed.map(({ name }) => name).join(', ')} (${effort})`;
  return [...lines, '', verdict, ...(report.passed || about === null ? [] : [WHAT_RUNS_DO]), ''].join('\n');
}

/**
 * Checks in a row that are skipped for one reason become one: a small target would else be told thirty times
 * of what it lacks.
 */
function foldSkipped(checks: readonly CheckOutcome[]): CheckOutcome[] {
  const folded: CheckOutcome[] = [];
  for (let at = 0; at < checks.length; ) {
    const first = checks[at]!;
    let next = at + 1;
    while (isSkippedAlike(first, checks[next])) next += 1;
    const more = next - at - 1;
    folded.push(
      more === 0
        ? first
        : { ...first, reason: `${first.reason} (and ${more} ${plural(more, 'check')} more)` },
    );
    at = next;
  }
  return folded;
}

function isSkippedAlike(first: CheckOutcome, other: CheckOutcome | undefined): boolean {
  return first.status === 'skipped' && other?.status === 'skipped' && other.reason === first.reason;
}

function sayCheck(check: CheckOutcome, width: number): string[] {
  const { name, must, status, findings, reason } = check;
  const lines = [`${MARKS[status]}  ${name.padEnd(width)}  ${status === 'skipped' ? reason : must}`];
  lines.push(...findings.slice(0, FINDINGS_SHOWN).map((finding) => `      ${finding}`));
  const more = findings.length - FINDINGS_SHOWN;
  if (more > 0) lines.push(`      and ${more} more`);
  return lines;
}
