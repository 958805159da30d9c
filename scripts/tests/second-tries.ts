// A file that failed gets a second try, by itself, only where others disturbed the machine while it ran; and
// what disturbed it is told. Before each try the machine gets some time to become calm: right after the first
// one it is as disturbed as it was.

import { setTimeout as after } from 'node:timers/promises';
import { type DisturbanceWatch, isDisturbed, sayDisturbance, WINDOW_MS } from './disturbance.ts';
import { addCounts, type FailedFile, type TestCounts } from './run-tests.ts';

/** Of a machine that does not become calm nobody learns more by waiting on. */
const MOST_WAITED_MS = 120_000;
const LOOK_EVERY_MS = 1_000;

export interface TriedTests extends TestCounts {
  /** Files that were run again, each with what disturbed its first run. */
  readonly secondTries: readonly string[];
}

/** `alone` runs one file; `calm` resolves when it may begin. */
export async function tryAgain(
  first: TestCounts,
  alone: (file: string) => Promise<TestCounts>,
  calm: () => Promise<void>,
  tell: (line: string) => void,
): Promise<TriedTests> {
  const again = first.failedFiles.filter(({ disturbance }) => isDisturbed(disturbance));
  if (again.length === 0) return { ...first, secondTries: [] };
  tell('once more, each by itself, since the machine was disturbed:');
  const second: TestCounts[] = [];
  for (const { file } of again) {
    await calm();
    second.push(await alone(file));
  }
  return { ...replaceFiles(first, again, addCounts(second)), secondTries: again.map(sayTry) };
}

/** Until nothing disturbed the machine for a whole window, two minutes at most. */
export async function waitForCalm(
  { worstIn }: Pick<DisturbanceWatch, 'worstIn'>,
  nowMs: () => number = () => performance.now(),
  wait: (ms: number) => Promise<unknown> = after,
): Promise<void> {
  const beganMs = nowMs();
  do await wait(LOOK_EVERY_MS);
  while (
    nowMs() - beganMs < MOST_WAITED_MS &&
    (nowMs() - beganMs < WINDOW_MS || isDisturbed(worstIn(nowMs() - WINDOW_MS, nowMs())))
  );
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
