// The real loop of an agent against a real target that begins to lie: the session hears of it, and soon.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { littleSurroundings } from '../../../../test/support/agents/little-surroundings.ts';
import { startCheating } from '../../../../test/support/targets/cheating-target.ts';
import { HONEST_EXCHANGES, lateLiar } from '../../../../test/support/targets/late-cheats.ts';
import { jsonCell } from '../../../../test/support/targets/little-target.ts';
import { loadDataset } from '../../../data/store/store.ts';
import { checkCells } from '../../../exchange/checks/check-cells.ts';
import { KnownAnswers } from '../../../exchange/checks/known-answers.ts';
import { runBlocks } from '../../../exchange/run-blocks.ts';
import { Originals } from '../../../exchange/sequence-cells.ts';
import type { BlockSpec } from '../../../wire/agent-protocol.ts';
import { EMPTY_CELL } from '../../../wire/sample.ts';
import { ComparedAnswers } from './compared-answers.ts';

const clock = { nowMs: () => performance.now(), date: () => new Date() };
/** As a lone cell's: 1 in 27 of its answers is drawn, and 1 in 40 is wrong. */
const EXCHANGES = 27;
/** After so many wrong answers have been passed over, in one run of a thousand. */
const MOST_EXCHANGES = HONEST_EXCHANGES + 40 * EXCHANGES * 7;

test(`one wrong value in forty answers after the ${HONEST_EXCHANGES}th is caught among the compared answers`, async () => {
  const target = await startCheating(lateLiar(), clock);
  try {
    const spec = jsonCell(target.url, { n: 3 });
    const original = async () => loadDataset('book', 3, null);
    const [originals, known] = [new Originals(original), new KnownAnswers(original)];
    const at = littleSurroundings();
    const check = { kind: 'check', cells: [spec], timeoutMs: 5_000 } as const;
    const [checked] = await checkCells(check, at, original, originals, known);
    assert.equal(checked!.difference, null);

    const settings = { seed: 7, agentCompares: true, roughMs: () => 2, targetOf: () => 'node' };
    const compared = new ComparedAnswers(settings, [spec]);
    const visits = [
      { cell: 'json', exchanges: EXCHANGES },
      { cell: EMPTY_CELL, exchanges: 3 },
    ];
    const blocks: BlockSpec[] = Array.from({ length: MOST_EXCHANGES / EXCHANGES }, (_, block) =>
      compared.draw({ block, firstMessage: 0, visits }),
    );
    const job = { kind: 'blocks', cells: [spec], blocks, stopAfterMs: 600_000 } as const;
    let exchanges = 0;
    const running = runBlocks(
      { ...job, postEveryMs: 200, timeoutMs: 5_000 },
      at,
      async (post) => {
        exchanges += post.samples.filter(({ cell }) => cell === 'json').length;
        compared.take(post);
        return { goOn: true };
      },
      originals,
      known,
    );
    await assert.rejects(
      running,
      /^SessionTrouble: a timed answer was wrong, .*: json, exchange \d+ in block \d+: \[0\]\.numInStock: \d+, expected \d+$/,
    );
    assert.ok(exchanges > HONEST_EXCHANGES, `${exchanges} exchanges`);
  } finally {
    await target.close();
  }
});
