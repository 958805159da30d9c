// The studies whose cells predictions are held against: formats, data, browsers and protocols, on loopback
// and over networks. One's own data are made anew, the same each time.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { seededRandom } from '../../src/base/random.ts';

/** Name of a study → its YAML after the first three keys. Together about 25 minutes. */
export const PREDICT_STUDIES = {
  loopback: `
factors: {browser: chromium, n: [10, 30, 100, 300, 1000, 3000], format: [json, xml/saxes, protobuf, msgpack], compression: [none, gzip-6]}
protocol: {budget: 4m, sessions: 8}
`,
  networks: `
factors: {browser: chromium}
parts:
  - name: small
    title: Small answers
    factors: {n: [30, 300], format: [json, protobuf], compression: [none, gzip-6], network: [10mbit, cable, 4g, 3g]}
  - name: large
    title: Large answers
    factors: {n: 1000, format: [json, protobuf], compression: [none, gzip-6], network: [10mbit, cable]}
protocol: {budget: 6m, sessions: 4, warmup: 0, exchangesPerVisit: 1}
`,
  others: `
factors: {dataset: video, n: [30, 100, 300, 1000, 3000], format: [json, protobuf], compression: [none, gzip-6]}
parts:
  - name: firefox
    title: Firefox
    factors: {browser: firefox}
  - name: h2
    title: HTTP/2
    factors: {browser: chromium, protocol: h2}
protocol: {budget: 4m, sessions: 6}
`,
  'others-networks': `
factors: {dataset: video, n: 300, format: [json, protobuf], compression: [none, gzip-6], network: [10mbit, cable, 4g, 3g]}
parts:
  - name: firefox
    title: Firefox
    factors: {browser: firefox}
  - name: h2
    title: HTTP/2
    factors: {browser: chromium, protocol: h2}
protocol: {budget: 4m, sessions: 4, warmup: 0, exchangesPerVisit: 1}
`,
  own: `
factors: {browser: chromium, dataset: [{file: orders.json}, {file: readings.json}, {file: posts.json}], n: [100, 300, 1000], format: [json, msgpack, cbor], compression: [none, gzip-6]}
protocol: {budget: 3m, sessions: 6}
`,
  'own-networks': `
factors: {browser: chromium, dataset: [{file: orders.json}, {file: readings.json}, {file: posts.json}], n: 300, format: [json, msgpack, cbor], compression: [none, gzip-6], network: [cable, 4g]}
protocol: {budget: 3m, sessions: 4, warmup: 0, exchangesPerVisit: 1}
`,
} as const;

export type PredictStudy = keyof typeof PREDICT_STUDIES;

const RECORDS = 1_000;
const WORDS = 'amber birch cedar delta ember fjord grove heath inlet juniper kelp larch maple nettle'.split(
  ' ',
);

/** Nested orders, columns of numbers, and long texts: what compresses ill, not at all, and well. */
export function writeOwnData(dir: string): void {
  const random = seededRandom(1);
  const whole = (below: number) => Math.floor(random() * below);
  const words = (count: number) => Array.from({ length: count }, () => WORDS[whole(WORDS.length)]).join(' ');
  const orders = (id: number) => ({
    id,
    placed: new Date(1_600_000_000_000 + whole(1e9)).toISOString(),
    customer: { name: words(2), email: `${words(1)}${id}@example.org` },
    lines: Array.from({ length: 1 + whole(4) }, () => ({
      sku: `S-${whole(10_000)}`,
      count: 1 + whole(9),
      price: whole(100_000) / 100,
    })),
  });
  const readings = (i: number) => ({
    second: i,
    ...Object.fromEntries('abcdef'.split('').map((name) => [name, random()])),
  });
  const posts = (id: number) => ({
    id,
    author: words(1),
    tags: [words(1), words(1)],
    text: words(40 + whole(160)),
  });
  for (const [name, make] of Object.entries({ orders, readings, posts })) {
    const records = Array.from({ length: RECORDS }, (_, i) => make(i));
    writeFileSync(join(dir, `${name}.json`), JSON.stringify(records));
  }
}
