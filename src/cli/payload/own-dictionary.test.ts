// Whole runs with an answer from before as dictionary, in one process: Node, as it comes, keeps none.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fakeHost } from '../../../test/support/host/fake-host.ts';
import { inProcessDrivers } from '../../../test/support/host/in-process-drivers.ts';
import { UserError } from '../../base/errors.ts';
import type { Recorded } from '../../factors/recorded-cell.ts';
import { recordedCell } from '../../factors/recorded-cell.ts';
import type { RunFile } from '../../record/record.ts';
import { advise } from '../advise/advise.ts';
import { run } from '../run/run.ts';
import { planStudy } from '../study/study-options.ts';

const clock = { nowMs: () => performance.now(), date: () => new Date() };
const dir = mkdtempSync(join(tmpdir(), 'wirefare-own-dictionary-'));
after(() => rmSync(dir, { recursive: true }));

const orders = (day: number) =>
  Array.from({ length: 60 }, (_, i) => ({
    id: 1_000 + i,
    customer: `Person ${(i * 7_919) % 1_000}`,
    stock: (i * day) % 13,
    ...(day === 1 && i === 0 ? { note: 'only then' } : {}),
  }));
writeFileSync(join(dir, 'yesterday.json'), JSON.stringify(orders(1)));
writeFileSync(join(dir, 'today.json'), JSON.stringify(orders(2)));
writeFileSync(join(dir, 'copy.json'), JSON.stringify(orders(2), null, 1));

const PROTOCOL = 'protocol: {sessions: 1, budget: 6s, warmup: 0s}';

function study(name: string, dataset: string): string {
  const factors = `{dataset: ${dataset}, n: 60, format: [json, protobuf], compression: [gzip, dcz], browser: node}`;
  const text = `study: ${name}\ntitle: T\nquestion: Q\nfactors: ${factors}\n${PROTOCOL}\n`;
  writeFileSync(join(dir, `${name}.yaml`), text);
  return `${name}.yaml`;
}

async function ran(name: string, dataset: string): Promise<Recorded<RunFile>> {
  const host = fakeHost(dir, clock);
  const code = await run(study(name, dataset), { out: name }, host, inProcessDrivers({}, clock));
  assert.equal(code, 0, host.told());
  return JSON.parse(readFileSync(join(dir, name, 'run.json'), 'utf8')) as Recorded<RunFile>;
}

test('a client that does not offer dcz is not measured with it, and the record says what it offers', async () => {
  const { study: asked, sessions } = await ran('kept', '{file: today.json, dictionary: yesterday.json}');
  assert.equal(asked.payloads[0]!.dictionary, 'yesterday.json');
  const { root } = asked.payloads[0]!.schema;
  assert.ok(root.kind === 'array' && root.items.kind === 'record');
  assert.deepEqual(
    root.items.fields.map(({ name, optional }) => [name, optional]),
    [
      ['id', false],
      ['customer', false],
      ['stock', false],
      ['note', true],
    ],
  );
  const [{ dropped, checks, target }] = sessions as [Recorded<RunFile>['sessions'][0]];
  assert.deepEqual(dropped.map(({ cell }) => cell).toSorted(), ['json dcz-3', 'protobuf dcz-3']);
  for (const { reason } of dropped)
    assert.match(reason, /^the client does not offer dcz over http1 at 127\.0\.0\.1, only [a-z, ]+$/);
  const good = checks.filter(({ difference }) => difference === null).map(({ cell }) => cell);
  assert.deepEqual(good.filter((cell) => !cell.includes('twin')).toSorted(), [
    'json gzip-6',
    'protobuf gzip-6',
  ]);
  assert.deepEqual(Object.keys(target!.about.features.payloads![0]!.dictionary!), ['dcz']);
});

test('without an answer from before dcz is planned and skipped with the reason', async () => {
  for (const [name, dataset] of [
    ['alone', '{file: today.json}'],
    ['generated', 'book'],
  ] as const) {
    const file = study(name, dataset);
    const { plan } = await planStudy(file, {}, fakeHost(dir, clock), inProcessDrivers({}, clock));
    const skipped = plan.cells.filter(({ skip }) => skip !== null);
    assert.deepEqual(
      skipped.map(({ factors }) => [factors.format, recordedCell(factors).compression]),
      [
        ['json', 'dcz-3'],
        ['protobuf', 'dcz-3'],
      ],
    );
    for (const { skip } of skipped) assert.match(skip!, /^dcz needs a dictionary: .*dictionary: …\}$/);
  }
});

function refused(what: RegExp) {
  return (thrown: unknown) => {
    assert.ok(thrown instanceof UserError, String(thrown));
    assert.match(thrown.problems.map((each) => each.what).join('\n'), what);
    return true;
  };
}

test('the data themselves as their dictionary are refused, in a study and by a flag', async () => {
  const host = fakeHost(dir, clock);
  const drivers = inProcessDrivers({}, clock);
  const file = study('copied', '{file: today.json, dictionary: copy.json}');
  await assert.rejects(run(file, {}, host, drivers), refused(/copy\.json holds the same data/));
  await assert.rejects(
    advise(['today.json'], { dictionary: 'copy.json' }, host, drivers),
    refused(/copy\.json holds the same data as today\.json/),
  );
  const both = { dictionary: 'yesterday.json', schema: 'own.proto' };
  await assert.rejects(advise(['today.json'], both, host, drivers), refused(/not with --schema/));
});
