// A file that failed gets a second try, by itself, only where others disturbed the machine while it ran; and
// what disturbed it is told.

import { isDisturbed, sayDisturbance } from './disturbance.ts';
import type { FailedFile, TestCounts } from './run-tests.ts';

export interface TriedTests extends TestCounts {
  /** Files that were run again, each with what disturbed its first run. */
  readonly secondTries: readonly string[];
}

/** `alone` runs these files one after the other. */
export async function tryAgain(
  first: TestCounts,
  alone: (files: readonly string[]) => Promise<TestCounts>,
  tell: (line: string) => void,
): Promise<TriedTests> {
  const again = first.failedFiles.filter(({ disturbance }) => isDisturbed(disturbance));
  if (again.length === 0) return { ...first, secondTries: [] };
  tell('once more, each by itself, since the machine was disturbed:');
  const second = await alone(again.map(({ file }) => file));
  return { ...replaceFiles(first, again, second), secondTries: again.map(sayTry) };
}

/** The results of a second run of some files replace those of their first run. */
export function replaceFiles(
  first: TestCounts,
  again: readonly FailedFile[],
  second: TestCounts,
): TestCounts {
  const sum = (of: 'passed' | 'failed') => again.reduce((all, file) => all + file[of], 0);
  return {
    passed: first.passed - sum('passed') + second.passed,
    failed: first.failed - sum('failed') + second.failed,
    skipped: [...new Set([...first.skipped, ...second.skipped])],
    failedFiles: [...first.failedFiles.filter((each) => !again.includes(each)), ...second.failedFiles],
    times: [...first.times, ...second.times],
  };
}

function sayTry({ file, disturbance }: FailedFile): string {
  return `${file}: ${sayDisturbance(disturbance)}`;
}
