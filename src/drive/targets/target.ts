// Starts a target as the target contract says: target.json names the command, the settings go in the
// environment, the ready line on stdout names the port, and a first real answer (/about) shows that it works.

import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Clock } from '../../base/clock.ts';
import { EnvironmentError, messageOf, type Problem, UserError } from '../../base/errors.ts';
import { withNginx } from '../../factors/target.ts';
import type { About } from '../../wire/target-contract.ts';
import type { ProtocolPorts, RunningTarget, TargetDriver, TargetSettings } from '../driver.ts';
import { placed } from '../links/placement.ts';
import { allFound } from '../machine/everything-missing.ts';
import { requireNeeds } from '../machine/needs.ts';
import { fileBehindNginx, nginxArgs } from '../nginx/behind-nginx.ts';
import type { ExitInfo } from '../processes/exit-info.ts';
import { firstLine } from '../processes/first-line.ts';
import type { Guardian } from '../processes/guardian.ts';
import { type RunningProcess, startProcess } from '../processes/process-group.ts';
import { askAbout, asksForSecret } from './first-requests.ts';
import { findJava } from './jdk.ts';
import { TARGETS } from './program-folders.ts';
import { buildTarget, builtFolder, findBuilder, RUNNERS, withBuilt } from './target-build.ts';
import { readTargetFile, sourceFolder, type TargetFile } from './target-file.ts';

export interface TargetSetup {
  /** The folder that holds target.json. */
  readonly folder: string;
  /** With nginx in front of it. */
  readonly behindNginx?: boolean;
  /** As the run calls it; absent: as the folder is named, after `nginx+` where that is in front of it. */
  readonly name?: string;
  /**
   * The Node that runs the lab; `node` as the program in target.json means it. `java` is looked for (jdk.ts).
   */
  readonly nodePath: string;
  /** WIREFARE_DATA_DIR: where generated datasets are kept. */
  readonly dataDir: string;
  /** WIREFARE_HOST: the address that it binds to, and at which it is reached if it runs where the lab is. */
  readonly host: string;
  /** WIREFARE_PORT: 0 takes any free port. */
  readonly port: number;
  /** The rest of its environment: PATH, HOME, … */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Longest wait for the ready line, ms; it is longer if there are many objects to make. */
  readonly readyWithinMs: number;
  readonly guardian: Guardian;
  /** With it, builds that nobody used for a while are deleted. */
  readonly clock?: Clock;
  /** Called if the target must be built first. */
  readonly tell?: (line: string) => void;
  /** Aborting it stops the build. */
  readonly interrupted?: AbortSignal | undefined;
}

/**
 * An application server on the JVM takes 5 s on a quiet machine and several times that on a busy one. Only a
 * target that hangs is waited for so long: one that ends before it is ready is reported at once.
 */
export const READY_WITHIN_MS = 60_000;

/** What a ready line names beside plain HTTP/1.1. */
const SECURE_PORTS: readonly string[] = ['https1', 'h2', 'h3', 'webtransport'];

/** Several times what it takes to generate one object of every dataset. */
const MS_PER_OBJECT = 0.06;

/** Several times what it takes to read one byte of one's own data. */
const MS_PER_PAYLOAD_BYTE = 0.0002;

/** A running target whose stdin can be closed, as happens when the lab dies. */
export interface RunningTargetProcess extends RunningTarget {
  closeStdin(): void;
}

export interface TargetProcessDriver extends TargetDriver {
  /** Builds the target if it is not built yet; throws like `start`. */
  prepare(): Promise<void>;
  start(settings: TargetSettings): Promise<RunningTargetProcess>;
}

/**
 * `start` throws a UserError if target.json is wrong, and an EnvironmentError, with the target's last words,
 * for a target that does not start, does not say that it is ready, or whose /about is not what the contract
 * says.
 */
export function targetDriver(setup: TargetSetup): TargetProcessDriver {
  const folderName = path.basename(setup.folder);
  const { name = setup.behindNginx === true ? withNginx(folderName) : folderName } = setup;
  return {
    name,
    find: async () => findWhatItNeeds(await readFileOf(setup), setup),
    prepare: async () => {
      await builtTarget(setup);
    },
    start: async (settings) => {
      const file = await builtTarget(setup);
      const secret = settings.readers === undefined ? null : randomBytes(16).toString('hex');
      const target = await startProcess(
        placed(await describeProcess(file, setup, settings, secret), settings.placement),
        setup.guardian,
      );
      try {
        const readyWithinMs = setup.readyWithinMs + loadingMs(settings);
        const running = await becomeReady(name, target, setup.host, settings, secret, readyWithinMs);
        refuseOtherEncoders(file, running.about);
        return running;
      } catch (error) {
        await target.close();
        throw explained(error, target, await target.exited, setup.folder);
      }
    },
  };
}

