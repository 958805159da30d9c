// A record of a million samples: how long the page of `serve` takes to open it without a ready report, then
// reading, summary and every report, and the size of the page.

import { createReadStream, createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { documentMaker } from '../src/cli/serve/document-maker.ts';
import { recordedJson } from '../src/factors/recorded-cell.ts';
import { readSamples } from '../src/record/read-samples.ts';
import { FILES } from '../src/record/record-writer.ts';
import { rowAt, type SampleTable } from '../src/record/sample-table.ts';
import { REPORTS } from '../src/report/catalogue.ts';
import { writeParquet } from '../src/report/data/parquet.ts';
import { PLAIN_LOOK } from '../src/report/report.ts';
import { decisionsFor } from '../src/summary/predicted/decisions.ts';
import { predictedSummary } from '../src/summary/predicted/predicted.ts';
import { summarise } from '../src/summary/summarise.ts';
import { syntheticRecord } from '../test/support/records/synthetic.ts';

const MILLION = 1_000_000;
const SESSIONS = 8;

export async function benchRecord(print: (line: string) => void): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'wirefare-bench-'));
  try {
    const [one, two] = [1, 2].map(
      (count) => syntheticRecord({ sessions: SESSIONS, blocks: count }).rows.length,
    );
    const blocks = Math.ceil(MILLION / (two! - one!));
    const { run, rows, probes } = syntheticRecord({ sessions: SESSIONS, blocks });
    const file = join(dir, FILES.samples);
    await writeRows(file, rows);
    writeFileSync(join(dir, FILES.run), recordedJson(run, 1));
    writeFileSync(join(dir, FILES.probes), probes.map((probe) => `${JSON.stringify(probe)}\n`).join(''));
    const parquet: (string | Uint8Array)[] = [];
    await writeParquet({ run, samples: rows }, (chunk) => void parquet.push(chunk));
    writeFileSync(join(dir, FILES.parquet), Buffer.concat(parquet.map((chunk) => Buffer.from(chunk))));
    const lap = stopwatch(print);
    // As the lab has it: nothing was compiled for it before.
    await documentMaker({ measuring: () => null, beside: (make) => make() }).remakeReport(dir);
    lap('opened in the page, without a ready report (under 3 s)');
    const startMs = performance.now();
    const samples = await readSamples(createReadStream(file));
    lap(`read ${samples.length} samples`);
    const measured = summarise(run, samples, probes);
    lap('summary');
    decisionsFor(run, samples);
    lap('map and sliders (under 3 s)');
    const predicted = predictedSummary(run, samples, measured);
    const summary = predicted === null ? measured : { ...measured, predicted };
    lap('predictions');
    for (const report of REPORTS) {
      let bytes = 0;
      const write = (chunk: string | Uint8Array) => {
        bytes += chunk.length;
      };
      await report.render({ run, summary, samples }, write, PLAIN_LOOK);
      lap(`${report.name}, ${(bytes / 1e6).toFixed(1)} MB${report.name === 'html' ? ' (under 5 MB)' : ''}`);
    }
    print(`  all together ${((performance.now() - startMs) / 1000).toFixed(1)} s (under 20 s)`);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

async function writeRows(path: string, rows: SampleTable): Promise<void> {
  const out = createWriteStream(path);
  for (let row = 0; row < rows.length; row++) {
    if (!out.write(`${JSON.stringify(rowAt(rows, row))}\n`)) {
      await new Promise<void>((resolve) => out.once('drain', () => resolve()));
    }
  }
  out.end();
  await finished(out);
}

function stopwatch(print: (line: string) => void): (what: string) => void {
  let lastMs = performance.now();
  return (what) => {
    const nowMs = performance.now();
    print(`  ${((nowMs - lastMs) / 1000).toFixed(2).padStart(6)} s  ${what}`);
    lastMs = nowMs;
  };
}
