// The data that a target is started with when it is verified: a list, a document and messages that no
// generated dataset is like, small, and with all that own data may have.

import { inferSchema, inferSchemaOfAll } from '../data/infer/infer-schema.ts';
import type { DataRecord } from '../data/schema.ts';
import { type PayloadContent, storedPayload, storePayload } from '../data/store/payload-store.ts';
import type { StoredData } from '../data/store/stored-data.ts';
import type { PayloadFolder } from '../drive/driver.ts';

const ORDERS: readonly DataRecord[] = [
  { id: 1, at: '2026-11-21', lines: [{ sku: 'A-1', price: 9.75 }], paid: true },
  { id: 2, at: '2026-11-22', lines: [], paid: false, note: 'Straße 7 – “hinten”' },
  { id: 9_007_199_254_740_991, at: '', lines: [{ sku: '', price: 1e-9 }], paid: null },
];

/** The same places filled otherwise, so that one schema is both's. */
const EARLIER_ORDERS: readonly DataRecord[] = ORDERS.map((order) => ({ ...order, at: '2026-11-20' }));

const PLACES: DataRecord = {
  type: 'FeatureCollection',
  'odd key': { '7': 'seven', 'ü/b': null },
  features: [{ at: [11.5, 48.1], tags: {} }],
  count: 1,
};

function contents(): PayloadContent[] {
  return [
    {
      name: 'own-list',
      shape: 'list',
      value: ORDERS,
      schema: inferSchema('own-list', [...ORDERS, ...EARLIER_ORDERS]),
      dictionary: { value: EARLIER_ORDERS },
    },
    { name: 'own-document', shape: 'document', value: PLACES, schema: inferSchema('own-document', PLACES) },
    {
      name: 'own-messages',
      shape: 'messages',
      value: ORDERS,
      schema: inferSchemaOfAll('own-messages', ORDERS),
    },
  ];
}

export interface OwnData {
  readonly data: StoredData;
  readonly folder: PayloadFolder;
}

/** Keeps them as a target is to find them. Throws an EnvironmentError where that cannot be. */
export function storeOwnData(dataDir: string): OwnData[] {
  return contents().map((content) => {
    const { folder, digest, jsonBytes } = storePayload(dataDir, content);
    return { data: storedPayload(content, digest), folder: { folder, jsonBytes } };
  });
}
