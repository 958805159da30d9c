import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FAKE_VOCABULARY } from '../../../test/support/studies/fake-vocabulary.ts';
import { withSettings } from '../change/with-settings.ts';
import { parseStudy } from '../resolve/load-study.ts';
import type { Study } from '../study.ts';
import { allCells } from './keep-cells.ts';

function studyOf(factors: string, budget: string): Study {
  const head = 'study: mine\ntitle: Mine\nquestion: Which?\n';
  const text = `${head}factors: ${factors}\nprotocol: {budget: ${budget}}\n`;
  return parseStudy(text, 'f', FAKE_VOCABULARY, 77);
}

function numbers(study: Study): number[] {
  return allCells(study).map(({ n }) => n);
}

test('how many messages a paced sequence has follows from its rate and the budget', () => {
  // 0.5 · 60 s / 20 sequences of two cells: 0.75 s each.
  const twoCells = '{transport: [sse, websocket], direction: server-to-client, mode: paced-20}';
  assert.deepEqual(numbers(studyOf(twoCells, '60s')), [15, 15]);
  assert.deepEqual(numbers(studyOf(twoCells, '120s')), [30, 30]);
  assert.deepEqual(numbers(studyOf(twoCells, '10h')), [100, 100], 'no sequence is planned longer than 5 s');
  assert.deepEqual(numbers(studyOf('{transport: xhr, mode: paced-0.1}', '60s')), [5], 'and none is too few');
  assert.deepEqual(numbers(studyOf('{transport: xhr, mode: paced-5000}', '10h')), [1_000]);
});

test('what is said stays, and what goes as fast as it can has a thousand', () => {
  assert.deepEqual(numbers(studyOf('{transport: xhr, mode: paced-20, n: 300}', '60s')), [300]);
  assert.deepEqual(
    numbers(studyOf('{transport: xhr, mode: [throughput, ping-pong]}', '60s')),
    [1_000, 1_000],
  );
});

test('another budget from the command line gives another number', () => {
  const study = studyOf('{transport: xhr, mode: paced-20}', '60s');
  const { study: longer } = withSettings(study, { budgetMs: 90_000 }, FAKE_VOCABULARY);
  assert.deepEqual([numbers(study), numbers(longer)], [[30], [45]]);
});
