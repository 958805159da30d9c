// Targets that change their ways after they were verified: each is caught when its session is over, and by
// the check that is there for it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Cheat, startCheating } from '../../../test/support/targets/cheating-target.ts';
import {
  HONEST_EXCHANGES,
  lateCache,
  lateDelay,
  lateLevelOne,
  lateTimes,
} from '../../../test/support/targets/late-cheats.ts';
import type { Clock } from '../../base/clock.ts';
import { seededRandom } from '../../base/random.ts';
import { type ExchangeQuery, exchangePath } from '../../wire/target-contract.ts';
import type { Check } from '../check.ts';
import { httpClient } from '../clients/http-client.ts';
import { sessionChecks } from '../look-again.ts';
import { verifyTarget } from '../verify.ts';

const clock: Clock = { nowMs: () => performance.now(), date: () => new Date() };

const PLAIN: ExchangeQuery = {
  dataset: 'book',
  n: 1_000,
  format: 'json',
  codec: 'JSON.stringify',
  compression: 'none',
  level: null,
  compute: 'none',
  close: false,
  opaque: false,
};
const GZIP = { ...PLAIN, compression: 'gzip', level: 6 };
const COMPUTING = { ...PLAIN, compute: 'cm2' };

/** What is wrong at the end of a session in which so many exchanges of one Book were made. */
async function findingsAfter(
  cheat: Cheat,
  queries: readonly ExchangeQuery[],
  exchanges = HONEST_EXCHANGES,
): Promise<{ first: readonly string[]; again: readonly string[]; requests: number }> {
  const server = await startCheating(cheat, clock);
  const client = httpClient({ targetUrl: server.url, secret: null }, clock, 10_000);
  try {
    const { first, again } = sessionChecks(queries, seededRandom(2));
    const look = async (checks: readonly Check[]) => {
      const options = { mode: 'fast', clock, random: seededRandom(1), dataDir: null, checks } as const;
      const { checks: outcomes, requests } = await verifyTarget(server.url, options);
      const findings = outcomes.flatMap(({ name, findings }) => findings.map((one) => `${name}: ${one}`));
      return { findings, requests };
    };
    const before = await look(first);
    for (const query of queries) {
      for (let serial = 0; serial < exchanges / queries.length; serial++)
        await client.get(exchangePath({ ...query, n: 1 }, serial));
    }
    const after = await look(again);
    return { first: before.findings, again: after.findings, requests: after.requests };
  } finally {
    client.close();
    await server.close();
  }
}

function caught(what: string, cheat: Cheat, queries: readonly ExchangeQuery[], says: RegExp): void {
  test(`${what} after the ${HONEST_EXCHANGES}th exchange is caught when the session is over`, async () => {
    const { first, again } = await findingsAfter(cheat, queries);
    assert.deepEqual(first, []);
    assert.match(again.join('\n'), says);
  });
}

caught(
  'a cached body',
  lateCache(),
  [PLAIN],
  /^unchanged: book n=\d+ json\/JSON\.stringify: (wait|encode) of a request made again .*: something was kept/,
);

caught(
  'a cached body of gzip',
  lateCache(),
  [GZIP],
  /^unchanged: book n=\d+ .* gzip-6: .*: something was kept/,
);

caught(
  'a delay that no phase tells of',
  lateDelay(3),
  [PLAIN],
  /^unchanged: book n=10 json\/JSON\.stringify: the client waits [\d.]+ ms, [\d.]+ ms when the session began: answers are delayed/,
);

caught(
  'a Server-Timing twice too high',
  lateTimes(2),
  [PLAIN],
  /timing-within-wait: book .*: the phases add up to .* but the first byte came after/,
);

caught(
  'a Server-Timing of a tenth',
  lateTimes(0.1),
  [PLAIN],
  /^unchanged: book n=\d+ .*: the client waited .* the phases account for/,
);

caught(
  'level 1 whatever is asked',
  lateLevelOne(),
  [GZIP],
  /^unchanged: book n=\d+ .* gzip-6: level 6 gives .*: this is not the level asked for/,
);

const LEVELS = [1, 6, 9].map((level) => ({ ...GZIP, level }));

caught(
  'level 1 whatever is asked, of a session that asks for level 1 first,',
  lateLevelOne(),
  LEVELS,
  /^unchanged: book n=\d+ .* gzip-9: level \d gives .*: (these are not the levels|this is not the level) asked for/,
);

test('a target that does what it did is found to, in few requests', async () => {
  const { first, again, requests } = await findingsAfter({}, [PLAIN, ...LEVELS, COMPUTING], 300);
  assert.deepEqual(first, []);
  assert.deepEqual(again, []);
  assert.ok(requests < 300, `${requests} requests`);
});

test('a session without exchanges of objects has nothing to look at', () => {
  assert.deepEqual(sessionChecks([], seededRandom(1)), { first: [], again: [] });
});
