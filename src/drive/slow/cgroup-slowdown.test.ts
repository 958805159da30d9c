import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { EnvironmentError } from '../../base/errors.ts';
import { createGuardian } from '../processes/guardian.ts';
import { cgroupSlowdownDriver } from './cgroup-slowdown.ts';

// Plain folders in the place of control groups: what is written, in which order, and what is left. That
// kernels slow anything by it test/real/clients/slow-clients.test.ts shows.

const scratch = mkdtempSync(join(tmpdir(), 'wirefare-slow-'));
after(() => rmSync(scratch, { recursive: true, force: true }));
const guardian = createGuardian(scratch);

test('a machine without a group that can be written is told what was tried, and what mends it', async () => {
  const driver = cgroupSlowdownDriver(guardian, () => [{ version: 1, folder: join(scratch, 'none') }]);
  const none = cgroupSlowdownDriver(guardian, () => []);
  const thrown = await driver.find().catch((error: unknown) => error);
  assert.ok(thrown instanceof EnvironmentError);
  assert.match(thrown.message, /^no quota of processor time can be set here$/);
  assert.match(thrown.tried.join(), /slow-.*none: ENOENT/);
  assert.match(thrown.remedy, /run as root .* or leave cpu out/);
  await assert.rejects(none.open(null), /no quota of processor time/);
});

test('a process enters before its program begins, in the place that it is in besides', async () => {
  const folder = join(scratch, 'groups');
  mkdirSync(folder);
  const groups = () => [{ version: 2, folder } as const];
  // A plain folder is not emptied by the kernel when its members end, so that removing it fails.
  const driver = cgroupSlowdownDriver(guardian, groups, async (made) => rmSync(made, { recursive: true }));
  const where = {
    wrap: (path: string, args: readonly string[]) => ({ path: 'enter', args: ['client', path, ...args] }),
    listenHost: '10.0.0.2',
    reach: async (port: number) => port + 1,
  };
  const place = await driver.open(where);
  const [made] = readdirSync(folder);
  assert.match(made!, /^wirefare-\d+-\d+$/);
  const { path, args } = place.placement.wrap('/usr/bin/browser', ['a b', '$HOME']);
  assert.equal(path, '/bin/sh');
  const members = join(folder, made!, 'cgroup.procs');
  assert.deepEqual(args.slice(2), [members, 'enter', 'client', '/usr/bin/browser', 'a b', '$HOME']);
  assert.equal(place.placement.listenHost, '10.0.0.2');
  assert.equal(await place.placement.reach(1), 2);
  assert.equal(existsSync(join(folder, made!, 'cpu.max')), false);
  await place.slow(4);
  assert.equal(readFileSync(join(folder, made!, 'cpu.max'), 'utf8'), '2500 10000');
  await place.close();
  await place.close();
  assert.deepEqual(readdirSync(folder), []);
});
