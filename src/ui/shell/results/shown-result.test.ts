import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JobSnapshot } from '../../jobs/snapshot.ts';
import { ShownResult } from './shown-result.ts';

const job = (id: number, more: Partial<JobSnapshot> = {}) =>
  ({ id, state: 'done', result: {}, record: null, ...more }) as JobSnapshot;

test('the newest result is shown, each once, whoever asked for it', () => {
  const shown = new ShownResult();
  assert.equal(shown.takes(job(2, { state: 'going', result: null, record: 'a' })), false);
  assert.equal(shown.takes(job(2)), true);
  assert.equal(shown.takes(job(2)), false, 'told again');
  assert.equal(shown.takes(job(1)), false, 'older');
  assert.equal(shown.takes(job(3)), true);
});

test('what another tab asked for takes nothing away that was asked for here', () => {
  const shown = new ShownResult();
  shown.own(job(2));
  assert.equal(shown.takes(job(1)), true, 'nothing of this page stands there yet');
  assert.equal(shown.takes(job(2)), true);
  assert.equal(shown.takes(job(3)), false);
  shown.own(job(4));
  assert.equal(shown.takes(job(4)), true);
});

test('what was stopped or failed is shown where it left a record', () => {
  const shown = new ShownResult();
  assert.equal(shown.takes(job(1, { state: 'stopped', result: null })), false);
  assert.equal(shown.takes(job(2, { state: 'failed', result: null, record: 'b' })), true);
});
