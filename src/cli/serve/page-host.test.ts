import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { fakeHost } from '../../../test/support/host/fake-host.ts';
import { JobProgress } from '../../ui/jobs/job-progress.ts';
import type { JobContext } from '../../ui/jobs/jobs.ts';
import { pageHost } from './page-host.ts';

test('a page is told of each step at once, and of how far one is once a second', () => {
  let nowMs = 0;
  const clock = { nowMs: () => nowMs, date: () => new Date(0) };
  const progress = new JobProgress(clock);
  const told: string[] = [];
  const changed = () => {
    const { doing, steps } = progress.figures();
    told.push(steps === undefined ? doing : `${doing} ${steps.done}`);
  };
  const job = { progress, changed, stopped: new AbortController().signal } as unknown as JobContext;
  const { onStep } = pageHost(fakeHost(tmpdir(), clock), null, job, () => {});
  onStep!({ doing: 'reading' });
  for (let done = 0; done < 6; done++) {
    onStep!({ doing: 'timing', count: { done, of: 6 } });
    nowMs += 400;
  }
  assert.deepEqual(told, ['reading', 'timing 0', 'timing 3']);
});
