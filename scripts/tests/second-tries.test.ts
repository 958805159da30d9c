import assert from 'node:assert/strict';
import { test } from 'node:test';
import { replaceFiles, tryAgain, waitForCalm } from './second-tries.ts';

test('of a file that is tried again only the second run counts, and others that failed stay failed', () => {
  const failed = (file: string, outsideShare: number) => {
    return { file, passed: 2, failed: 1, disturbance: { stealShare: 0, outsideShare } };
  };
  const [disturbed, flaky] = [failed('disturbed.test.ts', 0.5), failed('flaky.test.ts', 0.01)];
  const none = { skipped: [], failedFiles: [], times: [] };
  const first = { ...none, passed: 10, failed: 2, failedFiles: [disturbed, flaky] };
  const mended = replaceFiles(first, [disturbed], { ...none, passed: 3, failed: 0 });
  assert.deepEqual([mended.passed, mended.failed, mended.failedFiles], [11, 1, [flaky]]);
  const again = replaceFiles(first, [disturbed], { ...none, passed: 2, failed: 1, failedFiles: [disturbed] });
  assert.deepEqual([again.passed, again.failed, again.failedFiles], [10, 2, [flaky, disturbed]]);
});

test('only files beside which the machine was disturbed are run again, and each is told with the reason', async () => {
  const failed = (file: string, stallMs: number) => {
    const disturbance = { stealShare: 0, outsideShare: 0, stallMs };
    return { file, passed: 0, failed: 1, disturbance };
  };
  const none = { skipped: [], failedFiles: [], times: [] };
  const run: string[] = [];
  const alone = async (file: string) => {
    run.push(file);
    return { ...none, passed: 1, failed: 0 };
  };
  const waits = async () => void run.push('calm');
  const first = (stallMs: number) => {
    const failedFiles = [failed('a.test.ts', stallMs), failed('b.test.ts', 60)];
    return { ...none, passed: 5, failed: 2, failedFiles };
  };
  const calm = await tryAgain(first(149), alone, waits, () => {});
  assert.deepEqual([calm.failed, calm.secondTries, run], [2, [], []]);
  const disturbed = await tryAgain(first(300), alone, waits, () => {});
  assert.deepEqual([disturbed.passed, disturbed.failed, run], [6, 1, ['calm', 'a.test.ts']]);
  assert.match(disturbed.secondTries.join(), /^a\.test\.ts: .*stood still for 300 ms \(bound 150 ms\)/);
});

test('a second try begins when nothing disturbed the machine for five seconds, or after two minutes', async () => {
  const waitedMs = async (calmFromMs: number) => {
    let nowMs = 0;
    const worstIn = (fromMs: number) => ({ stealShare: fromMs < calmFromMs ? 0.3 : 0, outsideShare: 0 });
    const wait = async (ms: number) => {
      nowMs += ms;
    };
    await waitForCalm({ worstIn }, () => nowMs, wait);
    return nowMs;
  };
  assert.equal(await waitedMs(0), 5_000);
  assert.equal(await waitedMs(20_000), 25_000);
  assert.equal(await waitedMs(Number.POSITIVE_INFINITY), 120_000);
});
