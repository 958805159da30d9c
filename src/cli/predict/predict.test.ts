import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fakeHost } from '../../../test/support/host/fake-host.ts';
import { readOutput } from '../../../test/support/outputs/read-output.ts';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import { NOT_BROTLI, withBrotli } from '../../../test/support/records/with-brotli.ts';
import { FakeClock } from '../../base/clock.ts';
import { UserError } from '../../base/errors.ts';
import { recordedJson } from '../../factors/recorded-cell.ts';
import type { RunFile } from '../../record/record.ts';
import { rowAt } from '../../record/sample-table.ts';
import { MARKS } from '../../report/answers/answer.ts';
import { runCli } from '../program.ts';

const dir = mkdtempSync(join(tmpdir(), 'wirefare-predict-'));
after(() => rmSync(dir, { recursive: true, force: true }));

function writeRecord(name: string, sessions: number, change: (run: RunFile) => RunFile = (run) => run): void {
  const { run, rows, probes } = syntheticRecord({ sessions, blocks: 6 });
  const lines = (values: readonly unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');
  mkdirSync(join(dir, name));
  writeFileSync(join(dir, name, 'run.json'), recordedJson(change(run), 0));
  const samples = Array.from({ length: rows.length }, (_, row) => rowAt(rows, row));
  writeFileSync(join(dir, name, 'samples.ndjson'), lines(samples));
  writeFileSync(join(dir, name, 'probes.ndjson'), lines(probes));
}
writeRecord('run', 4);
writeRecord('short', 1);
writeRecord('brotli', 4, withBrotli);
writeRecord('elsewhere', 4, (run) => ({ ...run, host: { ...run.host, cpu: 'another CPU' } }));

async function predict(...words: string[]): Promise<string> {
  const host = fakeHost(dir, new FakeClock());
  assert.equal(await runCli(['predict', ...words], host), 0);
  return host.printed();
}

async function refused(...words: string[]): Promise<string> {
  try {
    await predict(...words);
  } catch (thrown) {
    assert.ok(thrown instanceof UserError, String(thrown));
    return thrown.message;
  }
  return assert.fail('nothing was refused');
}

interface Told {
  readonly predictions: readonly {
    readonly factors: {
      readonly format: string;
      readonly compression: string;
      readonly n: number;
      readonly network: string;
    };
    readonly totalMs: { readonly mean: number; readonly interval: readonly [number, number] };
    readonly items: Readonly<Record<string, number>>;
    readonly range: string;
  }[];
  readonly refused: readonly { readonly reason: string }[];
}

test('each way stands with its total and interval, over each network', async () => {
  const text = await predict('run', '--n', '500');
  assert.match(text, /500 objects: predicted ms/);
  assert.match(text, /way +none +cable +4g +3g/);
  assert.match(text, /json .*±\d+ %[~»]/);
  // Which means another thing in every report.
  assert.ok(!text.includes(MARKS.within));
  assert.ok(text.split('\n').every((line) => line.length <= 80));
});

test('one number of objects over one network is told with its bill', async () => {
  const text = await predict('run', '--n', '500', '--down', '20mbit', '--rtt', '40ms');
  assert.match(text, /500 objects over 20\/20 Mbit\/s, 40 ms.*: predicted ms/);
  assert.match(text, /total .*encode .*network .*decode/);
});

test('--json has the items, which add up, the interval, and where it lies to what was measured', async () => {
  const { predictions } = readOutput(
    'predict',
    await predict('run', '--n', '500,1000', '--network', 'none,4g', '--only', 'format=json', '--json'),
  ) as Told;
  assert.deepEqual([...new Set(predictions.map(({ factors }) => factors.format))], ['json']);
  for (const { totalMs, items, range, factors } of predictions) {
    const sum = Object.values(items).reduce((total, ms) => total + ms, 0);
    assert.ok(Math.abs(sum - totalMs.mean) < 1e-9);
    assert.ok(totalMs.interval[0] < totalMs.mean && totalMs.mean < totalMs.interval[1]);
    const place = factors.network === '4g' ? 'outside' : factors.n === 500 ? 'inside' : 'measured';
    assert.equal(range, place);
  }
});

test('over a network nothing is predicted that its browser asks for on loopback alone', async () => {
  const { predictions, refused: left } = readOutput(
    'predict',
    await predict('brotli', '--n', '1000', '--network', 'none,4g', '--only', 'format=xml', '--json'),
  ) as Told;
  const sent = predictions.map(({ factors }) => `${factors.compression} ${factors.network}`);
  assert.deepEqual(sent.toSorted(), ['br-5 none', 'none 4g', 'none none']);
  assert.deepEqual(
    left.map(({ reason }) => reason),
    [NOT_BROTLI],
  );
});

test('what lies beyond the record is refused with the reason, and what would measure it', async () => {
  const text = await predict('run', '--n', '1000000000');
  assert.match(text, /Refused \d+ predictions:/);
  assert.match(text, /measured were \d+ to \d+ objects/);
  assert.match(text, /wirefare run/);
});

test('everything wrong is told at once', async () => {
  const flags = ['--n', '0,x', '--network', 'fast', '--rtt', '5ms', '--reuse', '-1', '--only', 'format=jsno'];
  const message = await refused('run', 'gone', ...flags);
  for (const part of ['"0"', '"x"', 'fast', '--rtt: is of a network', '--reuse', 'jsno', 'gone'])
    assert.ok(message.includes(part), `${part} in ${message}`);
  assert.match(await refused('run', '--down', '0mbit'), /--down: "0mbit" is not a rate such as 20mbit/);
});

test('one session, and records of two machines, are no ground', async () => {
  assert.match(await refused('short'), /one complete session alone/);
  assert.match(await refused('run', 'elsewhere'), /elsewhere: was measured on another machine than run/);
  assert.match(await predict('run', '--n', '500'), /json/);
});
