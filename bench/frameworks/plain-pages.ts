// Node, Express, Fastify, axum and FastAPI: what the lab's instrument adds to a page that anyone would write,
// by the same framework. What is compared takes turns in random order; ratios are medians over rounds.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { median } from '../../src/base/figures/median.ts';
import { deriveSeed, seededRandom, shuffled } from '../../src/base/random.ts';
import { cacheDirectory } from '../../src/data/store/cache-directory.ts';
import { createGuardian } from '../../src/drive/processes/guardian.ts';
import { READY_WITHIN_MS, targetDriver } from '../../src/drive/targets/target.ts';
import { builtFolder, findBuilder } from '../../src/drive/targets/target-build.ts';
import { tellThroughput } from '../parts/bare-page.ts';
import { type Gets, openGets } from '../parts/jvm-gets.ts';
import { PROJECT_ROOT } from '../parts/surroundings.ts';

type Print = (line: string) => void;

const SEED = 20_261_123;
const ROUNDS = 40;
const REQUESTS = 50;

/** Where each lies in targets/, and what starts a plain page of it. */
const FRAMEWORKS = {
  node: { folder: 'node', startPlain: startPlainNode },
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
  const driver = targetDriver({
    folder,
    nodePath: process.execPath,
    dataDir: cacheDir,
    host: '127.0.0.1',
    port: 0,
    env: process.env,
    readyWithinMs: READY_WITHIN_MS,
    guardian: createGuardian(tmpdir()),
  });
  const target = await driver.start({ largestN: 1_000 });
  // The two in JavaScript are built together.
  const sources = path.dirname(folder).endsWith('javascript') ? path.dirname(folder) : folder;
  const built = builtFolder({ folder, sources, cacheDir });
  const plain = await FRAMEWORKS[name].startPlain(name, built, scratch);
  const gets = openGets(1);
  try {
    const [port] = await once(plain.stdout!.setEncoding('utf8'), 'data');
    const plainUrl = `http://127.0.0.1:${String(port).trim()}`;
    for (const n of [100, 1_000])
      await throughput({ name, n, ours: target.url, plain: plainUrl }, gets, print);
  } finally {
    gets.close();
    plain.kill();
    await target.close();
    rmSync(scratch, { recursive: true });
  }
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

interface Compared {
  readonly name: Name;
  readonly n: number;
  readonly ours: string;
  readonly plain: string;
}

async function throughput({ name, n, ours, plain }: Compared, gets: Gets, print: Print): Promise<void> {
  const ways = { ours: `${ours}/exchange?dataset=book&n=${n}&format=json`, plain: `${plain}/plain?n=${n}` };
  const ms: Record<keyof typeof ways, number[]> = { ours: [], plain: [] };
  const bytes = { ours: 0, plain: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    for (const way of shuffled(['ours', 'plain'] as const, seededRandom(deriveSeed(SEED, round)))) {
      const took = await gets.many(ways[way], REQUESTS);
      ms[way].push(took.ms / REQUESTS);
      bytes[way] = took.bytes;
    }
  }
  if (bytes.ours !== bytes.plain) throw new Error(`bodies differ: ${JSON.stringify(bytes)}`);
  const ratio = median(ms.plain.map((each, i) => each / ms.ours[i]!));
  const [oursMs, plainMs] = [median(ms.ours).toFixed(3), median(ms.plain).toFixed(3)];
  print(
    `${name}, ${n} Books as JSON (${bytes.ours} B): ours ${oursMs} ms, a plain page ${plainMs} ms a request`,
  );
  tellThroughput(ratio, print);
}
