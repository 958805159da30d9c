import { after, test } from 'node:test';
import { labBench } from '../../support/real/lab-process.ts';
import { assertSurvivesKills } from '../../support/real/survives-kills.ts';

const bench = labBench({ verifiesAnew: true });
after(() => bench.remove());

// test/prove/killed-often.test.ts has more rounds.
test('a lab killed outright at any moment leaves nothing running and a record that is read and resumed', () =>
  assertSurvivesKills(bench, 2, 20_260_101));
