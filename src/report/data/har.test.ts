import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import test from 'node:test';
import { Ajv } from 'ajv';
import {
  hostileInput,
  messagesInput,
  rendered,
  syntheticInput,
} from '../../../test/support/reports/records.ts';
import type { Protocol } from '../../factors/protocol.ts';
import { rowAt } from '../../record/sample-table.ts';
import { harReport } from './har.ts';

interface Entry {
  readonly pageref: string;
  readonly startedDateTime: string;
  readonly time: number;
  readonly request: {
    method: string;
    url: string;
    httpVersion: string;
    queryString: { name: string; value: string }[];
  };
  readonly response: { status: number; httpVersion: string; bodySize: number; content: { size: number } };
  readonly timings: Readonly<Record<string, number>>;
  readonly _wirefare: { readonly cell: string; readonly totalMs: number };
}

interface Log {
  readonly version: string;
  readonly pages: readonly { readonly id: string }[];
  readonly entries: readonly Entry[];
}

async function logOf(input: Parameters<typeof harReport.render>[0]): Promise<Log> {
  const har = JSON.parse((await rendered(harReport, input)).toString());
  assert.ok(isHar(har), JSON.stringify(isHar.errors));
  return har.log;
}

/** By the schemas that somebody else made of the specification. */
const isHar = harValidator();

function harValidator() {
  const require = createRequire(import.meta.url);
  const draft06 = require.resolve('ajv/dist/refs/json-schema-draft-06.json');
  const ajv = new Ajv({ strict: false, allErrors: true });
  ajv.addMetaSchema(JSON.parse(readFileSync(draft06, 'utf8')));
  // Dates stand there as patterns too, and URLs are read below.
  for (const format of ['date-time', 'uri', 'ipv4', 'ipv6']) ajv.addFormat(format, true);
  ajv.addSchema(Object.values<object>(require('har-schema')));
  return ajv.getSchema('har.json#')!;
}

test('the independent schemas of HAR refuse what lacks a member', async () => {
  const har = JSON.parse((await rendered(harReport, syntheticInput({ sessions: 1, blocks: 3 }))).toString());
  delete har.log.entries[0].timings.wait;
  assert.equal(isHar(har), false);
  assert.match(JSON.stringify(isHar.errors), /\/log\/entries\/0\/timings.*wait/);
});

/** What HAR 1.2 says of every entry. */
function assertEntry(
  { pageref, startedDateTime, time, request, response, timings }: Entry,
  pages: Set<string>,
) {
  assert.ok(pages.has(pageref));
  assert.ok(!Number.isNaN(Date.parse(startedDateTime)));
  const url = new URL(request.url);
  assert.deepEqual(
    [...url.searchParams],
    request.queryString.map(({ name, value }) => [name, value]),
  );
  const { blocked, dns, connect, ssl, send, wait, receive } = timings as Record<string, number>;
  for (const each of [send, wait, receive]) assert.ok(each! >= 0);
  for (const each of [blocked, dns, connect, ssl]) assert.ok(each! >= 0 || each === -1);
  const sum = [blocked, dns, connect, send, wait, receive].reduce<number>(
    (all, each) => all + Math.max(0, each!),
    0,
  );
  assert.ok(Math.abs(time - sum) < 1e-9, `${time} ${sum}`);
  assert.ok(response.bodySize >= -1 && response.content.size >= 0);
}

test('every sample is an entry of HAR 1.2, on the page of its session, with all that was posted', async () => {
  const input = syntheticInput({ sessions: 2, blocks: 4 });
  const { version, pages, entries } = await logOf(input);
  assert.equal(version, '1.2');
  assert.equal(pages.length, 2);
  assert.equal(entries.length, input.samples.length);
  const ids = new Set(pages.map(({ id }) => id));
  for (const entry of entries) assertEntry(entry, ids);
  entries.forEach((entry, row) => {
    assert.deepEqual(entry._wirefare, JSON.parse(JSON.stringify(rowAt(input.samples, row))));
  });
});

test('addresses tell cells apart, and only by what varies', async () => {
  const { entries } = await logOf(syntheticInput({ sessions: 1, blocks: 4 }));
  const cells = Map.groupBy(entries, ({ _wirefare }) => _wirefare.cell);
  const urls = [...cells.values()].map((members) => [...new Set(members.map(({ request }) => request.url))]);
  for (const each of urls) assert.equal(each.length, 1);
  assert.ok(new Set(urls.flat()).size > 1);
  for (const { request } of entries) assert.doesNotMatch(request.url, /procedure=/);
});

test('every protocol has its version in requests and answers', async () => {
  const input = syntheticInput({ sessions: 1, blocks: 3 });
  const versions = async (protocol: Protocol) => {
    const cells = input.run.plan.cells.map((cell) => ({ ...cell, factors: { ...cell.factors, protocol } }));
    const run = { ...input.run, plan: { ...input.run.plan, cells } };
    const known = new Set(cells.map(({ id }) => id));
    const { entries } = await logOf({ ...input, run });
    const own = entries.filter(({ _wirefare: { cell } }) => known.has(cell));
    return [...new Set(own.flatMap(({ request, response }) => [request.httpVersion, response.httpVersion]))];
  };
  assert.deepEqual(await versions('https1'), ['HTTP/1.1']);
  assert.deepEqual(await versions('h2'), ['HTTP/2']);
  assert.deepEqual(await versions('h3'), ['HTTP/3']);
});

test('names with quotes and markup stay text, and sequences of messages are no entries', async () => {
  const { entries } = await logOf(hostileInput());
  assert.ok(entries.length > 0);
  assert.ok(
    (await logOf(messagesInput())).entries.every(({ _wirefare }) => _wirefare.cell.startsWith('empty')),
  );
});
