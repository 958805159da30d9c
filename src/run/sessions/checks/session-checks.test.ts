import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestCell } from '../../../../test/support/cells/made-cells.ts';
import { FakeClock } from '../../../base/clock.ts';
import type { RunningTarget } from '../../../drive/driver.ts';
import type { CellSpec, CheckJob, CheckResult } from '../../../wire/agent-protocol.ts';
import { TOO_LATE } from '../../../wire/sample.ts';
import type { AgentDesk } from '../../agents/agent-desk.ts';
import { Answers, type InTime } from '../answers.ts';
import { SessionGuard } from '../session-guard.ts';
import { checkAll } from './session-checks.ts';

const QUICK_MS = 20;

/** Cells of several lengths, of which `hangs` says which are waited for in vain. */
async function checked(names: readonly string[], hangs: RegExp, inTime: InTime | null) {
  const clock = new FakeClock();
  const guard = new SessionGuard(clock, new AbortController().signal, 600_000);
  const waitedMs: number[] = [];
  const desk = {
    check: async ({ cells: [spec], timeoutMs }: CheckJob) => {
      const { cell } = spec!;
      const isLate = hangs.test(cell);
      if (isLate) waitedMs.push(timeoutMs);
      clock.advance(isLate ? timeoutMs : QUICK_MS);
      const sizes = { bytesEncoded: 2, bytesDecoded: 2, contentEncoding: '', compared: isLate ? 0 : 1 };
      return [{ cell, difference: isLate ? TOO_LATE : null, ...sizes }];
    },
  } as unknown as AgentDesk;
  const offered = names.map((id, n) => {
    const factors = { ...requestCell(), n: n + 1, target: id.split(' ')[0]! };
    const spec = { cell: id, compression: 'none', sequence: null, dataset: 'book' } as CellSpec;
    return { cell: { id, part: 'p', factors, twinOf: null, skip: null }, spec };
  });
  const targets = ['base', 'head'].map((name) => ({ name }) as RunningTarget);
  const answers = new Answers({ clock, timeoutMs: 10_000, inTime });
  const headOf = async () => ({ bytes: 100, hasLength: true });
  try {
    const checks = await checkAll({ offered, dropped: [] }, targets, { desk, guard, clock, answers, headOf });
    return { ...checks, waitedMs, tookMs: clock.nowMs() };
  } finally {
    guard.close();
  }
}

const CELLS = ['base 1', 'head 1', 'base 2', 'head 2', 'base 3', 'head 3', 'base 4', 'head 4'];
const IN_TIME = { endMs: 60_000, lateMs: 6_000 };

test('a target that answers no check is asked three times where the run has to be in time', async () => {
  const { waitedMs, trouble, dropped, runnable } = await checked(CELLS, /^base/, IN_TIME);
  assert.deepEqual(waitedMs, [10_000, 10_000, 10_000]);
  assert.equal(
    trouble?.message,
    'the target base did not answer: 3 exchanges in a row got no answer in 10 s at most (base 1, base 2 and base 3)',
  );
  assert.deepEqual(
    dropped.map(({ cell }) => cell),
    ['base 1', 'base 2', 'base 3', 'base 4', 'head 4'],
  );
  assert.match(dropped.at(-1)!.reason, /^it was not checked: the target base did not answer/);
  assert.equal(runnable.length, 3);
});

test('its checks are over in the time of the run and a tenth of it', async () => {
  const { waitedMs, trouble, tookMs } = await checked(CELLS, /^base/, { endMs: 6_000, lateMs: 600 });
  assert.deepEqual(trouble?.fault, { target: 'base', how: 'unanswered' });
  assert.ok(tookMs <= 6_600, `${tookMs} ms`);
  assert.ok(waitedMs.every((ms, i) => i === 0 || ms < waitedMs[i - 1]!));
});

test('a target that answers one of its cells goes on with that', async () => {
  const { trouble, runnable } = await checked(CELLS, /^base [124]/, IN_TIME);
  assert.equal(trouble, null);
  assert.deepEqual(
    runnable.map(({ cell }) => cell),
    ['head 1', 'head 2', 'base 3', 'head 3', 'head 4'],
  );
});

test('any other run checks every cell, as long as it takes', async () => {
  const { waitedMs, trouble, runnable } = await checked(CELLS, /^base/, null);
  assert.deepEqual(waitedMs, Array(4).fill(10_000));
  assert.equal(trouble, null);
  assert.equal(runnable.length, 4);
});

/** The check of a URL's cell that an agent answers so, one after the other. */
async function checkedUrl(results: readonly Partial<CheckResult>[], spec: Partial<CellSpec> = {}) {
  const clock = new FakeClock();
  const guard = new SessionGuard(clock, new AbortController().signal, 600_000);
  const asked: (true | undefined)[] = [];
  const desk = {
    check: async ({ cells: [own] }: CheckJob) => {
      const sizes = { bytesEncoded: 2, bytesDecoded: 2, contentEncoding: '', compared: 1 };
      const result = { cell: 'c', difference: null, ...sizes, ...results[asked.length] };
      asked.push(own!.changes);
      clock.advance(QUICK_MS + (own!.leastGapMs ?? 0));
      return [result];
    },
  } as unknown as AgentDesk;
  const own = { cell: 'c', compression: 'as-is', sequence: null, dataset: 'answer', ...spec } as CellSpec;
  const factors = { ...requestCell(), target: 'it' };
  const offered = [{ cell: { id: 'c', part: 'p', factors, twinOf: null, skip: null }, spec: own }];
  const answers = new Answers({ clock, timeoutMs: 10_000, inTime: null });
  const headOf = async () => ({ bytes: 100, hasLength: true });
  const around = { desk, guard, clock, answers, headOf };
  try {
    const { checks } = await checkAll({ offered, dropped: [] }, [{ name: 'it' } as RunningTarget], around);
    return { ...checks[0]!, asked };
  } finally {
    guard.close();
  }
}

const STUMBLED = { difference: 'the target answered 503 to it', failed: true, compared: 0 } as const;

test('a URL that stumbles in its check is asked the same again, and its answers are compared', async () => {
  const { asked, difference, changed } = await checkedUrl([STUMBLED, {}]);
  assert.deepEqual([asked, difference, changed], [[undefined, undefined], null, undefined]);
  const { asked: twice, difference: why } = await checkedUrl([STUMBLED, STUMBLED]);
  assert.deepEqual([twice, why], [[undefined, undefined], STUMBLED.difference]);
});

test('a URL whose values differ is known to change, at any rate', async () => {
  const differs = { difference: '[3].time: 12, expected 11' };
  for (const leastGapMs of [undefined, 60_000]) {
    const { asked, changed } = await checkedUrl(
      [differs, {}],
      leastGapMs === undefined ? {} : { leastGapMs },
    );
    assert.deepEqual([asked, changed], [[undefined, true], '[3].time differs']);
  }
});
