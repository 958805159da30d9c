import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fakeHost } from '../../../test/support/host/fake-host.ts';
import { inProcessDrivers } from '../../../test/support/host/in-process-drivers.ts';
import type { RunEvent } from '../../run/events.ts';
import { planStudy } from './study-options.ts';
import { targetsThatFail } from './verify-targets.ts';

const clock = { nowMs: () => performance.now(), date: () => new Date() };
const dir = mkdtempSync(join(tmpdir(), 'wirefare-verified-'));
after(() => rmSync(dir, { recursive: true }));

test('a target that a process has held to its contract is held to it again only where more of it is used', async () => {
  const host = fakeHost(dir, clock);
  const verified = new Map<string, number>();
  const starts: number[] = [];
  const told: RunEvent[] = [];
  const hold = async (format: string, remembers: boolean) => {
    const study = `study: s\ntitle: T\nquestion: Q\nfactors: {n: 3, format: ${format}, browser: node}\n`;
    writeFileSync(join(dir, 's.yaml'), study);
    // With a cheat, even one that does nothing, they remember nothing by themselves.
    const drivers = inProcessDrivers({ cheat: () => ({}) }, clock);
    const { plan } = await planStudy('s.yaml', {}, host, drivers);
    const before = remembers ? verified : new Map<string, number>();
    const failing = await targetsThatFail(plan, host, drivers, (event) => told.push(event), before);
    assert.deepEqual(failing, []);
    starts.push(drivers.targets.length);
  };
  await hold('json', true);
  await hold('json', true);
  await hold('json', false);
  await hold('[json, msgpack]', true);
  assert.deepEqual(starts, [1, 0, 1, 1]);
  assert.equal(told.length, 4);
  assert.deepEqual(told[1], told[0]);
});
