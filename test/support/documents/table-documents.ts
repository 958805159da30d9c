// Lists of records and numbers: what is sent in bulk.

import type { DataRecord, DataValue } from '../../../src/data/schema.ts';
import type { TestDocument } from './documents.ts';

const LEVELS = ['debug', 'info', 'warn', 'error'] as const;

function logLine(i: number): DataRecord {
  const common = {
    ts: `2026-03-01T00:00:${String(i % 60).padStart(2, '0')}.${String(i * 13).padStart(3, '0')}Z`,
  };
  const level = LEVELS[(i * 7) % 4]!;
  if (level === 'error') {
    return {
      ...common,
      level,
      msg: 'query failed',
      error: { code: 'E42', stack: 'at f (x.js:1:2)\n\tat g' },
      ms: i * 1.25,
    };
  }
  return {
    ...common,
    level,
    msg: `GET /items/${i}`,
    status: i % 9 === 0 ? 304 : 200,
    ms: i * 1.25,
    bytes: i * 1_000,
  };
}

const SPARSE: DataValue = Array.from({ length: 40 }, (_, i) => {
  const record: DataRecord = { id: i };
  if (i % 2 === 0) record.even = true;
  if (i % 3 === 0) record.third = i / 3;
  if (i % 7 === 0) record.note = '';
  if (i % 11 === 0) record.tags = ['x'];
  if (i === 20) record.once = { only: null };
  return record;
});

/** Languages of some texts; keys that are words of a person's choosing. */
const TRANSLATIONS: DataValue = {
  'checkout.title': { de: 'Zur Kasse', hr: 'Na blagajnu', ja: 'お会計', ar: 'الدفع' },
  'checkout.pay now': { de: 'Jetzt zahlen', hr: 'Plati odmah', ja: '今すぐ支払う' },
  'cart.items[0]': { de: '{n} Artikel', hr: '{n} artikla', 'zh-Hant': '{n} 件商品' },
  'a b c': {},
  '404': { de: 'Nicht gefunden' },
};

const MATRIX: DataValue = Array.from({ length: 25 }, (_, row) =>
  Array.from({ length: 20 }, (_, column) => (row === column ? 1 : (row - column) / (row + column + 1))),
);

const READINGS: DataValue = {
  sensor: 'roof-2',
  unit: '°C',
  times: Array.from({ length: 200 }, (_, i) => 1_767_225_600_000 + i * 60_000),
  values: Array.from({ length: 200 }, (_, i) => Math.round(Math.sin(i / 9) * 1_000) / 100),
  flags: Array.from({ length: 200 }, (_, i) => i % 17 === 0),
  gaps: Array.from({ length: 50 }, (_, i) => (i % 5 === 0 ? null : i)),
};

const WIDE: DataValue = Array.from({ length: 3 }, (_, row) =>
  Object.fromEntries(
    Array.from({ length: 300 }, (_, i): [string, DataValue] => [
      `field_${i}`,
      [row * i, `v${i}`, i % 4 === 0, i / 8, null][i % 5]!,
    ]),
  ),
);

const STATES = ['queued', 'running', 'done', 'failed'];

const ENUM_COLUMNS: DataValue = Array.from({ length: 200 }, (_, i) => ({
  job: i,
  state: STATES[(i * 3) % 4]!,
  region: i % 50 === 0 ? null : ['eu-west', 'us-east', ''][i % 3]!,
  priority: i % 3,
}));

const BLOBS: DataValue = Array.from({ length: 12 }, (_, i) => ({
  id: `6f1d2c3b-0a9e-4f8d-8b7a-${String(i).padStart(12, '0')}`,
  day: `2024-02-${String(18 + i).padStart(2, '0')}`,
  thumbnail: btoa(String.fromCharCode(...Array.from({ length: 40 + i }, (_, k) => (k * 37 + i * 11) % 256))),
  homepage: `https://example.org/~user${i}?q=a%20b&x=[1]#top`,
  sha: `${i}f`.repeat(20),
}));

/** Every object has the same keys, each in another order. */
const ORDERS_OF_KEYS: DataValue = [
  { a: 1, b: 'x', c: true },
  { c: false, a: 2, b: 'y' },
  { b: 'z', c: true, a: 3 },
  { b: '', a: 4, inner: { y: 1, x: 2 } },
  { inner: { x: 3, y: 4 }, c: false },
];

const PLAIN_TABLE: DataValue = Array.from({ length: 60 }, (_, i) => ({
  country: ['Hrvatska', 'Österreich', "Côte d'Ivoire", 'Quoted "land"'][i % 4]!,
  code: i,
  population: 1_000_003 * (i + 1),
  growth: i % 2 === 0 ? 0.25 * (1 - i) : 1e-7 * (i + 1),
  member: i % 2 === 1,
}));

export const TABLE_DOCUMENTS: readonly TestDocument[] = [
  { name: 'log lines', value: Array.from({ length: 50 }, (_, i) => logLine(i)) },
  { name: 'sparse records', value: SPARSE },
  { name: 'translations', value: TRANSLATIONS },
  { name: 'matrix', value: MATRIX },
  { name: 'readings by column', value: READINGS },
  { name: 'wide records', value: WIDE },
  { name: 'columns like enums', value: ENUM_COLUMNS },
  { name: 'ids, dates, base64, addresses', value: BLOBS },
  { name: 'keys in several orders', value: ORDERS_OF_KEYS },
  { name: 'plain table', value: PLAIN_TABLE },
];
