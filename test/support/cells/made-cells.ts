// Cells for tests, by their words: whatever a test does not name is as ordinary as can be.

import type { CallCell, Cell, RequestCell, SequenceCell } from '../../../src/factors/cell.ts';
import { cellFromRecord, type RecordedCell } from '../../../src/factors/recorded-cell.ts';

export type Words = Partial<RecordedCell>;

const SHARED = {
  computation: 'none',
  network: 'none',
  protocol: 'http1',
  browser: 'chromium',
  target: 'node',
};

const REQUEST: Words = {
  ...SHARED,
  dataset: 'book',
  n: 10,
  format: 'json',
  codec: 'JSON.parse',
  encoder: 'JSON.stringify',
  compression: 'none',
  procedure: 'e1',
  connection: 'warm',
};

const SEQUENCE: Words = {
  ...SHARED,
  dataset: 'random',
  n: 1_000,
  format: 'text',
  codec: 'none',
  encoder: 'none',
  compression: 'none',
  procedure: 'e1',
  connection: 'warm',
  transport: 'websocket',
  direction: 'server-to-client',
  mode: 'throughput',
  size: '100',
};

export function requestCell(words: Words = {}): RequestCell {
  return cellFromRecord({ ...REQUEST, ...words }) as RequestCell;
}

export function callCell(words: Words = {}): CallCell {
  return cellFromRecord({ ...REQUEST, ...words, procedure: 'call' }) as CallCell;
}

export function sequenceCell(words: Words = {}): SequenceCell {
  return cellFromRecord({ ...SEQUENCE, ...words }) as SequenceCell;
}

/** Of whatever kind the words are: `transport` makes a sequence, procedure `call` a call. */
export function madeCell(words: Words): Cell {
  const isSequence = words.transport !== undefined && words.transport !== 'request';
  return isSequence ? sequenceCell(words) : cellFromRecord({ ...REQUEST, ...words });
}
