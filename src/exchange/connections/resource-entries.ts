// When each request was sent and answered, by its URL, read between blocks. An entry may arrive a little
// after the script has its body, so missing ones are waited for, briefly.

const BUFFER_ENTRIES = 100_000;
const TRIES = 20;
const WAIT_MS = 2;

/** What a sample needs of Resource Timing. */
export type RequestTimings = Pick<
  PerformanceResourceTiming,
  | 'name'
  | 'fetchStart'
  | 'connectStart'
  | 'secureConnectionStart'
  | 'connectEnd'
  | 'requestStart'
  | 'responseStart'
  | 'responseEnd'
  | 'encodedBodySize'
  | 'decodedBodySize'
> &
  // A client that is no browser chooses its protocol itself.
  Partial<Pick<PerformanceResourceTiming, 'nextHopProtocol'>>;

/** Where they come from: the platform's own Resource Timing, or a client that knows more. */
export interface TimingSource {
  read(): readonly RequestTimings[];
  clear(): void;
}

export const RESOURCE_TIMING: TimingSource = {
  read: () => performance.getEntriesByType('resource') as PerformanceResourceTiming[],
  clear: () => performance.clearResourceTimings(),
};

export function enlargeResourceBuffer(): void {
  performance.setResourceTimingBufferSize(BUFFER_ENTRIES);
}

/** Takes the entries of these URLs out of the buffer, by URL; those that never came are not in the map. */
export async function takeEntries(
  urls: readonly string[],
  source: TimingSource,
): Promise<ReadonlyMap<string, readonly RequestTimings[]>> {
  const wanted = Map.groupBy(urls, (url) => url);
  const isMissing = () => [...wanted].some(([url, times]) => (entries.get(url)?.length ?? 0) < times.length);
  let entries = readEntries(source);
  for (let attempt = 0; attempt < TRIES && isMissing(); attempt++) {
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    entries = readEntries(source);
  }
  source.clear();
  return entries;
}

function readEntries(source: TimingSource): Map<string, RequestTimings[]> {
  return Map.groupBy(source.read(), ({ name }) => name);
}
