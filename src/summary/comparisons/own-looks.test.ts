// A question whose cells were in no session since a look is not asked again by the looks after it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import { seededRandom } from '../../base/random.ts';
import { levelOfLook } from '../../stats/answers/looks.ts';
import { confidenceInterval, estimateFromSessions } from '../../stats/estimates/estimate.ts';
import { sessionsNeeded } from '../../stats/estimates/sessions-needed.ts';
import { normal } from '../../stats/simulated.ts';
import { type RunTimes, runTimes } from '../samples/cell-times.ts';
import { countedSamples } from '../samples/counted-samples.ts';
import { type Answer, answerAtLooks, type Question } from './answer-at-looks.ts';
import { ratioTerms } from './contrast.ts';
import { looksTaken } from './looks-taken.ts';

const { run, rows } = syntheticRecord({ sessions: 8, blocks: 2 });
const all = runTimes(run, countedSamples(run, rows));
const looks = looksTaken({ ...run, looks: [4, 6] }, []);
const [numerator, denominator] = [...all.cells.keys()] as [string, string];

/** As if a cell had been in these sessions alone. */
function measuredIn(sessions: readonly number[]): RunTimes {
  const found = all.cells.get(numerator)!;
  const logMedians = new Map([...found.logMedians].filter(([session]) => sessions.includes(session)));
  return { ...all, cells: new Map([...all.cells, [numerator, { ...found, logMedians }]]) };
}

function answered(times: RunTimes, alarmedAt: readonly number[] = []): Answer<'open'> {
  const question: Question<'open'> = {
    at: () => ({ times, terms: ratioTerms(numerator, denominator) }),
    isHeldBackAt: ({ rotations }) => alarmedAt.includes(rotations!),
    family: 1,
    judge: () => 'open',
    rank: () => 0,
  };
  return answerAtLooks(looks, [question])[0]!;
}

test('looks that saw nothing new of a question leave it the interval and the level that it had', () => {
  const [always, dropped, returned] = [
    measuredIn([0, 1, 2, 3, 4, 5, 6, 7]),
    measuredIn([0, 1, 2, 3]),
    measuredIn([0, 1, 2, 3, 6, 7]),
  ].map((times) => answered(times)) as [Answer<'open'>, Answer<'open'>, Answer<'open'>];
  const alpha = 1 - run.study.protocol.confidence;
  const told = ({ nth, sessions }: Answer<'open'>) => [nth, sessions];
  assert.deepEqual(told(always), [3, 8]);
  assert.deepEqual(told(dropped), [1, 4]);
  assert.deepEqual(told(returned), [2, 6]);
  assert.equal(always.alpha, levelOfLook(alpha, 3));
  assert.equal(dropped.alpha, levelOfLook(alpha, 1));
  assert.equal(returned.alpha, levelOfLook(alpha, 2));
  const first = answerAtLooks(looks.slice(0, 1), [
    {
      at: () => ({ times: all, terms: ratioTerms(numerator, denominator) }),
      isHeldBackAt: () => false,
      family: 1,
      judge: () => 'open' as const,
      rank: () => 0 as const,
    },
  ])[0]!;
  assert.deepEqual(dropped.interval, first.interval);
});

test('an alarm of a twin is heard by looks that saw nothing new, and its end too', () => {
  const dropped = measuredIn([0, 1, 2, 3]);
  assert.equal(answered(dropped, [8]).isHeldBack, true);
  assert.equal(answered(dropped, [4, 6]).isHeldBack, false);
});

test('a claim that is dropped, and comes back for the sessions that its estimate foresees, misses no more often', () => {
  const random = seededRandom(5);
  const alpha = 0.05;
  const runs = 3_000;
  let missed = 0;
  for (let run = 0; run < runs; run++) {
    const logs = Array.from({ length: 4 }, () => 0.06 * normal(random));
    for (let nth = 1; nth <= 4; nth++) {
      const estimate = estimateFromSessions(logs);
      const level = levelOfLook(alpha, nth);
      const [low, high] = confidenceInterval(estimate, level);
      if (low > 1 || high < 1) missed++;
      if (low > 1 || high < 1) break;
      // As reproduce does: to where it would be told to be beyond the margin, or not beyond it.
      const outlook = {
        sessionVariance: estimate.standardError ** 2 * logs.length,
        ...{ systematicVariance: 0, priorDegreesOfFreedom: 0, comparisons: 1, alpha },
        ...{ looksTaken: nth, finished: logs.length },
      };
      const needed = sessionsNeeded(outlook, Math.abs(estimate.log - Math.log(1.02))) ?? 60;
      while (logs.length < Math.min(60, needed)) logs.push(0.06 * normal(random));
    }
  }
  // Twice the standard error of so many runs above the level.
  assert.ok(missed / runs <= alpha + 2 * Math.sqrt((alpha * (1 - alpha)) / runs), `${missed} of ${runs}`);
});

test('what is known for good gives way to what says more, and to nothing else', () => {
  const verdicts = ['open', 'not replicated', 'opposite'] as const;
  const told = (...atLooks: readonly (0 | 1 | 2)[]) => {
    let now = 0;
    const question: Question<(typeof verdicts)[number]> = {
      at: (look) => {
        now = looks.indexOf(look);
        return { times: all, terms: ratioTerms(numerator, denominator) };
      },
      isHeldBackAt: () => false,
      family: 1,
      judge: () => verdicts[atLooks[now]!]!,
      rank: (verdict) => (verdict === 'open' ? 0 : verdict === 'opposite' ? 3 : 2),
    };
    const { verdict, answeredAt } = answerAtLooks(looks, [question])[0]!;
    return [verdict, answeredAt];
  };
  assert.deepEqual(told(1, 0, 0), ['not replicated', 4]);
  assert.deepEqual(told(1, 2, 0), ['opposite', 6]);
  assert.deepEqual(told(2, 1, 1), ['opposite', 4]);
  assert.deepEqual(told(0, 1, 2), ['opposite', 8]);
});
