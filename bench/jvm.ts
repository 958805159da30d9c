// Java targets: what the lab's instrument adds to a plain Dropwizard, Spring or Tomcat application, whether
// Server-Timing is what another clock around the same code says, and what building, starting and keeping each
// of them takes. Rounds of what is compared alternate in random order; ratios are medians over rounds.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from '../src/base/figures/median.ts';
import { createGuardian } from '../src/drive/processes/guardian.ts';
import { buildTarget } from '../src/drive/targets/target-build.ts';
import { readTargetFile, sourceFolder } from '../src/drive/targets/target-file.ts';
import { targetFolders } from '../src/drive/targets/target-names.ts';
import { residentBytes } from '../src/verify/messages/held-bytes.ts';
import { parseServerTiming } from '../src/wire/server-timing.ts';
import { tellBesidePlain } from './parts/bare-page.ts';
import { openGets } from './parts/jvm-gets.ts';
import { startFromTests } from './parts/jvm-servers.ts';
import { benchDrivers, megabytes, PROJECT_ROOT } from './parts/surroundings.ts';

type Print = (line: string) => void;

const SEED = 20_261_121;
const CONNECTIONS = 4;
/** Before this the compilers of the JVM are at work. */
const WARM_UP_ROUNDS = 15;
const MS_PER_SECOND = 1_000;

const WATCHED_REQUESTS = 40;
/**
 * Requests for little answers before anything is watched: until then the code around the phases is
 * interpreted and takes as long as they do.
 */
const WATCHED_WARM_UP = 3_000;
const WATCHED: readonly string[] = [
  'n=10000&format=json',
  'n=2000&format=json&compression=gzip&level=6',
  'n=10000&format=json&compression=gzip&level=1&compute=cm2',
  'n=2000&format=json&compute=cm3',
];

/** Target → the same books by its framework, without anything of the lab's. */
const PLAIN = {
  dropwizard: 'wirefare.dropwizard.PlainApplication',
  spring: 'wirefare.plain.PlainApplication',
  tomcat: 'wirefare.tomcat.PlainApplication',
};

const STARTS = 5;
const REQUESTS_BEFORE_MEMORY = 200;

export async function benchJvm(print: Print): Promise<void> {
  for (const [target, plain] of Object.entries(PLAIN))
    for (const n of [100, 1_000]) await throughput(target, plain, n, print);
  await phases(print);
  for (const [name, folder] of targetFolders(PROJECT_ROOT, {})) {
    const { build } = await readTargetFile(folder);
    if (build?.[0] !== 'mvn') continue;
    await coldBuild(name, folder, print);
    await warmStart(name, print);
  }
}

async function throughput(target: string, plainClass: string, n: number, print: Print): Promise<void> {
  const ours = await benchDrivers().target(target).start({ largestN: 10_000 });
  const plain = await startFromTests(target, plainClass).catch(async (thrown) => {
    await ours.close();
    throw thrown;
  });
  try {
    await tellBesidePlain(
      {
        ...{ name: target, n, requests: 100_000 / n, warmUpRounds: WARM_UP_ROUNDS, seed: SEED },
        ours: { url: `${ours.url}/exchange?dataset=book&n=${n}&format=json`, pids: [ours.pid] },
        plain: { url: `${plain.url}/books?n=${n}`, pids: [plain.pid] },
      },
      print,
    );
  } finally {
    await plain.close();
    await ours.close();
  }
}

/** A second clock around the same code, in the same request: see WatchedApplication. */
async function phases(print: Print): Promise<void> {
  const server = await startFromTests('dropwizard', 'wirefare.dropwizard.WatchedApplication');
  const gets = openGets(1);
  print(
    `Server-Timing against a clock around the same code (medians of ${WATCHED_REQUESTS}, 0.95 to 1.05 wanted):`,
  );
  try {
    await gets.many(`${server.url}/exchange?dataset=book&n=10&format=json`, WATCHED_WARM_UP);
    for (const query of WATCHED) {
      const writer: number[] = [];
      const all: number[] = [];
      for (let i = -10; i < WATCHED_REQUESTS; i++) {
        const { headers } = await gets.one(`${server.url}/exchange?dataset=book&${query}`);
        const timings = parseServerTiming(String(headers['server-timing']));
        const wall = /writer;dur=([\d.]+), all;dur=([\d.]+)/.exec(String(headers.wall));
        if (timings === null || wall === null) throw new Error(`no phases of ${query}`);
        if (i < 0) continue;
        writer.push(timings.encodeMs / Number(wall[1]));
        all.push((timings.computeMs + timings.encodeMs + timings.compressMs) / Number(wall[2]));
      }
      print(
        `  ${query.padEnd(58)} encode ${median(writer).toFixed(3)}, all phases ${median(all).toFixed(3)}`,
      );
    }
  } finally {
    gets.close();
    await server.close();
  }
}

/** Nothing is there but Maven: what it needs is downloaded too. */
async function coldBuild(name: string, folder: string, print: Print): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'wirefare-cold-'));
  try {
    const file = await readTargetFile(folder);
    const repository = `-Dmaven.repo.local=${join(scratch, 'repository')}`;
    const env = { ...process.env, MAVEN_OPTS: `${process.env.MAVEN_OPTS ?? ''} ${repository}`.trim() };
    const setup = { folder, sources: sourceFolder(folder, file), cacheDir: scratch, env };
    const sinceMs = performance.now();
    await buildTarget({ name, build: file.build! }, setup, createGuardian(tmpdir()));
    const seconds = (performance.now() - sinceMs) / MS_PER_SECOND;
    print(`${name}: cold build, downloads included, ${seconds.toFixed(0)} s   (at most 300)`);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function warmStart(name: string, print: Print): Promise<void> {
  const driver = benchDrivers().target(name);
  await (await driver.start({ largestN: 10 })).close();
  const seconds: number[] = [];
  const idle: number[] = [];
  const used: number[] = [];
  for (let i = 0; i < STARTS; i++) {
    const sinceMs = performance.now();
    const target = await driver.start({ largestN: 10_000 });
    try {
      seconds.push((performance.now() - sinceMs) / MS_PER_SECOND);
      idle.push(residentBytes(target.pid) ?? Number.NaN);
      const gets = openGets(CONNECTIONS);
      if (target.about.features.formats.json !== undefined)
        await gets.many(`${target.url}/exchange?dataset=book&n=1000&format=json`, REQUESTS_BEFORE_MEMORY);
      gets.close();
      used.push(residentBytes(target.pid) ?? Number.NaN);
    } finally {
      await target.close();
    }
  }
  const bar = name === 'glassfish' ? 15 : 5;
  print(
    `${name}: warm start ${median(seconds).toFixed(1)} s, at most ${Math.max(...seconds).toFixed(1)} s of ${STARTS}   (at most ${bar})`,
  );
  print(
    `  memory ${megabytes(median(idle))} when ready, ${megabytes(median(used))} after ${REQUESTS_BEFORE_MEMORY} answers of 1 000 Books`,
  );
}
