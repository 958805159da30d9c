import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { requestCell } from '../../../test/support/cells/made-cells.ts';
import { cellSpec } from './cell-spec.ts';
import { headerCounter } from './header-bytes.ts';

test('the request that counts a head keeps the gap that the cell has, before and after', async () => {
  const askedMs: number[] = [];
  const server = createServer((_, response) => {
    askedMs.push(performance.now());
    response.end('[]');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const targetUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const cell = { id: 'a', part: 'p', factors: requestCell(), twinOf: null, skip: null };
    const spec = cellSpec(cell, { targetUrl, secret: null }, [], { seed: 7, certificate: null });
    const headOf = headerCounter();
    const beganMs = performance.now();
    const { bytes, hasLength } = await headOf({ ...spec, leastGapMs: 50 }, 'it');
    const endedMs = performance.now();
    assert.ok(bytes > 0 && hasLength);
    assert.equal(askedMs.length, 1);
    assert.ok(askedMs[0]! - beganMs >= 49, `${askedMs[0]! - beganMs} ms before`);
    assert.ok(endedMs - askedMs[0]! >= 49, `${endedMs - askedMs[0]!} ms after`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
