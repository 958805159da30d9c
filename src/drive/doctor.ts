// What this machine has for measuring, what is missing and what mends it: `wirefare doctor` prints these findings.

import { accessSync, constants } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { EnvironmentError, messageOf } from '../base/errors.ts';
import { chromiumDriver } from './chromium.ts';
import type { AgentDriver } from './driver.ts';
import { findProgram } from './find-program.ts';
import { firefoxDriver } from './firefox.ts';
import type { Guardian } from './guardian.ts';
import { hostFacts, type OsFacts, osFacts } from './host-facts.ts';
import { nodeAgentDriver } from './node-agent.ts';
import type { DriveSettings } from './open-agent.ts';
import { type ReadText, readSystemFile } from './system-files.ts';
import { webkitDriver } from './webkit.ts';
import { XVFB } from './xvfb.ts';

export interface Finding {
  /** `chromium`, `CPU governor`. */
  readonly name: string;
  /** missing: something cannot be done without it · warning: it can, but worse. */
  readonly status: 'ok' | 'missing' | 'warning';
  /** What was found, with its figure. */
  readonly what: string;
  /** The command or the step that mends it; empty where there is nothing to mend. */
  readonly remedy: string;
}

/** The outside as far as files tell; tests describe other machines by it. */
export interface Machine {
  readonly read: ReadText;
  readonly os: OsFacts;
  /** May this device be opened for reading and writing? */
  readonly canOpen: (device: string) => boolean;
  /** Free bytes where this folder is; null where it cannot be told. */
  readonly freeBytes: (folder: string) => Promise<number | null>;
}

const GB = 1e9;
const MEMORY_WANTED_BYTES = 2 * GB;
const DISK_WANTED_BYTES = 2 * GB;
/** Above this share of waiting the intervals grow wide. */
const QUIET_PRESSURE_PERCENT = 5;

export async function examineMachine(settings: DriveSettings, machine = thisMachine()): Promise<Finding[]> {
  return [
    ...(await findPrograms(settings)),
    coreFinding(machine.os),
    memoryFinding(machine.os),
    governorFinding(machine),
    pressureFinding(machine.read),
    virtualFinding(machine),
    tunFinding(machine),
    namespaceFinding(machine.read),
    await diskFinding(machine, settings.tempDir),
  ];
}

function thisMachine(): Machine {
  return { read: readSystemFile, os: osFacts(), canOpen, freeBytes };
}

// Looking for a program starts nothing that needs guarding.
const NO_GUARDIAN: Guardian = {
  folder: () => {
    throw new Error('nothing is opened here');
  },
  watch: () => {},
  release: () => {},
};

async function findPrograms(settings: DriveSettings): Promise<Finding[]> {
  const make = [nodeAgentDriver, chromiumDriver, firefoxDriver, webkitDriver];
  const agents = await Promise.all(make.map((driver) => agentFinding(driver(settings, NO_GUARDIAN))));
  const xvfb = await found('Xvfb', async () => `${await findProgram(XVFB, settings)} (display for webkit)`);
  return [...agents, xvfb];
}

function agentFinding(driver: AgentDriver): Promise<Finding> {
  return found(driver.name, async () => {
    const { path, version } = await driver.find();
    return `${version} (${path})`;
  });
}

async function found(name: string, look: () => Promise<string>): Promise<Finding> {
  try {
    return { name, status: 'ok', what: await look(), remedy: '' };
  } catch (error) {
    const remedy = error instanceof EnvironmentError ? error.remedy : '';
    return { name, status: 'missing', what: messageOf(error), remedy };
  }
}

function coreFinding({ cores, cpuModel }: OsFacts): Finding {
  const what = `${cores} × ${cpuModel}`;
  if (cores >= 2) return ok('cores', what);
  return warning('cores', what, 'give it two: client and server share this one and slow each other');
}

function memoryFinding({ memoryBytes }: OsFacts): Finding {
  const what = `${(memoryBytes / GB).toFixed(1)} GB`;
  if (memoryBytes >= MEMORY_WANTED_BYTES) return ok('memory', what);
  return warning('memory', what, 'keep to cells of up to 10 000 objects');
}

function governorFinding({ read, os }: Machine): Finding {
  const { governor } = hostFacts(read, os);
  if (governor === null) return ok('CPU governor', 'the system does not tell');
  if (governor === 'performance') return ok('CPU governor', governor);
  return warning(
    'CPU governor',
    `${governor}: the clock rate follows the load`,
    'sudo cpupower frequency-set -g performance',
  );
}

function pressureFinding(read: ReadText): Finding {
  const percent = /^some avg10=([\d.]+)/m.exec(read('/proc/pressure/cpu') ?? '')?.[1];
  if (percent === undefined)
    return ok('CPU pressure', 'the kernel does not tell (no pressure stall information)');
  const what = `${percent} % of the last 10 s something waited for a core`;
  if (Number(percent) <= QUIET_PRESSURE_PERCENT) return ok('CPU pressure', what);
  return warning('CPU pressure', what, 'end other work before measuring');
}

function virtualFinding({ read, os }: Machine): Finding {
  return ok('virtualised', hostFacts(read, os).virtualised ?? 'no sign of it');
}

function tunFinding({ read, canOpen }: Machine): Finding {
  const device = '/dev/net/tun';
  if (canOpen(device)) return ok(device, 'can be opened');
  const why = read('/proc/misc')?.includes(' tun') ? 'is there, but may not be opened' : 'is not there';
  return warning(
    device,
    `${why}: no emulated network`,
    'sudo modprobe tun, or run the container with --device /dev/net/tun',
  );
}

/** Only told: what needs them says so itself. */
function namespaceFinding(read: ReadText): Finding {
  const most = Number(read('/proc/sys/user/max_user_namespaces') ?? '0');
  const isAllowed = most > 0 && read('/proc/sys/kernel/unprivileged_userns_clone')?.trim() !== '0';
  if (isAllowed) return ok('user namespaces', 'allowed');
  return warning(
    'user namespaces',
    'not allowed to ordinary users',
    'sudo sysctl kernel.unprivileged_userns_clone=1',
  );
}

async function diskFinding(machine: Machine, folder: string): Promise<Finding> {
  const free = await machine.freeBytes(folder);
  if (free === null)
    return warning('disk', `${folder} cannot be examined`, `make ${folder} a folder that can be written to`);
  const what = `${(free / GB).toFixed(1)} GB free in ${folder}`;
  if (free >= DISK_WANTED_BYTES) return ok('disk', what);
  return warning('disk', what, 'free some, or set TMPDIR to a folder with more');
}

function ok(name: string, what: string): Finding {
  return { name, status: 'ok', what, remedy: '' };
}

function warning(name: string, what: string, remedy: string): Finding {
  return { name, status: 'warning', what, remedy };
}

function canOpen(device: string): boolean {
  try {
    accessSync(device, constants.R_OK | constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

async function freeBytes(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}
