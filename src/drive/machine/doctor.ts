// Finds what this machine has for measuring, what is missing and what mends it. `wirefare doctor` prints
// these findings.

import { statfs } from 'node:fs/promises';
import { EnvironmentError, messageOf } from '../../base/errors.ts';
import { chromiumDriver } from '../agents/chromium.ts';
import { firefoxDriver } from '../agents/firefox.ts';
import { nodeAgentDriver } from '../agents/node-agent.ts';
import type { DriveSettings } from '../agents/open-agent.ts';
import { webkitDriver } from '../agents/webkit.ts';
import { XVFB } from '../agents/xvfb.ts';
import type { AgentDriver } from '../driver.ts';
import { type LinkSurroundings, linkFindings, linkSurroundings } from '../links/link-findings.ts';
import { type FoundK6, findK6 } from '../load/k6-program.ts';
import { createGuardian, type Guardian } from '../processes/guardian.ts';
import { cgroupSlowdownDriver } from '../slow/cgroup-slowdown.ts';
import { clientFindings, targetFindings } from '../targets/target-findings.ts';
import { findProgram } from './find-program.ts';
import type { Finding } from './finding.ts';
import { hostFacts, type OsFacts, osFacts } from './host-facts.ts';
import { type ReadText, readSystemFile } from './system-files.ts';

/** The machine as far as files show it; tests describe other machines with it. */
export interface Machine {
  readonly read: ReadText;
  readonly os: OsFacts;
  readonly link: LinkSurroundings;
  /** What slows clients down: rejects with an EnvironmentError where nothing does. */
  readonly slowdown: () => Promise<void>;
  /** What carries clients at once; null where it is built at its first use. Rejects likewise. */
  readonly k6: () => Promise<FoundK6 | null>;
  /** Free bytes where this folder is; null if the system does not say. */
  readonly freeBytes: (folder: string) => Promise<number | null>;
}

const GB = 1e9;
const MEMORY_WANTED_BYTES = 2 * GB;
const DISK_WANTED_BYTES = 2 * GB;
/** Intervals grow wide above this share of waiting. */
const QUIET_PRESSURE_PERCENT = 5;

export interface ExaminedSettings extends DriveSettings {
  /** The folder for builds. */
  readonly cacheDir: string;
  /** The project's folder, which has targets/. */
  readonly projectRoot: string;
}

export async function examineMachine(
  settings: ExaminedSettings,
  machine = thisMachine(settings),
): Promise<Finding[]> {
  return [
    ...(await findPrograms(settings)),
    ...(await targetFindings(settings)),
    ...(await clientFindings(settings)),
    coreFinding(machine.os),
    memoryFinding(machine.os),
    governorFinding(machine),
    pressureFinding(machine.read),
    virtualFinding(machine),
    ...(await linkFindings(machine.link, machine.os.type)),
    await slowdownFinding(machine),
    await clientsFinding(machine),
    await diskFinding(machine, settings.tempDir),
  ];
}

function thisMachine(settings: ExaminedSettings): Machine {
  const slowdown = () => cgroupSlowdownDriver(createGuardian(settings.tempDir)).find();
  const k6 = () => findK6({ ...settings, tell: () => {} });
  return { read: readSystemFile, os: osFacts(), link: linkSurroundings(settings), slowdown, k6, freeBytes };
}

// Looking for a program starts nothing that needs guarding.
const NO_GUARDIAN: Guardian = {
  folder: () => {
    throw new Error('nothing is opened here');
  },
  watch: () => {},
  release: () => {},
  watchGroupFolder: () => {},
  releaseGroupFolder: () => {},
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

async function slowdownFinding({ slowdown }: Machine): Promise<Finding> {
  const name = 'slow clients';
  try {
    await slowdown();
    return ok(name, 'a quota of processor time (cpu: [1, 4])');
  } catch (thrown) {
    if (!(thrown instanceof EnvironmentError)) throw thrown;
    return warning(name, `${thrown.message}: ${thrown.tried.join('; ')}`, thrown.remedy);
  }
}

async function clientsFinding({ k6 }: Machine): Promise<Finding> {
  const name = 'clients at once';
  try {
    const found = await k6();
    if (found === null) return ok(name, 'by k6, which Go builds at its first use (clients: [0, 100])');
    return ok(name, `by ${['k6', found.version].join(' ').trim()} (${found.path})`);
  } catch (thrown) {
    if (!(thrown instanceof EnvironmentError)) throw thrown;
    return warning(name, thrown.message, thrown.remedy);
  }
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

async function freeBytes(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}
