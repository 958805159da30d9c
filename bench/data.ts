// Datasets: a million Books made and loaded as whole processes (the bar: under 10 s and 2 GB, under 5 s).
//   node bench/data.ts

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MILLION = 1_000_000;

function wholeProcess(what: string, directory: string): void {
  const program = fileURLToPath(new URL('./parts/load-books.ts', import.meta.url));
  const startMs = performance.now();
  const child = spawnSync(process.execPath, [program, String(MILLION), directory], { encoding: 'utf8' });
  const seconds = (performance.now() - startMs) / 1_000;
  if (child.status !== 0) throw new Error(child.stderr);
  const inside = JSON.parse(child.stdout) as { seconds: number; peakRssMb: number };
  const figures = [
    `${seconds.toFixed(2)} s`,
    `${inside.seconds.toFixed(2)} s inside`,
    `${inside.peakRssMb.toFixed(0)} MB`,
  ];
  console.log(`${what}: ${figures.join(', ')}`);
}

function millionBooks(): void {
  const directory = mkdtempSync(join(tmpdir(), 'wirefare-bench-'));
  try {
    wholeProcess('1 000 000 Books made and saved', directory);
    wholeProcess('1 000 000 Books loaded        ', directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

millionBooks();
