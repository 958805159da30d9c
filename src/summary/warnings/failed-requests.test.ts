import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import { makeSampleTable, rowAt } from '../../record/sample-table.ts';
import { TOO_LATE } from '../../wire/sample.ts';
import { summarise } from '../summarise.ts';

const { run, rows, probes } = syntheticRecord({ seed: 7, blocks: 10 });

function told(reason: string): readonly string[] {
  const samples = Array.from({ length: rows.length }, (_, at) => rowAt(rows, at)).map((row, at) =>
    at % 5 === 4 && !row.cell.startsWith('empty') ? { ...row, outcome: 'failed' as const, reason } : row,
  );
  const payloads = [{ url: { target: 'node' } }] as unknown as typeof run.study.payloads;
  const { warnings } = summarise(
    { ...run, study: { ...run.study, payloads } },
    makeSampleTable(samples),
    probes,
  );
  return warnings.filter(({ kind }) => kind === 'cell-failed').map(({ what }) => what);
}

test('what a server answered is told by its status, and what was never sent to it as that', () => {
  const [answered, ...more] = told('the target answered 429 to node: Retry-After: 30');
  assert.deepEqual(more, []);
  assert.match(
    answered!,
    /^your server answered 429 to [\d.]+ % of the requests \(\d+ of \d+; Retry-After: 30\): the figures/,
  );
  assert.match(
    told('the target answered 500 to http://127.0.0.1:1/orders?page=1')[0]!,
    /^your server answered 500 to [\d.]+ % of the requests \(\d+ of \d+\): the figures/,
  );
  const by = 'the target answered 429 to http://127.0.0.1:1/exchange?n=1';
  const all = 'the lab does not ask any more: all requests that were agreed to were sent';
  assert.match(
    told(`${by}: ${all}`)[0]!,
    /^[\d.]+ % of the requests to your server were not sent \(\d+ of \d+; the lab does not ask any more: /,
  );
  assert.match(
    told('it was cut off')[0]!,
    /^[\d.]+ % of the requests to your server failed \(.*: it was cut off\)/,
  );
  assert.match(
    told(TOO_LATE)[0]!,
    /^[\d.]+ % of the requests to your server had no whole answer within \d+ s \(\d+ of \d+; a longer timeout/,
  );
  for (const browsers of ['network error', 'Error in input stream', 'terminated'])
    assert.match(
      told(browsers)[0]!,
      new RegExp(`failed \\(.*: its answer broke off in the middle, as the browser says: ${browsers}\\)`),
    );
});
