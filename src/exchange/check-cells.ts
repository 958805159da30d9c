// Before a cell is timed its exchange is done once and what the client ends with is compared, value by value, with
// what it should be. A cell that differs is not timed.

import { firstDifference } from '../data/equal.ts';
import type { DataValue } from '../data/schema.ts';
import type { CheckJob, CheckResult } from '../wire/agent-protocol.ts';
import type { Surroundings } from './block-exchanges.ts';
import { type CellRunner, prepareCell } from './cell-runner.ts';
import { notOffered } from './offers.ts';
import { exchange } from './request-exchange.ts';
import { type TimingSource, takeEntries } from './resource-entries.ts';
import { Watchdog } from './watchdog.ts';

/** `original` answers what a cell must end with. */
export async function checkCells(
  job: CheckJob,
  place: Surroundings,
  original: (cell: string) => Promise<DataValue>,
): Promise<CheckResult[]> {
  const watchdog = new Watchdog(place.now, job.timeoutMs);
  const results: CheckResult[] = [];
  try {
    for (const spec of job.cells) {
      results.push(await checkCell(spec.cell, () => prepareCell(spec), place, original, watchdog));
    }
  } finally {
    watchdog.stop();
  }
  return results;
}

async function checkCell(
  cell: string,
  prepare: () => CellRunner,
  place: Surroundings,
  original: (cell: string) => Promise<DataValue>,
  watchdog: Watchdog,
): Promise<CheckResult> {
  const nothing = { cell, bytesEncoded: 0, bytesDecoded: 0, contentEncoding: '' };
  try {
    const runner = prepare();
    const signal = watchdog.begin();
    const refused = await notOffered(runner.spec, place, signal);
    if (refused !== null) return { ...nothing, difference: refused };
    const marks = await place.connections.carryOut(runner.spec, signal, () =>
      exchange(runner, place.nextSerial, place.now, signal),
    );
    watchdog.end();
    const [request] = marks.requests;
    const difference = firstDifference(marks.value, await original(cell)) ?? wrongEncoding(runner, request!);
    return {
      cell,
      difference,
      bytesEncoded: request!.contentLength,
      bytesDecoded:
        (await decodedBytes(request!.url, place.timings)) ||
        (await bodyBytes(runner, place, watchdog.begin())),
      contentEncoding: request!.contentEncoding,
    };
  } catch (thrown) {
    const late = watchdog.fired ? `longer than the time allowed for one exchange` : null;
    return { ...nothing, difference: late ?? (thrown instanceof Error ? thrown.message : String(thrown)) };
  } finally {
    watchdog.end();
  }
}

/** A cell that asks for gzip and gets none would be timed under a wrong name. */
function wrongEncoding(runner: CellRunner, answer: { readonly contentEncoding: string }): string | null {
  const asked = runner.spec.compression === 'none' ? '' : runner.spec.compression;
  if (answer.contentEncoding === asked) return null;
  return `Content-Encoding "${answer.contentEncoding}" came, "${asked}" was asked for`;
}

/** As Resource Timing tells it: 0 in WebKit, for answers from another origin. */
async function decodedBytes(url: string, timings: TimingSource): Promise<number> {
  return (await takeEntries([url], timings)).get(url)?.decodedBodySize ?? 0;
}

/** Body bytes after decompression, counted. */
async function bodyBytes(runner: CellRunner, place: Surroundings, signal: AbortSignal): Promise<number> {
  return place.connections.carryOut(runner.spec, signal, async () => {
    const response = await fetch(runner.url(place.nextSerial()), { signal });
    return (await response.arrayBuffer()).byteLength;
  });
}
