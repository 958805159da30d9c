import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FAKE_VOCABULARY } from '../../../test/support/studies/fake-vocabulary.ts';
import { isSequence } from '../../factors/cell.ts';
import { recordedCell } from '../../factors/recorded-cell.ts';
import { allCells } from '../cells/keep-cells.ts';
import { roughlyMessagesMs } from '../cells/rough-message-times.ts';
import { parseStudy } from '../resolve/load-study.ts';
import type { Study } from '../study.ts';
import { quickened } from './quickened.ts';

function parse(rest: string): Study {
  return parseStudy(`study: s\ntitle: S\nquestion: Q\n${rest}`, 's.yaml', FAKE_VOCABULARY, 5);
}

describe('--quick of messages', () => {
  it('keeps sequences of at most 200, which are the same where they were only longer', () => {
    const { study, notes } = quickened(parse('factors: {transport: [sse, websocket], n: [150, 1000, 2000]}'));
    assert.deepEqual(
      allCells(study)
        .map(recordedCell)
        .map(({ transport, n }) => [transport, n]),
      [
        ['sse', 150],
        ['sse', 200],
        ['websocket', 150],
        ['websocket', 200],
      ],
    );
    assert.deepEqual(notes.slice(1), ['--quick: sequences of 200, 150 messages instead of 2000, 1000, 150']);
  });

  it('keeps the first, the middle and the last size', () => {
    const { study, notes } = quickened(parse('factors: {transport: sse, size: [100, 200, 300, 400, 500]}'));
    assert.deepEqual(
      allCells(study)
        .map(recordedCell)
        .map(({ size }) => size),
      ['100', '300', '500'],
    );
    assert.match(notes[1]!, /2 of 5 cells dropped \(sizes between\)/);
  });

  it('shortens paced sequences further, since they take their time whatever the machine', () => {
    const { study } = quickened(
      parse('factors: {transport: [sse, websocket, stream], mode: [throughput, paced-20], n: 500}'),
    );
    const lengths = new Map(
      allCells(study)
        .map(recordedCell)
        .map(({ mode, n }) => [mode, n]),
    );
    assert.deepEqual(lengths.get('throughput'), 200);
    assert.ok(lengths.get('paced-20')! <= 20, `${lengths.get('paced-20')}`);
  });

  it('fits into its minute, all that every session carries out of every cell', () => {
    const { study } = quickened(
      parse(`factors: {browser: [chromium, firefox]}
parts:
  - {name: a, title: A, factors: {transport: [fetch, xhr, websocket], direction: client-to-server, network: [none, 3g], size: [100, 20kB]}}
  - {name: b, title: B, factors: {transport: [sse, websocket], network: [none, 3g], size: [100, 20kB], mode: [throughput, ping-pong]}}
protocol: {exchangesPerVisit: 1}`),
    );
    const visitMs = allCells(study)
      .filter(isSequence)
      .reduce((sum, cell) => sum + roughlyMessagesMs(cell, study), 0);
    assert.ok(allCells(study).length > 0);
    assert.ok(visitMs * 5 * 4 <= 60_000, `${visitMs}`);
  });

  it('leaves out what it has no time to carry out as often as tells anything', () => {
    const { study, notes } = quickened(
      parse('factors: {transport: sse, size: 1MB, network: [lan, 3g], n: 500}'),
    );
    assert.deepEqual(
      allCells(study).map(({ network, n }) => [network, n]),
      [['lan', 100]],
    );
    assert.match(notes.at(-1)!, /left out, as even short sequences take too long: .* network 3g\)/);
  });

  it('leaves requests beside them as they are', () => {
    const { study } = quickened(
      parse(`parts:
  - {name: a, title: A, factors: {n: [1, 1000, 5000], format: json}}
  - {name: b, title: B, factors: {transport: sse}}`),
    );
    assert.deepEqual(
      allCells(study)
        .map(recordedCell)
        .map(({ n }) => n),
      [1, 1_000, 200],
    );
  });
});
