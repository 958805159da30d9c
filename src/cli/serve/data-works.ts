// What the page starts that reads somebody's data and takes them through every format. With large data that
// holds up whoever does it for seconds.

import type { Host } from '../../base/host.ts';
import { harPaths } from '../../payload/har/har-groups.ts';
import type { SizesDocument } from '../../ui/ask/sizes-view.ts';
import type { AdviseFlags } from '../advise/flags.ts';
import { type PreparedData, prepareData } from '../advise/prepared.ts';
import { type SizesFlags, sizes } from '../sizes/sizes.ts';

type DataWork<Flags, Result> = (sources: readonly string[], flags: Flags, host: Host) => Promise<Result>;

/** Flags and results are plain values, which one process sends another. */
export interface DataWorks {
  /** null where it was interrupted. */
  readonly sizes: DataWork<SizesFlags, SizesDocument | null>;
  readonly advise: DataWork<AdviseFlags, PreparedData>;
}

/** In this very process. */
export const WORKS_HERE: DataWorks = {
  async sizes(sources, flags, host) {
    const out: string[] = [];
    const there: Host = { ...host, out: (text) => void out.push(String(text)) };
    // Of a HAR those that advice would be about.
    await sizes(sources, { ...flags, json: true }, there, { takesLargest: true });
    if (out.length === 0) return null;
    const found = JSON.parse(out.join('')) as SizesDocument;
    return { ...found, paths: (await harPaths(sources, there)) ?? [] };
  },
  advise: prepareData,
};
