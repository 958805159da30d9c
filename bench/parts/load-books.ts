// One process of bench/data.ts: loads that many Books from a directory, making them where they are missing,
// and prints how long that took inside the process and its peak memory.
//   node bench/parts/load-books.ts COUNT DIRECTORY

import { loadDataset } from '../../src/data/store/store.ts';

const [count, directory] = process.argv.slice(2);
const troubles: string[] = [];
const startMs = performance.now();
const records = loadDataset('book', Number(count), directory!, (what) => troubles.push(what));
const seconds = (performance.now() - startMs) / 1_000;
if (records.length !== Number(count) || troubles.length > 0) throw new Error(troubles.join());
// maxRSS is in KiB.
console.log(JSON.stringify({ seconds, peakRssMb: (process.resourceUsage().maxRSS * 1_024) / 1e6 }));
