import assert from 'node:assert/strict';
import { test } from 'node:test';
import { madeCell } from '../../../test/support/cells/made-cells.ts';
import { sayNotMade } from './say-not-made.ts';

const cell = (transport: string, direction: string, format: string) =>
  madeCell({ transport, direction, format });

const SOCKET = ['server-to-client', 'both-ways'].flatMap((direction) =>
  ['json', 'protobuf', 'msgpack'].map((format) => cell('websocket', direction, format)),
);

test('a transport that lacks levels of the others is told with them', () => {
  assert.deepEqual(sayNotMade([...SOCKET, cell('sse', 'server-to-client', 'json')]), [
    'sse with both-ways',
    'sse with protobuf, msgpack',
  ]);
});

test('nothing is told where all are there, nor of requests', () => {
  assert.deepEqual(sayNotMade(SOCKET), []);
  assert.deepEqual(sayNotMade([cell('request', 'server-to-client', 'json'), ...SOCKET]), []);
  assert.deepEqual(sayNotMade([]), []);
});
