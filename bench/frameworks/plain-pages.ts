// Node, Express, Fastify, axum, FastAPI, and Node behind nginx: what the lab's instrument adds to a page that
// anyone would write, by the same framework and behind the same nginx.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { cacheDirectory } from '../../src/data/store/cache-directory.ts';
import { freePort } from '../../src/drive/processes/free-port.ts';
import { createGuardian, type Guardian } from '../../src/drive/processes/guardian.ts';
import { startProcess } from '../../src/drive/processes/process-group.ts';
import { READY_WITHIN_MS, targetDriver } from '../../src/drive/targets/target.ts';
import { builtFolder, findBuilder } from '../../src/drive/targets/target-build.ts';
import { isBehindNginx } from '../../src/factors/target.ts';
import { ownNginx } from '../../test/support/real/own-nginx.ts';
import { tellBesidePlain } from '../parts/bare-page.ts';
import { PROJECT_ROOT } from '../parts/surroundings.ts';

type Print = (line: string) => void;

const SEED = 20_261_123;
const REQUESTS = 50;
const POLL_MS = 20;

/** Where each lies in targets/, and what starts a plain page of it. */
const FRAMEWORKS = {
  node: { folder: 'node', startPlain: startPlainNode },
  'nginx+node': { folder: 'node', startPlain: startPlainNode },
  express: { folder: 'javascript/express', startPlain: startPlainPage },
  fastify: { folder: 'javascript/fastify', startPlain: startPlainPage },
  axum: { folder: 'axum', startPlain: startPlainRust },
  fastapi: { folder: 'fastapi', startPlain: startPlainPython },
} as const;

type Name = keyof typeof FRAMEWORKS;

export async function benchFrameworks(print: Print): Promise<void> {
  for (const name of Object.keys(FRAMEWORKS) as Name[]) await benchOne(name, print);
}

async function benchOne(name: Name, print: Print): Promise<void> {
  const scratch = mkdtempSync(path.join(tmpdir(), 'wirefare-frameworks-'));
  const cacheDir = cacheDirectory(process.env) ?? scratch;
  const folder = path.join(PROJECT_ROOT, 'targets', FRAMEWORKS[name].folder);
  const guardian = createGuardian(tmpdir());
  const driver = targetDriver({
    folder,
    name,
    behindNginx: isBehindNginx(name),
    nodePath: process.execPath,
    dataDir: cacheDir,
    host: '127.0.0.1',
    port: 0,
    env: process.env,
    readyWithinMs: READY_WITHIN_MS,
    guardian,
  });
  const target = await driver.start({ largestN: 1_000 });
  // The two in JavaScript are built together.
  const sources = path.dirname(folder).endsWith('javascript') ? path.dirname(folder) : folder;
  const built = builtFolder({ folder, sources, cacheDir });
  const plain = await FRAMEWORKS[name].startPlain(name, built, scratch);
  let nginx: OwnNginx | null = null;
  try {
    const [port] = await once(plain.stdout!.setEncoding('utf8'), 'data');
    const plainUrl = `http://127.0.0.1:${String(port).trim()}`;
    if (isBehindNginx(name)) nginx = await startBareNginx(plainUrl, scratch, guardian);
    const plainPids = [plain.pid!, ...(nginx === null ? [] : [nginx.pid])];
    for (const n of [100, 1_000]) {
      const ours = { url: `${target.url}/exchange?dataset=book&n=${n}&format=json`, pids: [target.pid] };
      const page = { url: `${nginx?.url ?? plainUrl}/plain?n=${n}`, pids: plainPids };
      await tellBesidePlain({ name, n, requests: REQUESTS, seed: SEED, ours, plain: page }, print);
    }
  } finally {
    await nginx?.close();
    plain.kill();
    await target.close();
    rmSync(scratch, { recursive: true });
  }
}

interface OwnNginx {
  readonly url: string;
  readonly pid: number;
  close(): Promise<void>;
}

/** As its users write it: `proxy_pass`, over connections that are kept. */
async function startBareNginx(plainUrl: string, scratch: string, guardian: Guardian): Promise<OwnNginx> {
  const port = await freePort('127.0.0.1');
  const location = `proxy_pass http://plain; proxy_http_version 1.1; proxy_set_header Connection "";`;
  const server = [
    `upstream plain { server ${new URL(plainUrl).host}; keepalive 64; }`,
    `server { listen 127.0.0.1:${port}; location / { ${location} } }`,
  ].join('\n');
  const command = ownNginx(path.join(scratch, 'nginx'), server);
  const nginx = await startProcess({ name: 'nginx', env: process.env, ...command }, guardian);
  const url = `http://127.0.0.1:${port}`;
  const answers = () =>
    fetch(`${url}/plain?n=1`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (let waitedMs = 0; !(await answers()); waitedMs += POLL_MS) {
    if (waitedMs > READY_WITHIN_MS) throw new Error('nginx does not answer');
    await delay(POLL_MS);
  }
  return { url, pid: nginx.pid, close: () => nginx.close() };
}

/** Of the lab's own sources, as its target is. */
function startPlainNode(): ChildProcess {
  const page = path.join(PROJECT_ROOT, 'bench/frameworks/node.ts');
  return spawn(process.execPath, [page], { stdio: ['ignore', 'pipe', 'inherit'] });
}

/** Beside the packages of the target's own build. */
function startPlainPage(name: Name, built: string, scratch: string): ChildProcess {
  for (const part of ['contract', 'node_modules'])
    symlinkSync(path.join(built, part), path.join(scratch, part));
  const page = path.join(scratch, 'plain.mjs');
  cpSync(path.join(PROJECT_ROOT, `bench/frameworks/${name}.js`), page);
  return spawn(process.execPath, [page], { stdio: ['ignore', 'pipe', 'inherit'] });
}

/** Of the target's own crate, whose compiled parts it shares. */
async function startPlainRust(_name: Name, built: string): Promise<ChildProcess> {
  const { program } = await findBuilder('cargo', process.env);
  const compiled = path.join(path.dirname(built), 'cargo');
  const args = ['build', '--release', '--locked', '--quiet', '--example', 'plain', '--target-dir', compiled];
  execFileSync(program, args, { cwd: path.join(PROJECT_ROOT, 'targets/axum'), stdio: 'inherit' });
  return spawn(path.join(compiled, 'release/examples/plain'), { stdio: ['ignore', 'pipe', 'inherit'] });
}

/** By the packages of the target's own build, and of its Books. */
function startPlainPython(_name: Name, built: string): ChildProcess {
  const page = path.join(PROJECT_ROOT, 'bench/frameworks/plain_page.py');
  const args = [page, path.join(PROJECT_ROOT, 'targets/fastapi')];
  return spawn(path.join(built, 'bin/python'), args, { stdio: ['ignore', 'pipe', 'inherit'] });
}
