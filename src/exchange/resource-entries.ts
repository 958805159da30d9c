// Resource Timing entries by URL, read between blocks. An entry may arrive a little after the script has its body, so
// missing ones are waited for, briefly.

import type { Entries } from './sample-from-marks.ts';

const BUFFER_ENTRIES = 100_000;
const TRIES = 20;
const WAIT_MS = 2;

export function enlargeResourceBuffer(): void {
  performance.setResourceTimingBufferSize(BUFFER_ENTRIES);
}

/** Takes the entries of these URLs out of the buffer; those that never came are not in the map. */
export async function takeEntries(urls: readonly string[]): Promise<Entries> {
  let entries = readEntries();
  for (let attempt = 0; attempt < TRIES && urls.some((url) => !entries.has(url)); attempt++) {
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    entries = readEntries();
  }
  performance.clearResourceTimings();
  return entries;
}

function readEntries(): Map<string, PerformanceResourceTiming> {
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  return new Map(entries.map((entry) => [entry.name, entry]));
}
