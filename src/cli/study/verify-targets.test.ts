import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { fakeHost } from '../../../test/support/host/fake-host.ts';
import { inProcessDrivers } from '../../../test/support/host/in-process-drivers.ts';
import type { Cheat } from '../../../test/support/targets/cheating-target.ts';
import type { Host } from '../../base/host.ts';
import type { RunEvent } from '../../run/events.ts';
import { rememberVerified, verifiedBefore } from '../../verify/verified-before.ts';
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

test('a target that hangs is told by that, in the time that somebody waits for an answer', async () => {
  const host = fakeHost(dir, clock);
  const study = 'study: s\ntitle: T\nquestion: Q\nfactors: {n: 3, format: json, browser: node}\n';
  writeFileSync(join(dir, 'h.yaml'), study);
  // The start itself has to be answered.
  const cheat = (): Cheat => {
    let asked = 0;
    return {
      handler: (real) => (request, response) => {
        if (++asked === 1) real(request, response);
      },
    };
  };
  const drivers = inProcessDrivers({ cheat }, clock);
  const { plan } = await planStudy('h.yaml', {}, host, drivers);
  const [lack] = await targetsThatFail(
    plan,
    host,
    drivers,
    () => {},
    new Map(),
    () => 50,
  );
  const { message, tried } = lack!.why;
  assert.match(message, /^target node did not answer within 0\.05 s when it was held .*: it fails about$/);
  assert.match(tried[0]!, /^about: .*\/about.*within 50 ms/);
});

test('within one run of tests a target is held to its whole contract once, as long as its sources stay', async () => {
  const env = { WIREFARE_CACHE: dir, WIREFARE_VERIFIED: mkdtempSync(join(dir, 'remembered-')) };
  writeFileSync(
    join(dir, 'r.yaml'),
    'study: s\ntitle: T\nquestion: Q\nfactors: {n: 3, format: json, browser: node}\n',
  );
  const startsOf = async (host: Host) => {
    const drivers = inProcessDrivers({ cheat: () => ({}) }, clock);
    const { plan } = await planStudy('r.yaml', {}, host, drivers);
    assert.deepEqual(await targetsThatFail(plan, host, drivers, () => {}, new Map()), []);
    return drivers.targets.length;
  };
  const host = { ...fakeHost(dir, clock), env };
  assert.equal(await startsOf(host), 1);
  rememberVerified(env, 'node', 77);
  assert.equal(await startsOf(host), 0);
  assert.equal(await startsOf(fakeHost(dir, clock)), 1);

  const mine = { ...env, WIREFARE_TARGETS: join(dir, 'targets') };
  const file = join(dir, 'targets/mine/target.json');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '{}');
  rememberVerified(mine, 'mine', 5);
  assert.equal(verifiedBefore(mine, 'mine'), 5);
  assert.equal(verifiedBefore(mine, 'nginx+mine'), null);
  writeFileSync(file, '{"name": "mine"}');
  assert.equal(verifiedBefore(mine, 'mine'), null);
});
