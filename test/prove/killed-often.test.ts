import { after, test } from 'node:test';
import { labBench } from '../support/real/lab-process.ts';
import { assertSurvivesKills } from '../support/real/survives-kills.ts';

const bench = labBench({ verifiesAnew: true });
after(() => bench.remove());

test('a lab killed outright at twenty moments leaves nothing running and a record that is read and resumed', () =>
  assertSurvivesKills(bench, 20, 20_261_122));
