// What programs say to each other every day.

import type { DataRecord, DataValue } from '../../../src/data/schema.ts';
import type { TestDocument } from './documents.ts';

/**
 * Of the tenth: three quarters have a parent, some an empty list of labels, one a null where others have a
 * text.
 */
function issue(i: number): DataRecord {
  return {
    id: 90_000_000 + i * 37,
    node: `issue-${i.toString(36)}`,
    url: `https://tracker.example/api/issues/${i}`,
    title: ['Crash on save', 'Wrong total', 'Größe fehlt', 'Add dark mode'][i % 4]!,
    state: i % 3 === 0 ? 'closed' : 'open',
    locked: i % 5 === 0,
    author: { login: `user${i % 6}`, id: 1_000 + (i % 6), admin: i % 6 === 0 },
    labels: Array.from({ length: i % 3 }, (_, k) => ({ name: ['bug', 'ui'][k]!, colour: `#${k}0ff${k}0` })),
    assignee: i % 4 === 0 ? null : { login: `user${(i + 1) % 6}`, id: 1_000 + ((i + 1) % 6), admin: false },
    created: `2025-${String((i % 12) + 1).padStart(2, '0')}-14T08:${String(i % 60).padStart(2, '0')}:09Z`,
    closed: i % 3 === 0 ? '2026-01-03T10:00:00Z' : null,
    ...(i % 4 === 0 ? {} : { parent: { id: 90_000_000 + i, title: 'Umbrella' } }),
    body: i === 7 ? null : `Steps to reproduce:\r\n\r\n1. open\r\n2. press "save" & <wait> ${i}\r\n`,
  };
}

const PAGED_ANSWER: DataValue = {
  data: Array.from({ length: 30 }, (_, i) => issue(i)),
  page: {
    number: 1,
    size: 30,
    total: 412,
    next: 'https://tracker.example/api/issues?page=2',
    previous: null,
  },
  links: {},
};

const GEOJSON: DataValue = {
  type: 'FeatureCollection',
  bbox: [15.95, 45.78, 16.05, 45.83],
  features: [
    {
      type: 'Feature',
      id: 'stop-1',
      geometry: { type: 'Point', coordinates: [15.977_978, 45.813_152] },
      properties: { name: 'Trg', lines: [1, 6, 11], covered: true },
    },
    {
      type: 'Feature',
      id: 'line-6',
      geometry: {
        type: 'LineString',
        coordinates: [
          [15.97, 45.81],
          [15.978, 45.812, 120],
          [16, 45.8],
        ],
      },
      properties: { name: 'Line 6', colour: null },
    },
    {
      type: 'Feature',
      id: 17,
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [15.96, 45.8],
            [15.99, 45.8],
            [15.99, 45.82],
            [15.96, 45.8],
          ],
          [],
        ],
      },
      properties: null,
    },
  ],
};

const MANIFEST: DataValue = {
  name: '@example/trip-cost',
  version: '3.1.0-beta.2',
  private: false,
  keywords: ['bytes', 'time'],
  exports: { '.': { import: './index.js', types: './index.d.ts' }, './client': './client.js', './*': null },
  scripts: { test: 'node --test', 'build:page': 'bundle src/page.ts --out=dist && echo "done"' },
  dependencies: { 'left-trim': '^1.3.0', '@scope/with.dots': '>=2.0.0 <3' },
  peerDependenciesMeta: { react: { optional: true } },
  files: ['dist', '!dist/**/*.map'],
  author: { name: 'N. N.', email: 'nn@example.org' },
  engines: { node: '>=20' },
};

const CONFIG: DataValue = {
  $schema: 'https://schemas.example/service.json',
  'log.level': 'info',
  server: {
    host: '0.0.0.0',
    port: 8443,
    tls: { cert: '/etc/tls/cert.pem', versions: ['1.2', '1.3'] },
    timeoutMs: 30_000,
  },
  features: { 'new-checkout': true, legacy_import: false, betaUsers: ['a', 'b'] },
  limits: [
    { path: '/', rate: 100 },
    { path: '/upload', rate: 0.5, burst: 3 },
  ],
  retries: { max: 5, backoff: { kind: 'exponential', factor: 1.5, jitter: 0.1 } },
  empty: {},
  nothing: null,
};

function product(i: number): DataRecord {
  return {
    sku: `SKU-${1_000 + i}`,
    name: ['Bicycle', 'Café “Zürich”', 'Lamp', '椅子'][i % 4]!,
    price: { amount: 19.99 + i * 10, tax: 0.25, discount: i % 3 === 0 ? 0.1 : null },
    variants: Array.from({ length: i % 4 }, (_, k) => ({
      colour: ['red', 'blue', 'green'][k]!,
      stock: { Zagreb: k * 7, 'Novi Sad': 0 },
      sizes: k === 1 ? [] : ['S', 'M', 'L'].slice(k),
      images: [{ href: `/img/${i}/${k}.webp`, width: 800, height: 600 }],
    })),
    attributes: (i % 2 === 0 ? { weightKg: 1.5 * i, fragile: false } : { material: 'wood' }) as DataRecord,
    related: i > 8 ? [`SKU-${1_000 + i - 1}`] : [],
  };
}

const CATALOGUE: DataValue = {
  currency: 'EUR',
  products: Array.from({ length: 12 }, (_, i) => product(i)),
};

const TREE: DataValue = {
  name: '/',
  children: [
    { name: 'bin', children: [] },
    {
      name: 'home',
      children: [{ name: 'ana', size: 4_096, children: [{ name: 'notes.txt', size: 12, mode: '0644' }] }],
    },
    { name: 'vmlinuz', size: 12_345_678, link: { to: 'boot/vmlinuz', broken: false } },
  ],
};

const JSON_SCHEMA: DataValue = {
  $id: 'https://schemas.example/order.json',
  type: 'object',
  required: ['id', 'lines'],
  properties: {
    id: { type: 'string', pattern: '^[A-Z]{2}\\d+$' },
    lines: { type: 'array', minItems: 1, items: { $ref: '#/$defs/line' } },
    note: { type: ['string', 'null'], default: null },
  },
  $defs: { line: { type: 'object', properties: { qty: { type: 'integer', exclusiveMinimum: 0 } } } },
};

const RPC_ANSWER: DataValue = {
  jsonrpc: '2.0',
  id: 7,
  result: {
    ok: true,
    items: [
      [1, 'a', null],
      [2, 'b', { deep: [true] }],
    ],
    cursor: '',
  },
};

const GRAPH_ERRORS: DataValue = {
  data: null,
  errors: [
    { message: 'Not found', path: ['user', 0, 'posts'], extensions: { code: 'NOT_FOUND', retry: false } },
    { message: 'Too deep', locations: [{ line: 3, column: 12 }] },
  ],
};

export const COMMON_DOCUMENTS: readonly TestDocument[] = [
  { name: 'answer with pages', value: PAGED_ANSWER },
  { name: 'geojson', value: GEOJSON },
  { name: 'package manifest', value: MANIFEST },
  { name: 'configuration', value: CONFIG },
  { name: 'catalogue with variants', value: CATALOGUE },
  { name: 'tree of files', value: TREE },
  { name: 'json schema', value: JSON_SCHEMA },
  { name: 'rpc answer', value: RPC_ANSWER },
  { name: 'errors of a graph query', value: GRAPH_ERRORS },
];
