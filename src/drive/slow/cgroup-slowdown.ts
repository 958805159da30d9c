// Slows a client down by a quota of processor time: it is started in a control group of its own, which is
// removed with it. What the host itself is set to is read and never written.

import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { kill, pid } from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { EnvironmentError, messageOf } from '../../base/errors.ts';
import type { Placement } from '../links/placement.ts';
import { readSystemFile } from '../machine/system-files.ts';
import type { Guardian } from '../processes/guardian.ts';
import { once } from '../processes/once.ts';
import { startProcess } from '../processes/process-group.ts';
import { type CpuGroups, cpuGroups, quotaFiles } from './cpu-groups.ts';
import type { SlowdownDriver, SlowPlace } from './slowdown.ts';

const SHELL = '/bin/sh';
/** Moves itself into the group, and becomes the program: so nothing of it ever runs outside. */
const ENTER = 'echo $$ > "$0" && exec "$@"';
const TRIED_TIMES = 2;
const REMOVED_WITHIN_MS = 2_000;
const POLL_MS = 20;
const REMEDY =
  'run as root on a Linux whose control groups can be written (of a container: --privileged), or leave cpu out';

let made = 0;

type RemoveFolder = (folder: string) => Promise<void>;
type Opens = (group: CpuGroups, where: Placement | null) => Promise<SlowPlace>;

/**
 * `groups`: where a group may be made, `removeFolder`: how it goes; tests describe other machines with them.
 */
export function cgroupSlowdownDriver(
  guardian: Guardian,
  groups: () => CpuGroups[] = () => cpuGroups(readSystemFile),
  removeFolder: RemoveFolder = rmdir,
): SlowdownDriver {
  const open = (group: CpuGroups, where: Placement | null) => openIn(group, where, guardian, removeFolder);
  const find = once(() => firstThatWorks(groups(), open, guardian));
  return {
    find: async () => void (await find()),
    open: async (where) => open(await find(), where),
  };
}

/** Tried with a process: only that shows whether somebody may move one there. */
async function firstThatWorks(
  groups: readonly CpuGroups[],
  open: Opens,
  guardian: Guardian,
): Promise<CpuGroups> {
  const tried: string[] = [];
  for (const group of groups) {
    const wrong = await whyNot(group, open, guardian);
    if (wrong === null) return group;
    tried.push(`${group.folder}: ${wrong}`);
  }
  if (tried.length === 0) tried.push('a control group with the cpu controller in /proc/self/mountinfo');
  throw new EnvironmentError('no quota of processor time can be set here', tried, REMEDY);
}

async function whyNot(group: CpuGroups, open: Opens, guardian: Guardian): Promise<string | null> {
  let place: SlowPlace | null = null;
  try {
    place = await open(group, null);
    await place.slow(TRIED_TIMES);
    const { path: program, args } = place.placement.wrap('/bin/true', []);
    const running = await startProcess({ name: 'sh', path: program, args, env: {}, cwd: '/' }, guardian);
    const { code, lastWords } = await running.exited;
    await running.close();
    return code === 0 ? null : lastWords || `a process that was to enter it ended with ${code}`;
  } catch (thrown) {
    return thrown instanceof EnvironmentError ? thrown.tried.join('; ') : messageOf(thrown);
  } finally {
    await place?.close();
  }
}

async function openIn(
  group: CpuGroups,
  where: Placement | null,
  guardian: Guardian,
  removeFolder: RemoveFolder,
): Promise<SlowPlace> {
  const folder = path.join(group.folder, `wirefare-${pid}-${made++}`);
  guardian.watchGroupFolder(folder);
  await mkdir(folder).catch((thrown: unknown) => {
    guardian.releaseGroupFolder(folder);
    throw cannot('make a control group', folder, thrown);
  });
  const members = path.join(folder, 'cgroup.procs');
  let closing: Promise<void> | null = null;
  return {
    placement: {
      wrap: (program, args) => {
        const inner = where?.wrap(program, args) ?? { path: program, args };
        return { path: SHELL, args: ['-c', ENTER, members, inner.path, ...inner.args] };
      },
      listenHost: where?.listenHost ?? '127.0.0.1',
      reach: (port) => where?.reach(port) ?? Promise.resolve(port),
    },
    slow: async (times) => {
      for (const [name, text] of quotaFiles(group.version, times))
        await writeFile(path.join(folder, name), text).catch((thrown: unknown) => {
          throw cannot(`set ${name} to ${text}`, folder, thrown);
        });
    },
    close: () => {
      closing ??= remove(folder, members, removeFolder).then(() => guardian.releaseGroupFolder(folder));
      return closing;
    },
  };
}

function cannot(what: string, folder: string, thrown: unknown): EnvironmentError {
  return new EnvironmentError(`cannot ${what} in ${folder}`, [messageOf(thrown)], REMEDY);
}

/** Whoever is left in it was started in it, so it is ours to end. */
async function remove(folder: string, members: string, removeFolder: RemoveFolder): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    try {
      await removeFolder(folder);
      return;
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return;
      if (waitedMs >= REMOVED_WITHIN_MS) throw thrown;
    }
    const left = await readFile(members, 'utf8').catch(() => '');
    for (const member of left.split('\n').filter(Boolean)) tryKill(Number(member));
    await delay(POLL_MS);
  }
}

function tryKill(member: number): void {
  try {
    kill(member, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}
