// Where this machine lets processes have a quota of processor time: the folder of a control group, of the
// first version of control groups or the second, below which another may be made (cgroups(7)).

import path from 'node:path';
import type { ReadText } from '../machine/system-files.ts';

/** In which quotas are counted: short beside what a person, or an exchange, notices. */
const PERIOD_US = 10_000;

export interface CpuGroups {
  readonly version: 1 | 2;
  /** The folder below which a group is made. */
  readonly folder: string;
}

/** The files of a new group, in their order, that make it so many times slower. */
export function quotaFiles(version: CpuGroups['version'], times: number): [name: string, text: string][] {
  const quotaUs = Math.round(PERIOD_US / times);
  if (version === 2) return [['cpu.max', `${quotaUs} ${PERIOD_US}`]];
  return [
    ['cpu.cfs_period_us', String(PERIOD_US)],
    ['cpu.cfs_quota_us', String(quotaUs)],
  ];
}

/**
 * The folders that may do, the lab's own group first and then those above it; whether somebody may write
 * there shows when it is tried. Empty where the kernel has none.
 */
export function cpuGroups(read: ReadText): CpuGroups[] {
  const mounts = parseMounts(read('/proc/self/mountinfo') ?? '');
  const own = parseOwnGroups(read('/proc/self/cgroup') ?? '');
  const first = mounts.find(({ type, options }) => type === 'cgroup' && options.includes('cpu'));
  if (first !== undefined) {
    const group = own.find(({ controllers }) => controllers.includes('cpu'));
    return upwards(first, group?.path).map((folder) => ({ version: 1, folder }));
  }
  const second = mounts.find(({ type }) => type === 'cgroup2');
  if (second === undefined) return [];
  const group = own.find(({ hierarchy }) => hierarchy === '0');
  // A group whose children have no processor of their own would have to be told to give them one, and
  // that is a setting of the host.
  return upwards(second, group?.path)
    .filter((folder) => words(read(path.join(folder, 'cgroup.subtree_control')) ?? '').includes('cpu'))
    .map((folder) => ({ version: 2, folder }));
}

interface Mount {
  /** The part of the hierarchy that is seen at `at`. */
  readonly root: string;
  readonly at: string;
  readonly type: string;
  readonly options: readonly string[];
}

/** `32 31 0:29 / /sys/fs/cgroup/cpu rw,relatime - cgroup cgroup rw,cpu` (proc_pid_mountinfo(5)). */
function parseMounts(text: string): Mount[] {
  return text.split('\n').flatMap((line) => {
    const [before, after] = line.split(' - ');
    const [, , , root, at] = words(before ?? '');
    const [type, , options] = words(after ?? '');
    if (root === undefined || at === undefined || type === undefined) return [];
    return [{ root, at, type, options: (options ?? '').split(',') }];
  });
}

/** `4:cpu,cpuacct:/user.slice`, and `0::/user.slice` of the second version. */
function parseOwnGroups(text: string) {
  return text.split('\n').flatMap((line) => {
    const [hierarchy, controllers, ...rest] = line.split(':');
    if (controllers === undefined) return [];
    return [{ hierarchy: hierarchy!, controllers: controllers.split(','), path: rest.join(':') }];
  });
}

/** In a container the mount may show less than the group's path names: then its top is all there is. */
function upwards({ root, at }: Mount, own = '/'): string[] {
  const below = path.posix.relative(root, own);
  const parts = below === '' || below.startsWith('..') ? [] : below.split('/');
  return [...parts.keys(), parts.length].toReversed().map((depth) => path.join(at, ...parts.slice(0, depth)));
}

function words(text: string): string[] {
  return text.trim().split(/\s+/).filter(Boolean);
}
