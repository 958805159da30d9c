import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestCell } from '../../../test/support/cells/made-cells.ts';
import { syntheticClients } from '../../../test/support/records/synthetic-clients.ts';
import { parseKeep } from '../../study/keep.ts';
import type { Summary } from '../../summary/summary.ts';
import { said } from '../answers/answer.ts';
import { clientsAnswers } from './answers.ts';
import { clientsTables } from './tables.ts';

const clients = syntheticClients(parseKeep('p95=10ms'));
/** Of each mean half is the server's, a quarter the client's, and a quarter nobody's. */
const cells = clients.groups
  .flatMap(({ ways }) => ways.flatMap(({ levels }) => levels))
  .map(({ cell: id, medianMs: mean }) => ({
    id,
    factors: requestCell({}),
    totalMs: { mean },
    phases: { encode: mean / 2, decode: mean / 4, residual: mean / 4 },
    estimated: [],
    batched: [],
    intervals: {},
  }));
const summary = { clients, cells } as unknown as Summary;

test('a table has every way by its clients, with what is lost on the same cores and in one process', () => {
  const [table, bill, ...others] = clientsTables(summary);
  assert.deepEqual(others, []);
  assert.equal(bill!.title, 'The bill by clients at once');
  assert.deepEqual(
    table!.columns.slice(4, 6).map(({ title }) => title),
    ['cores', 'process'],
  );
  assert.match(table!.notes.join('\n'), /on a copy of the target, on the same cores; .* loses both/);
  assert.deepEqual(
    table!.rows.map((row) => row.slice(0, 6)),
    [
      ['json', 'none', '2.00', '4.00', '–', '–'],
      ['', '100, 1/s each', '3.00', '6.00', '0.50', '0.50'],
      ['', '400, 1/s each', '30.00', '60.00', '4.00', '24.00'],
      ['protobuf', 'none', '3.00', '6.00', '–', '–'],
      ['', '100, 1/s each', '3.50', '7.00', '0.20', '0.30'],
      ['', '400, 1/s each', '9.00', '18.00', '2.00', '4.00'],
    ],
  );
  assert.match(
    table!.notes.join('\n'),
    /k6 itself began one request in a hundred 10 ms late, in the session/,
  );
  assert.match(
    table!.notes.join('\n'),
    /json: 2\.00 ms of CPU a request, as a copy took at 100 a second, .* 500 requests a second, 500 clients/,
  );
  assert.match(
    table!.notes.join('\n'),
    /json: by CPU time and rate alone a request waits on average 0\.\d+ to 0\.6\d* ms with 100, 1\/s each \(measured 0\.5\d*\);/,
  );
});

test('sentences tell where the choice flips and how many a limit allows', () => {
  assert.deepEqual(
    clientsAnswers(summary).map(({ question, sentences }) => [question, ...sentences.map(said)]),
    [
      [
        'Where does the choice flip, with more clients?',
        'json is the fastest with 100 clients at once, 1/s each, and protobuf with 400 clients at once, 1/s each',
      ],
      [
        'How many clients keep p95 within 10 ms?',
        'json: surely 100 clients at once, 1/s each; 400 clients at once, 1/s each do not',
        'protobuf: surely 100 clients at once, 1/s each; 400 clients at once, 1/s each do not',
      ],
    ],
  );
});

test('a table has the bill of every way by its clients', () => {
  const [, table] = clientsTables(summary);
  assert.deepEqual(
    table!.columns.map(({ title }) => title),
    ['way', 'clients', 'server ms', 'network ms', 'browser ms', 'client ms', 'residual'],
  );
  assert.deepEqual(table!.rows[0], ['json', 'none', '1.00', '0.00', '0.00', '0.50', '0.50']);
  assert.deepEqual(table!.rows[2], ['', '400, 1/s each', '15.00', '0.00', '0.00', '7.50', '7.50']);
});
