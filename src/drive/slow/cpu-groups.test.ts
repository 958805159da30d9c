import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cpuGroups, quotaFiles } from './cpu-groups.ts';

const machine = (files: Readonly<Record<string, string>>) => (file: string) => files[file] ?? null;
const foldersOf = (files: Readonly<Record<string, string>>) =>
  cpuGroups(machine(files)).map(({ version, folder }) => `${version} ${folder}`);

const FIRST = `31 23 0:28 / /sys/fs/cgroup rw - tmpfs tmpfs rw
33 31 0:30 / /sys/fs/cgroup/cpuset rw,relatime - cgroup cgroup rw,cpuset
32 31 0:29 / /sys/fs/cgroup/cpu,cpuacct rw,relatime shared:9 - cgroup cgroup rw,cpu,cpuacct
41 31 0:38 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw
`;
const SECOND = '30 24 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n';

test('the controller of the first version is taken where there is one, in the lab’s own group first', () => {
  const own = '3:cpuset:/x\n2:cpu,cpuacct:/user.slice/me\n0::/\n';
  assert.deepEqual(foldersOf({ '/proc/self/mountinfo': FIRST, '/proc/self/cgroup': own }), [
    '1 /sys/fs/cgroup/cpu,cpuacct/user.slice/me',
    '1 /sys/fs/cgroup/cpu,cpuacct/user.slice',
    '1 /sys/fs/cgroup/cpu,cpuacct',
  ]);
});

test('of the second version only groups whose children have a processor are taken', () => {
  const files = {
    '/proc/self/mountinfo': SECOND,
    '/proc/self/cgroup': '0::/user.slice/user-1.slice/session-2.scope\n',
    '/sys/fs/cgroup/cgroup.subtree_control': 'cpuset cpu io memory pids\n',
    '/sys/fs/cgroup/user.slice/cgroup.subtree_control': 'cpu memory\n',
    '/sys/fs/cgroup/user.slice/user-1.slice/cgroup.subtree_control': 'cpuset memory\n',
    '/sys/fs/cgroup/user.slice/user-1.slice/session-2.scope/cgroup.subtree_control': '\n',
  };
  assert.deepEqual(foldersOf(files), ['2 /sys/fs/cgroup/user.slice', '2 /sys/fs/cgroup']);
});

test('in a container whose mount shows less than its group names, the top of the mount is taken', () => {
  const inside = FIRST.replace('0:29 /', '0:29 /docker/abc');
  const at = (own: string) =>
    foldersOf({ '/proc/self/mountinfo': inside, '/proc/self/cgroup': `2:cpu,cpuacct:${own}\n` });
  assert.deepEqual(at('/docker/abc/lab'), [
    '1 /sys/fs/cgroup/cpu,cpuacct/lab',
    '1 /sys/fs/cgroup/cpu,cpuacct',
  ]);
  assert.deepEqual(at('/'), ['1 /sys/fs/cgroup/cpu,cpuacct']);
});

test('a machine without control groups has no folder', () => {
  assert.deepEqual(foldersOf({}), []);
  assert.deepEqual(foldersOf({ '/proc/self/mountinfo': '31 23 0:28 / /sys rw - sysfs sysfs rw\n' }), []);
});

test('the quota is the period over the slowdown, and never shorter than kernels take', () => {
  assert.deepEqual(quotaFiles(1, 4), [
    ['cpu.cfs_period_us', '10000'],
    ['cpu.cfs_quota_us', '2500'],
  ]);
  assert.deepEqual(quotaFiles(2, 10), [['cpu.max', '1000 10000']]);
});
