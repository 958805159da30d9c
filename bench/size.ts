// A record of ten million samples, merged from ten of a million as ten machines leave them: how long merging
// takes, and in a process of its own how long its summary and its report take, and how much memory.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recordedJson } from '../src/factors/recorded-cell.ts';
import { readProbes, readRun } from '../src/record/read-record.ts';
import { FILES } from '../src/record/record-writer.ts';
import { writeParquet } from '../src/report/data/parquet.ts';
import { samplesFromParquet } from '../src/report/data/parquet-samples.ts';
import { summarise } from '../src/summary/summarise.ts';
import { syntheticRecord } from '../test/support/records/synthetic.ts';
import { PROJECT_ROOT } from './parts/surroundings.ts';

const MACHINES = 10;
const SESSIONS = 8;

export async function benchSize(print: (line: string) => void): Promise<void> {
  const samples = Number(process.env.BENCH_SAMPLES ?? 10_000_000);
  const dir = mkdtempSync(join(tmpdir(), 'wirefare-bench-'));
  try {
    const [one, two] = [1, 2].map((blocks) => syntheticRecord({ sessions: SESSIONS, blocks }).rows.length);
    const blocks = Math.ceil(samples / MACHINES / (two! - one!));
    const records: string[] = [];
    for (let machine = 0; machine < MACHINES; machine++) {
      const record = join(dir, `machine-${machine + 1}`);
      await writeMachine(record, machine, blocks);
      records.push(record);
    }
    print(`  ${MACHINES} records of ${(samples / MACHINES / 1e6).toFixed(2)} million samples each`);
    const merged = join(dir, 'merged');
    run(print, 'merge, with summary and report', ['bin/wirefare.mjs', 'merge', ...records, '-o', merged]);
    print(
      `  samples.parquet ${megabytes(statSync(join(merged, FILES.parquet)).size)}, report.html ${megabytes(statSync(join(merged, FILES.html)).size)}`,
    );
    run(print, 'read and summarise (under 10 s, 1.5 GB)', ['bench/parts/summarise-record.ts', merged]);
    run(print, 'report --format html', ['bin/wirefare.mjs', 'report', merged, '--format', 'html']);
  } finally {
    if (process.env.BENCH_KEEP === undefined) rmSync(dir, { recursive: true, force: true });
    else print(dir);
  }
}

/** Reads and summarises a record in this process, and says what each took. */
export async function summariseRecord(dir: string): Promise<string> {
  const startMs = performance.now();
  const record = readRun(dir);
  const samples = await samplesFromParquet(join(dir, FILES.parquet), 'summary');
  const readMs = performance.now();
  summarise(record, samples, readProbes(dir));
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  return `read ${samples.length} samples ${seconds(readMs - startMs)}, summarised ${seconds(performance.now() - readMs)}`;
}

async function writeMachine(record: string, machine: number, blocks: number): Promise<void> {
  const { run: made, rows, probes } = syntheticRecord({ sessions: SESSIONS, blocks, seed: machine + 1 });
  const day = (date: string) => date.replace('2026-01-01', `2026-01-${String(machine + 1).padStart(2, '0')}`);
  const run = {
    ...made,
    host: { ...made.host, cpu: `synthetic ${machine + 1}` },
    startedAt: day(made.startedAt),
    endedAt: day(made.endedAt!),
    sessions: made.sessions.map((session) => ({ ...session, startedAt: day(session.startedAt) })),
  };
  mkdirSync(record);
  const file = await open(join(record, FILES.parquet), 'w');
  await writeParquet({ run, samples: rows }, async (chunk) => {
    await file.writeFile(chunk);
  });
  await file.close();
  writeFileSync(join(record, FILES.run), recordedJson(run, 1));
  writeFileSync(join(record, FILES.probes), probes.map((probe) => `${JSON.stringify(probe)}\n`).join(''));
}

/** Its time, and the most memory that it had at once, as /usr/bin/time has it. */
function run(print: (line: string) => void, what: string, words: readonly string[]): void {
  const startMs = performance.now();
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', './bench/parts/peak-memory.ts', ...words],
    { cwd: PROJECT_ROOT, encoding: 'utf8', maxBuffer: 1e9 },
  );
  if (status !== 0) throw new Error(`${what}: ${stderr}`);
  const peak = /^peak (\d+) kB$/m.exec(stderr)?.[1];
  print(
    `  ${((performance.now() - startMs) / 1000).toFixed(1).padStart(6)} s, ${megabytes(Number(peak) * 1024)}  ${what}${words[0]!.startsWith('bench/') ? `: ${stdout.trim()}` : ''}`,
  );
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}
