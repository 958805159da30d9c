// What the server has in memory: the datasets of the contract and people's own data, each with `body`, which
// gives a fresh list of n records, the document, or one of the messages.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DATASETS, generated } from './datasets.js';
import { JavaRandom } from './java-random.js';
import { Refused } from './refused.js';

/** By their names. */
export function loadData({ datasets, largestN, payloadFolders }) {
  const names = datasets ?? Object.keys(DATASETS);
  return new Map([
    ...names.map((name) => [name, dataset(name, largestN)]),
    ...payloadFolders.map(readPayload).map((data) => [data.name, data]),
  ]);
}

/** What the operation `books` answers with; refused where there is no such operation. */
export function calledData(data, operation) {
  const stored = [...data.values()].find(({ name, isOwn }) => !isOwn && `${name}s` === operation);
  if (stored === undefined) throw new Refused(404, `no operation ${operation} here`);
  return stored;
}

function dataset(name, maxN) {
  const { types } = DATASETS[name];
  const records = generated(DATASETS[name], maxN);
  const fields = Object.entries(types).map(([field, kind]) => ({ name: field, type: { kind } }));
  const type = { kind: 'array', items: { kind: 'record', fields } };
  return { name, shape: 'list', isOwn: false, maxN, type, body: (n) => records.slice(0, n) };
}

function readPayload(folder) {
  const read = (file) => JSON.parse(readFileSync(path.join(folder, file), 'utf8'));
  const { name, shape, schema } = read('payload.json');
  const value = read('value.json');
  const common = { name, shape, isOwn: true, type: schema.root, maxN: 1 };
  if (shape === 'document') return { ...common, count: 1, body: () => value };
  const count = value.length;
  if (shape === 'messages') return { ...common, count, body: (_n, message) => value[message] };
  const indexes = resampler(count, path.basename(folder));
  const body = (n) => (n === count ? value.slice() : indexes(n).map((index) => value[index]));
  return { ...common, count, maxN: Math.max(1_000_000, count), body };
}

/** Indexes of n records of another length: whole passes through all, each shuffled as Java's Collections do. */
function resampler(count, digest) {
  const random = new JavaRandom(Number.parseInt(digest.slice(0, 12), 16));
  const drawn = [];
  return (n) => {
    while (drawn.length < n) {
      const pass = Array.from({ length: count }, (_, i) => i);
      for (let last = count - 1; last > 0; last--) {
        const other = random.nextInt(last + 1);
        [pass[last], pass[other]] = [pass[other], pass[last]];
      }
      for (const index of pass) drawn.push(index);
    }
    return drawn.slice(0, n);
  };
}
