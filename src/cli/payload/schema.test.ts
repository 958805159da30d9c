import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fakeHost } from '../../../test/support/host/fake-host.ts';
import { readOutput } from '../../../test/support/outputs/read-output.ts';
import { UserError } from '../../base/errors.ts';
import { grouped } from '../../base/figures/numbers.ts';
import { runCli } from '../program.ts';

const dir = mkdtempSync(join(tmpdir(), 'wirefare-schema-'));
after(() => rmSync(dir, { recursive: true }));

const clock = { nowMs: () => performance.now(), date: () => new Date() };

async function schema(args: readonly string[], stdin: string | null = null) {
  const host = fakeHost(dir, clock, '/no/node', stdin);
  const code = await runCli(['schema', ...args], host);
  return { code, out: host.printed(), err: host.told() };
}

const ORDERS = Array.from({ length: 30 }, (_, i) => ({
  id: i + 1,
  state: ['open', 'paid', null][i % 3],
  'unit price': i / 4,
  at: `2024-01-${String(i + 1).padStart(2, '0')}`,
  ...(i > 3 ? { note: 'x\u001b[31m'.repeat(i) } : {}),
  lines: [{ sku: `s${i}`, count: i }],
  empty: [],
  stock: { 'a/1': i, 'b/2': 2, 'c/3': 3, [`d/${i}`]: 4 },
}));

writeFileSync(join(dir, 'orders.json'), JSON.stringify(ORDERS));

test('the outline shows names, types, ranges, values and what is optional', async () => {
  const { code, out } = await schema(['orders.json']);
  assert.equal(code, 0);
  assert.equal(
    out,
    `orders.json: 30 records, ${grouped(JSON.stringify(ORDERS).length)} bytes

array of Order
  id            integer 1 … 30
  state         "open" | "paid" | null
  "unit price"  double
  at            string (date)
  note?         string
  lines         array of Line
    sku         string
    count       integer 0 … 29
  empty         array, always empty
  stock         map of integer 0 … 29

? is not in every record
`,
  );
});

test('no line of an outline is wider than the terminal, and keys cannot move its cursor', async () => {
  const values = Array.from({ length: 400 }, (_, i) => ({
    state: `state number ${i % 20}`,
    'a\u001b[2Jb': 1,
    deep: { deeper: { deepest: i % 2 ? [{ one: i }] : 'text' } },
  }));
  const { out } = await schema(['-'], JSON.stringify(values));
  for (const line of out.split('\n')) assert.ok(line.length <= 80, line);
  assert.ok(!out.includes('\u001b'));
  assert.match(out, /8 more/);
});

test('--as gives schemas for programs', async () => {
  assert.equal(JSON.parse((await schema(['orders.json', '--as', 'json-schema'])).out).items.title, 'Order');
  assert.match(
    (await schema(['orders.json', '--as', 'proto'])).out,
    /^syntax = "proto3";[\s\S]*message Order \{/,
  );
  assert.equal(JSON.parse((await schema(['orders.json', '--as', 'avro'])).out).items.name, 'Order');
});

test('--json gives all that was found', async () => {
  const { out, err } = await schema(['-', '--json', '--name', 'mine'], 'id,ok\n1,true\n');
  const found = readOutput('schema', out);
  assert.deepEqual(
    [found.name, found.source, found.shape, found.count, found.sourceBytes],
    ['mine', 'standard input', 'list', 1, 13],
  );
  assert.equal(found.schema.root.kind, 'array');
  assert.match(found.notes.join(), /read as numbers: "id"/);
  assert.equal(err, '');
});

test('notes go to stderr, so that stdout is the schema alone', async () => {
  const { out, err } = await schema(['-', '--as', 'json-schema'], 'id,ok\n1,true\n');
  assert.match(err, /^note: read as numbers: "id"/);
  assert.ok(JSON.parse(out));
});

test('all that is wrong with the flags is told at once', async () => {
  await assert.rejects(
    schema(['orders.json', '--from', 'jsn', '--header', 'secret', '--timeout', '5', '--limit', '0MB']),
    (error: UserError) => {
      assert.ok(error instanceof UserError);
      assert.deepEqual(
        error.problems.map(({ file }) => file),
        ['--from', '--header', '--limit', '--timeout'],
      );
      assert.equal(error.problems[0]!.nearest, 'json');
      assert.ok(!error.message.includes('secret'));
      return true;
    },
  );
  await assert.rejects(
    schema(['orders.json', '--as', 'prto', '--from', 'jsn']),
    /--as: unknown language "prto" .*; did you mean proto\?\)\n--from: unknown kind of source "jsn"/,
  );
  await assert.rejects(
    schema(['orders.json', '--as', 'xsd']),
    /--as: unknown language "xsd" \(allowed: json-schema, proto, avro, fbs\)/,
  );
  await assert.rejects(schema(['orders.json', '--as', 'proto', '--json']), UserError);
});

test('interrupted while it waits, it ends with 130', async () => {
  const host = { ...fakeHost(dir, clock), stdin: () => endless() };
  const interruption = new AbortController();
  async function* endless() {
    yield Buffer.from('[1,');
    interruption.abort();
    yield Buffer.from('2');
  }
  assert.equal(await runCli(['schema', '-'], { ...host, interrupted: interruption.signal }), 130);
});

test('--json-of prints the JSON Schema of what a verb prints, by itself', async () => {
  const { out } = await schema(['--json-of', 'sizes']);
  const found = JSON.parse(out);
  assert.equal(found.title, 'wirefare sizes --json');
  assert.ok(found.properties.sizes !== undefined && found.$defs.Summary === undefined);
  const refs = [...out.matchAll(/"#\/\$defs\/([^"]+)"/g)].map(([, name]) => name!);
  assert.ok(refs.length > 0 && refs.every((name) => found.$defs[name] !== undefined));
  const ofFile = JSON.parse((await schema(['--json-of', 'summary.json'])).out);
  assert.ok(ofFile.$defs.CellSummary !== undefined);
});

test('--json-of a name that is none tells the nearest, and stands alone; without it data are needed', async () => {
  await assert.rejects(schema(['--json-of', 'size']), /unknown verb or file "size".*sizes\?/);
  await assert.rejects(schema(['orders.json', '--json-of', 'sizes']), /--json-of.*stands alone/);
  await assert.rejects(schema([]), /of which data\?/);
});
