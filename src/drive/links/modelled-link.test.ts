import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { FakeClock } from '../../base/clock.ts';
import { EnvironmentError, UserError } from '../../base/errors.ts';
import { profileNamed } from '../../network/profiles.ts';
import { createGuardian } from '../processes/guardian.ts';
import type { LinkDriver } from './link.ts';
import { modelledLinkDriver } from './modelled-link.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'wirefare-model-'));
after(() => rmSync(folder, { recursive: true }));
const guardian = createGuardian(folder);

const READY = `{"ready":true,"version":"9.9.9","pid":1,"engine":"modelled"}`;

/** Says `first` to the setup, and answers the n-th request with port 50000 + n. */
function driverOf(first: string): LinkDriver {
  const program = path.join(folder, 'program');
  const answer = `printf '{"id":%d,"answer":{"port":%d}}\\n' "$n" "$((50000 + n))"`;
  const script = `#!/bin/sh\nread -r setup\necho '${first}'\nn=0\nwhile read -r line; do n=$((n + 1)); ${answer}; done\n`;
  writeFileSync(program, script, { mode: 0o755 });
  const env = { PATH: process.env.PATH };
  return modelledLinkDriver({ program: async () => program, env, clock: new FakeClock() }, guardian);
}

const networks = ['3g', 'cable'].map((name) => profileNamed(name)!);

test('its facts say that it is a model and that nothing was measured', async () => {
  const link = await driverOf(READY).open(networks, { seed: 1 });
  const { version, tcp, networks: facts } = link.facts;
  assert.deepEqual([version, tcp], ['9.9.9', null]);
  assert.deepEqual(
    facts.map(({ profile, engine, calibration, checks }) => [profile.name, engine, calibration, checks]),
    [
      ['3g', 'modelled', null, []],
      ['cable', 'modelled', null, []],
    ],
  );
  assert.equal(await link.audit('3g', 0, 1), null);
  assert.deepEqual([link.clientPlace, link.serverPlace, await link.labPort(40_123)], [null, null, 40_123]);
  await link.close();
});

test('each network, and each of warm and cold, has a port of its own that sessions share', async () => {
  const link = await driverOf(READY).open(networks, { seed: 1 });
  const asked: string[] = [];
  for (const [network, port, connection] of [
    ['3g', 8_000, 'warm'],
    ['3g', 8_000, 'cold'],
    ['cable', 8_000, 'warm'],
    ['3g', 8_001, 'warm'],
    ['3g', 8_000, 'warm'],
  ] as const) {
    asked.push(await link.authority(network, port, connection));
  }
  await link.close();
  assert.deepEqual(
    asked,
    [1, 2, 3, 4, 1].map((n) => `127.0.0.1:${50_000 + n}`),
  );
});

test('every network with loss is refused at once, before anything is started', async () => {
  const lossy = ['mobile-good', '3g', 'mobile-poor'].map((name) => profileNamed(name)!);
  const driver = driverOf('nobody asks');
  for (const attempt of [() => driver.examine(lossy), () => driver.open(lossy, { seed: 1 })]) {
    await assert.rejects(attempt(), (error) => {
      assert.ok(error instanceof UserError);
      assert.deepEqual(
        error.problems.map(({ file, path: where, what }) => [file, where, what.split(',')[0]]),
        [
          ['--link modelled', 'mobile-good', 'loses 0.1 % of its packets'],
          ['--link modelled', 'mobile-poor', 'loses 2 % of its packets'],
        ],
      );
      return true;
    });
  }
});

test('a refusal of the program is the environment’s gap, with its words and its remedy', async () => {
  const refused =
    '{"ready":false,"what":"no thread can be started","tried":[],"remedy":"end other programs"}';
  await assert.rejects(driverOf(refused).open(networks, { seed: 1 }), (error) => {
    assert.ok(error instanceof EnvironmentError);
    assert.deepEqual([error.message, error.remedy], ['no thread can be started', 'end other programs']);
    return true;
  });
});
