import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whyNeverGoesOn } from './never-goes-on.ts';
import type { RunFile } from './record.ts';

const run = { plan: { design: 2 } } as RunFile;

test('what several runs left, and what the former protocol began, is gone on with by nobody', () => {
  assert.equal(whyNeverGoesOn(run), null);
  const merged = { records: [{}, {}] } as unknown as RunFile['merged'] & {};
  assert.match(whyNeverGoesOn({ ...run, merged })!, /^was put together from 2 records; /);
  assert.match(whyNeverGoesOn({ plan: { ...run.plan, design: 1 } })!, /^was begun by the former protocol/);
});
