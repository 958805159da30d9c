import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, before, beforeEach, test } from 'node:test';
import { littleSurroundings } from '../../../test/support/agents/little-surroundings.ts';
import {
  answeringMessages,
  jsonCell,
  type LittleTarget,
  littleTarget,
  streamedGzip,
} from '../../../test/support/targets/little-target.ts';
import { checkCells } from '../checks/check-cells.ts';
import { probeCells } from './probe-cells.ts';

let target: LittleTarget;
before(async () => {
  target = await littleTarget();
});
beforeEach(() => {
  target.instead = () => false;
});
after(() => target.close());

const place = littleSurroundings();

const LOG = Array.from({ length: 250 }, (_, i) => ({ id: i, text: 'x'.repeat(i) }));

test('probes time what an exchange cannot show, and nothing else', async () => {
  const cells = [
    jsonCell(target.url),
    jsonCell(target.url, { cell: 'fused', codec: 'response.json' }),
    jsonCell(target.url, { cell: 'gzip', compression: 'gzip', level: 6 }),
    jsonCell(target.url, { cell: 'e3', procedure: 'e3', computation: 'cm1' }),
  ];
  // A coarse clock: everything here is below its step, so all of it is timed in batches.
  const probes = await probeCells({ kind: 'probe', cells, timeoutMs: 10_000 }, place, 1_000);
  const kinds = probes.map(({ cell, decodeMs, clientComputeMs, decompressMs }) => [
    cell,
    typeof decodeMs,
    typeof clientComputeMs,
    typeof decompressMs,
  ]);
  assert.deepEqual(
    kinds.map(([cell, , ...rest]) => [cell, ...rest]),
    [
      ['json', 'object', 'object'],
      ['fused', 'object', 'object'],
      ['gzip', 'object', 'number'],
      ['e3', 'number', 'object'],
    ],
  );
  assert.equal(kinds[0]![1], 'number');
  assert.ok(probes[0]!.decodeMs! > 0 && probes[0]!.decodeMs! < 5);
  assert.deepEqual(
    probes.map(({ decompressBy }) => decompressBy),
    [null, null, 'difference', null],
  );
  const { pairs, standardErrorMs, parts } = probes[2]!.decompression!;
  assert.ok(pairs >= 2 && standardErrorMs! > 0);
  assert.ok(
    Object.values(parts!).every((ms) => ms >= 0 && ms < 100),
    JSON.stringify(parts),
  );
});

test('of an answer that takes long one pair is asked for, and its body is the one that is decoded', async () => {
  const cells = [jsonCell(target.url, { compression: 'gzip', level: 6 })];
  const job = { kind: 'probe', cells, timeoutMs: 10_000, pairsWithinMs: 0 } as const;
  const askedBy = async (leastPairs: number) => {
    await checkCells({ kind: 'check', cells, timeoutMs: 2_000 }, place, async () => target.books);
    target.asked.length = 0;
    const [probe] = await probeCells({ ...job, leastPairs }, place, 1_000);
    assert.ok(probe!.decodeMs! > 0);
    return [target.asked.length, probe!.decompression?.pairs, probe!.decompressBy];
  };
  assert.deepEqual(await askedBy(1), [2, 1, 'difference']);
  assert.deepEqual(await askedBy(0), [1, undefined, null]);
  assert.deepEqual(await askedBy(2), [6, 2, 'difference']);
});

test('a body that was compressed while it was sent leaves its decompression untold', async () => {
  const cell = jsonCell(target.url, { compression: 'gzip', level: 6 });
  const streaming = (url: URL, response: ServerResponse) => {
    response.setHeader('Server-Timing', 'compute;dur=0, encode;dur=0, compress;dur=0.000');
    return streamedGzip(target.books)(url, response);
  };
  target.instead = streaming;
  const [probe] = await probeCells({ kind: 'probe', cells: [cell], timeoutMs: 10_000 }, place, 5);
  assert.deepEqual([probe!.decompressMs, probe!.decompressBy], [null, null]);
});

test('asked for the decoder alone, a probe times every codec from the bytes, however long it takes', async () => {
  const cells = [
    jsonCell(target.url),
    jsonCell(target.url, { cell: 'fused', codec: 'response.json' }),
    jsonCell(target.url, { cell: 'gone', codec: 'no-such' }),
  ];
  const job = { kind: 'probe', cells, timeoutMs: 10_000, decodeWithinMs: 5 } as const;
  // A fine clock: single decodes would be long enough for the exchanges to show them.
  const probes = await probeCells(job, place, 0.001);
  assert.deepEqual(
    probes.map(({ cell }) => cell),
    ['json', 'fused'],
  );
  for (const { decodeMs, decompressMs } of probes) {
    assert.ok(decodeMs! > 0 && decodeMs! < 5, `${decodeMs}`);
    assert.equal(decompressMs, null);
  }
});

test('of messages the probes take the mean over several', async () => {
  target.asked.length = 0;
  target.instead = answeringMessages(LOG);
  const cell = jsonCell(target.url, { dataset: 'log', shape: 'messages', messages: 250, n: 1 });
  const job = { kind: 'probe', cells: [cell], timeoutMs: 10_000 } as const;
  const [probe] = await probeCells(job, place, 1_000);
  assert.ok(probe!.decodeMs! > 0 && probe!.decodeMs! < 1);
  assert.deepEqual([target.asked.length, probe!.mainBusyMs], [20, undefined]);
  target.asked.length = 0;
  await probeCells({ ...job, heartbeat: true }, place, 1_000);
  const asked = target.asked.map(({ searchParams }) => Number(searchParams.get('message')));
  assert.deepEqual(asked.slice(0, 3), [0, 12, 25]);
  // The exchanges beside a heartbeat come after the twenty, message by message.
  assert.ok(asked.length > 20);
  assert.deepEqual(
    asked.slice(20),
    asked.slice(20).map((_, nth) => nth),
  );
  const alone = { kind: 'probe', cells: [cell], timeoutMs: 10_000, decodeWithinMs: 5 } as const;
  const [{ decodeMs } = { decodeMs: null }] = await probeCells(alone, place, 5);
  assert.ok(decodeMs! > 0 && decodeMs! < 1, `${decodeMs}`);
});
