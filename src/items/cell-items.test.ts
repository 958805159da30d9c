import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callCell, requestCell, sequenceCell } from '../../test/support/cells/made-cells.ts';
import { type ByServer, whyWithout } from './cell-items.ts';
import { METRICS, type Metric } from './metrics.ts';

type Cell = Parameters<typeof whyWithout>[0];

/** Of those that cells of its kind have at all. */
function lacks(cell: Cell, answered?: readonly ByServer[]): readonly Metric[] {
  const said = answered === undefined ? undefined : new Set(answered);
  const why = (metric: Metric) => whyWithout(cell, metric, said);
  return METRICS.filter((metric) => why(metric) !== null && !why(metric)!.startsWith('they are '));
}

const OF_WORKERS = ['handover', 'receive'];
const OF_URLS = ['server', 'front'];
const OF_CONNECTIONS = ['connect', 'tls'];
const OF_COMPRESSION = ['compress', 'decompress'];

test('a plain request over an open connection has nothing of what it does not do', () => {
  assert.deepEqual(
    new Set(lacks(requestCell())),
    new Set([
      ...['server.compute', 'client.compute'],
      ...[...OF_WORKERS, ...OF_URLS, ...OF_CONNECTIONS, ...OF_COMPRESSION],
    ]),
  );
  assert.equal(whyWithout(requestCell(), 'compress'), 'nothing is compressed in them');
  assert.equal(whyWithout(requestCell(), 'tls'), 'they open no connection');
  assert.equal(whyWithout(requestCell(), 'request.size'), 'they are requests');
  assert.equal(whyWithout(requestCell(), 'total'), null);
});

test('each factor gives a cell its items', () => {
  const without = (cell: Cell, ...items: readonly Metric[]) =>
    items.filter((item) => lacks(cell).includes(item));
  assert.deepEqual(without(requestCell({ compression: 'gzip-6' }), 'compress', 'decompress'), []);
  const cold = { connection: 'cold' } as const;
  assert.deepEqual(without(requestCell(cold), 'connect', 'tls'), ['tls']);
  assert.deepEqual(without(requestCell({ ...cold, protocol: 'https1' }), 'connect', 'tls'), []);
  assert.deepEqual(without(requestCell({ thread: 'worker' }), 'handover', 'receive'), []);
  const computed = { computation: 'cm1' } as const;
  const both = ['server.compute', 'client.compute'] as const;
  assert.deepEqual(without(requestCell({ ...computed, procedure: 'e2' }), ...both), ['client.compute']);
  assert.deepEqual(without(requestCell({ ...computed, procedure: 'e3' }), ...both), ['server.compute']);
  assert.deepEqual(without(callCell(), 'server.compute', 'server.decode'), []);
  assert.deepEqual(without(sequenceCell(), 'encode', 'decode', 'check'), []);
});

test('of a URL its answers say what its server has, where somebody asked it', () => {
  const url = requestCell({ compression: 'as-is' });
  assert.deepEqual(lacks(url), [...OF_CONNECTIONS, 'client.compute', ...OF_WORKERS]);
  assert.deepEqual(
    new Set(lacks(url, ['encode', 'decompress'])),
    new Set(['client.compute', 'server.compute', 'compress', ...OF_CONNECTIONS, ...OF_WORKERS]),
  );
  assert.match(whyWithout(url, 'encode', new Set())!, /their server does not say it \(Server-Timing\)/);
});