async function findWhatItNeeds(file: TargetFile, setup: TargetSetup): Promise<void> {
  const { build, start } = file;
  const isBuilt = build === undefined || existsSync(builtFolder(buildPlace(file, setup)));
  // What its build makes cannot be looked for before that.
  const isOwn = start[0]!.includes('{built}');
  await allFound<unknown>([
    ...(isBuilt ? [] : [() => findBuilder(build[0]!, setup.env)]),
    () => requireNeeds(file, setup.env),
    ...(isOwn ? [] : [() => findTargetProgram(start[0]!, setup)]),
  ]);
}

function buildPlace(file: TargetFile, { folder, dataDir }: TargetSetup) {
  return { folder, sources: sourceFolder(folder, file), cacheDir: dataDir };
}

async function readFileOf({ folder, behindNginx }: TargetSetup): Promise<TargetFile> {
  const file = await readTargetFile(folder);
  return behindNginx === true ? fileBehindNginx(file) : file;
}

/** Its target.json, with the folder of the build in `start`. */
async function builtTarget(setup: TargetSetup): Promise<TargetFile> {
  const file = await readFileOf(setup);
  const { build, start } = file;
  await requireNeeds(file, setup.env);
  if (build === undefined) return file;
  const place = { ...setup, ...buildPlace(file, setup) };
  const built = await buildTarget({ ...file, build }, place, setup.guardian);
  return { ...file, start: withBuilt(start, built) };
}

function loadingMs({ largestN, payloads = [] }: TargetSettings): number {
  const bytes = payloads.reduce((sum, { jsonBytes }) => sum + jsonBytes, 0);
  return Math.round(largestN * MS_PER_OBJECT + bytes * MS_PER_PAYLOAD_BYTE);
}

async function describeProcess(
  file: TargetFile,
  setup: TargetSetup,
  settings: TargetSettings,
  secret: string | null,
) {
  const { largestN, datasets, payloads = [], placement, tls, readers } = settings;
  const [program, ...args] = file.start;
  if (program === undefined) throw new UserError([noProgram(setup.folder)]);
  const own = [await findTargetProgram(program, setup), ...args];
  const [started, ...startedArgs] =
    setup.behindNginx === true
      ? [setup.nodePath, ...nginxArgs(file.name, setup.guardian.folder(), own)]
      : own;
  return {
    name: `target ${file.name}`,
    path: started!,
    args: startedArgs,
    remedy: `install ${program}, or mend \`start\` in ${path.join(setup.folder, TARGETS.file)}`,
    cwd: setup.folder,
    env: {
      // A fresh process for every session would compile its libraries anew each time. Other languages ignore
      // the variable.
      NODE_COMPILE_CACHE: path.join(setup.dataDir, 'compiled'),
      ...setup.env,
      WIREFARE_HOST: placement?.listenHost ?? setup.host,
      WIREFARE_PORT: String(setup.port),
      WIREFARE_DATA_DIR: setup.dataDir,
      WIREFARE_LARGEST_N: String(largestN),
      ...(datasets === undefined ? {} : { WIREFARE_DATASETS: datasets.join(',') }),
      ...(payloads.length === 0
        ? {}
        : { WIREFARE_PAYLOADS: payloads.map(({ folder }) => folder).join(path.delimiter) }),
      ...(tls == null ? {} : { WIREFARE_TLS_CERT: tls.certFile, WIREFARE_TLS_KEY: tls.keyFile }),
      ...(secret === null || readers === undefined ? {} : givenReaders(secret, readers)),
    },
    stdin: true,
    stdout: true,
  };
}

/** The variables by which a target is told whom to answer. */
export function givenReaders(
  secret: string,
  { origin, hosts }: NonNullable<TargetSettings['readers']>,
): Record<string, string> {
  return {
    WIREFARE_SECRET: secret,
    ...(origin !== null && { WIREFARE_ORIGIN: origin }),
    WIREFARE_HOSTS: hosts.join(','),
  };
}

async function findTargetProgram(program: string, { nodePath, env }: TargetSetup): Promise<string> {
  if (program === 'node') return nodePath;
  if (program === 'java') return (await findJava(env)).program;
  return RUNNERS.has(program) ? (await findBuilder(program, env)).program : program;
}

function noProgram(folder: string): Problem {
  return { file: path.join(folder, 'target.json'), path: 'start', what: 'holds no program' };
}

