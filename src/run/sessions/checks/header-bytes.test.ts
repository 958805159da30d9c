import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { requestCell } from '../../../../test/support/cells/made-cells.ts';
import type { CellSpec } from '../../../wire/agent-protocol.ts';
import { cellSpec } from './cell-spec.ts';
import { headerCounter } from './header-bytes.ts';

const CELL = { id: 'a', part: 'p', factors: requestCell(), twinOf: null, skip: null };

/** A target that answers so, and a cell of it. */
async function withTarget(answer: RequestListener, act: (spec: CellSpec) => Promise<void>): Promise<void> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const targetUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await act(cellSpec(CELL, { targetUrl, secret: null }, [], { seed: 7, certificate: null }));
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test('the head of a refusal is none, and what comes after it is asked again', async () => {
  const statuses = [503, 200];
  const answer: RequestListener = (_, response) => response.writeHead(statuses.shift()!).end('[]');
  await withTarget(answer, async (spec) => {
    const headOf = headerCounter();
    await assert.rejects(headOf(spec, { name: 'it', url: spec.targetUrl }, 5_000), {
      message: 'the target did not answer the lab: it answered 503',
    });
    assert.ok((await headOf(spec, { name: 'it', url: spec.targetUrl }, 5_000)).bytes > 0);
    assert.ok((await headOf(spec, { name: 'it', url: spec.targetUrl }, 5_000)).bytes > 0, 'known by now');
  });
});

test('a URL that answers 201 or 203 has a head, and what it refuses once or twice ends no session', async () => {
  const statuses = [201, 203, 503, 200, 503, 503];
  const answer: RequestListener = (_, response) => response.writeHead(statuses.shift()!).end('[]');
  await withTarget(answer, async (spec) => {
    const bytesAskedAnew = async () => {
      const asked = { ...spec, compression: 'as-is' };
      return (await headerCounter()(asked, { name: 'it', url: spec.targetUrl }, 5_000)).bytes;
    };
    for (let i = 0; i < 3; i++) assert.ok((await bytesAskedAnew()) > 0);
    assert.equal(await bytesAskedAnew(), 0);
    assert.equal(statuses.length, 0);
  });
});

test('a target that hangs is waited for as long as for an exchange, and its fault is told', async () => {
  await withTarget(
    () => {},
    async (spec) => {
      const asked = headerCounter()(spec, { name: 'it', url: spec.targetUrl }, 50);
      await assert.rejects(asked, {
        message: 'the target did not answer the lab: nothing came within 0.05 s',
        fault: { target: 'it', how: 'unanswered' },
      });
    },
  );
});

test('what can be called and not be asked for, as SOAP, has a head that is not known', async () => {
  const answer: RequestListener = (_, response) => response.writeHead(501).end('{}');
  await withTarget(answer, async (spec) => {
    const call = { operation: 'books', encoder: 'saxes', schema: spec.schema, request: {} };
    const head = await headerCounter()({ ...spec, call }, { name: 'it', url: spec.targetUrl }, 5_000);
    assert.deepEqual(head, { bytes: 0, hasLength: true });
  });
});

test('a server that chooses is offered what the client offers it, wherever the lab finds it', async () => {
  const asked: unknown[] = [];
  const answer: RequestListener = ({ headers }, response) => {
    asked.push(headers['accept-encoding']);
    response.end('[]');
  };
  await withTarget(answer, async (spec) => {
    const { targetUrl: url } = spec;
    for (const targetUrl of [url, 'http://10.201.1.2:80', 'https://10.201.1.2:443', 'http://[::1]:80'])
      await headerCounter()({ ...spec, targetUrl, compression: 'as-is' }, { name: 'it', url }, 5_000);
  });
  const all = 'gzip, deflate, br, zstd';
  assert.deepEqual(asked, [all, 'gzip, deflate', all, all]);
});

test('the request that counts a head keeps the gap that the cell has, before and after', async () => {
  const askedMs: number[] = [];
  const answer: RequestListener = (_, response) => {
    askedMs.push(performance.now());
    response.end('[]');
  };
  await withTarget(answer, async (spec) => {
    const headOf = headerCounter();
    const beganMs = performance.now();
    const { bytes, hasLength } = await headOf(
      { ...spec, leastGapMs: 50 },
      { name: 'it', url: spec.targetUrl },
      5_000,
    );
    const endedMs = performance.now();
    assert.ok(bytes > 0 && hasLength);
    assert.equal(askedMs.length, 1);
    assert.ok(askedMs[0]! - beganMs >= 49, `${askedMs[0]! - beganMs} ms before`);
    assert.ok(endedMs - askedMs[0]! >= 49, `${endedMs - askedMs[0]!} ms after`);
  });
});
