import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import { weightedIndex } from '../../summary/index/weighted-index.ts';
import { parseWeights } from '../../summary/index/weights.ts';
import { summarise } from '../../summary/summarise.ts';
import { markFor } from '../answers/answer.ts';
import { sensitivityAnswers } from './answers.ts';

/** Marks of the answers of all groups, after so many sessions. */
function marksAfter(sessions: number): ReadonlySet<string> {
  const { run, rows, probes } = syntheticRecord({ sessions, blocks: 40, sessionSd: 0.02, blockSd: 0.02 });
  const weights = parseWeights('size=99,encode=1');
  const index = weightedIndex(run, rows, probes, summarise(run, rows, probes), weights, null);
  const sentences = index.groups.flatMap((group) =>
    sensitivityAnswers(group, index, (cell) => cell).flatMap((answer) => answer.sentences),
  );
  return new Set(sentences.map(({ kind, provisional }) => markFor(kind, provisional)));
}

test('whose index is the lowest is provisional with fewer than four sessions, and never has the winner’s mark', () => {
  const whole = marksAfter(6);
  assert.ok(whole.has('decided') && !whole.has('provisional'), [...whole].join());
  const early = marksAfter(3);
  assert.ok(!early.has('decided'), [...early].join());
  assert.ok(early.has('provisional'));
});
