import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { flatRecords, madePayload } from '../../../test/support/documents/made-payload.ts';
import { JSON_WAYS } from '../../../test/support/documents/screened-ways.ts';
import { fakeHost } from '../../../test/support/host/fake-host.ts';
import { inProcessDrivers } from '../../../test/support/host/in-process-drivers.ts';
import { chosenFrom } from './choose.ts';
import { adviseSettings } from './flags.ts';
import { keep } from './kept.ts';
import { describeTask } from './task.ts';

const dir = mkdtempSync(join(tmpdir(), 'wirefare-advice-task-'));
after(() => rmSync(dir, { recursive: true }));

const BEGAN_MS = 1_000_000;

/** Sizes and decoders took 5 s of 45, and to describe it takes 2 s more. `sessions`: as they were chosen. */
async function described(sessions: number | null) {
  let nowMs = BEGAN_MS + 5_000;
  const clock = { nowMs: () => nowMs, date: () => new Date(0) };
  const settings = adviseSettings({ network: 'none', budget: '45s' });
  const host = fakeHost(dir, clock);
  const drivers = inProcessDrivers({}, clock);
  const { ref, payload } = keep(madePayload(flatRecords(20)), settings, host);
  const prepared = { settings, ref, today: payload.today, sizes: { screened: [], levels: [] }, screened: [] };
  const asked = await chosenFrom(JSON_WAYS, settings, BEGAN_MS, host, drivers);
  nowMs += 2_000;
  return describeTask(prepared, JSON_WAYS, { ...asked, sessions }, host, drivers);
}

test('what is done between reckoning the budget and measuring comes out of it', async () => {
  const { startMs, study } = await described(null);
  assert.equal(startMs + study.protocol.budgetMs, BEGAN_MS + 45_000);
});

test('the fewest sessions do no more than they must, unless there is time for no more of them', async () => {
  assert.equal((await described(null)).areFirstShort, true);
  assert.equal((await described(3)).areFirstShort, false);
});