/**
 * Waits for its ready line and its /about, and hands out both. Rejects, and leaves closing it to the caller.
 */
export async function becomeReady(
  name: string,
  target: RunningProcess,
  host: string,
  { placement }: TargetSettings,
  secret: string | null,
  readyWithinMs: number,
): Promise<RunningTargetProcess> {
  const { stdin, stdout, exited, pid, command } = target;
  if (stdin === null || stdout === null) throw new Error('a target was started without its pipes');
  const ready = { stream: stdout, exited };
  const others: string[] = [];
  const portsIn = (line: string) => {
    const readyLine = parseReadyLine(line);
    if (readyLine === null && line.trim() !== '') others.push(line);
    return readyLine;
  };
  let hasEnded = false;
  void exited.then(() => {
    hasEnded = true;
  });
  const attempt = firstLine(`start target ${name}`, ready, portsIn, readyWithinMs);
  const ports = await attempt.catch((thrown: unknown) => {
    throw new Error(`${messageOf(thrown)}${sayOtherLine(others.at(-1), hasEnded)}`);
  });
  const port = ports.http1;
  const url =
    placement == null
      ? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
      : `http://127.0.0.1:${await placement.reach(port)}`;
  const about = await askAbout(name, url);
  refuseMissingPorts(name, about, ports);
  const known = secret !== null && (await asksForSecret(url)) ? secret : null;
  const close = () => target.close();
  return {
    ...{ name, url, port, ports, about, secret: known, command, pid, exited },
    close,
    closeStdin: () => stdin.end(),
  };
}

/** The message shows what came instead of a ready line. */
function sayOtherLine(line: string | undefined, hasEnded: boolean): string {
  if (line === undefined)
    return hasEnded ? '' : `; nothing came on stdout: ${READY_LINE} has to, and flushed`;
  return `; its last line on stdout was ${line.slice(0, LINE_SHOWN)}, not such as ${READY_LINE}`;
}

const READY_LINE = '{"ready":true,"port":40123}';
const LINE_SHOWN = 200;

/** The ports in a ready line, `{"ready":true,"port":40123,"ports":{"h2":40125}}`; null for any other line. */
export function parseReadyLine(line: string): ProtocolPorts | null {
  if (!line.startsWith('{')) return null;
  try {
    const { ready, port, ports } = JSON.parse(line) as { ready?: unknown; port?: unknown; ports?: unknown };
    if (ready !== true || !isPort(port)) return null;
    const others = Object.entries((ports ?? {}) as Record<string, unknown>);
    const known = others.filter(([protocol, at]) => SECURE_PORTS.includes(protocol) && isPort(at));
    return { http1: port, ...(Object.fromEntries(known) as Partial<ProtocolPorts>) };
  } catch {
    return null;
  }
}

function isPort(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 65_536;
}

function refuseMissingPorts(name: string, { features }: About, ports: ProtocolPorts): void {
  const missing = (features.protocols ?? []).filter((protocol) => !(protocol in ports));
  if (missing.length === 0) return;
  throw new Error(
    `target ${name}: /about lists ${missing.join(', ')}, but the ready line names no port for it`,
  );
}

/**
 * A study is planned from target.json but measured with the target's real encoders, so the two must agree.
 */
function refuseOtherEncoders({ name, encoders }: TargetFile, { features }: About): void {
  if (encoders === undefined) return;
  const offered = { ...features.calls?.formats, ...features.formats };
  const say = (of: Readonly<Record<string, readonly string[]>>) =>
    Object.entries(of).map(([format, own]) => `${format}: ${own.join(', ')}`);
  const [planned, real] = [say(encoders), say(offered)];
  const wrong = [
    ...planned.filter((each) => !real.includes(each)).map((each) => `"${each}" is not in /about`),
    ...real.filter((each) => !planned.includes(each)).map((each) => `"${each}" is not in target.json`),
  ];
  if (wrong.length > 0) throw new Error(`target ${name}: \`encoders\`: ${wrong.join('; ')}`);
}

function explained(error: unknown, target: RunningProcess, exit: ExitInfo, folder: string): Error {
  if (error instanceof UserError || error instanceof EnvironmentError) return error;
  const lastWords = messageOf(error).includes(exit.lastWords) ? '' : `; its last words: ${exit.lastWords}`;
  const command = target.command.join(' ');
  return new EnvironmentError(
    `${messageOf(error)}${lastWords}`,
    [command],
    `start it by hand in ${folder}: ${command}; what a target must do stands in targets/CONTRACT.md`,
  );
}
