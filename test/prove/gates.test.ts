import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gatesAsked, runGates } from '../../bench/parts/gates.ts';

// Whole gates in Chromium under `slower: 1%`: of a target beside itself, where every broken one is a false
// alarm, and beside a copy of which every exchange takes 5 % longer. WIREFARE_GATES says how many of the
// former; half as many are slowed, and may take WIREFARE_SLOWED_BUDGET each. Forty, and twenty of four
// minutes, take 160 minutes at most, less where gates are decided before.

const asked = gatesAsked();

test(`of ${asked.same} gates of the same at most 1 in 20 breaks, and of slowed ones 9 in 10 do`, (t) => {
  const { same, slowed } = runGates(asked, (line) => t.diagnostic(line.trim()));
  assert.equal(same.length, asked.same);
  assert.equal(slowed.length, Math.ceil(asked.same / 2));
  const broken = (gates: typeof same) => gates.filter(({ outcome }) => outcome === 'broken').length;
  const [falseAlarms, seen] = [broken(same), broken(slowed)];
  const [most, least] = [Math.floor(same.length / 20), Math.ceil(0.9 * slowed.length)];
  const inAll = [...same, ...slowed].filter(({ isBytesKept }) => !isBytesKept).length;
  const says = `${falseAlarms} false alarms of ${same.length}, ${seen} of ${slowed.length} slowed ones seen`;
  t.diagnostic(says);
  assert.ok(falseAlarms <= most, `${says}: at most ${most} may be false`);
  assert.ok(seen >= least, `${says}: at least ${least} are to be seen`);
  assert.equal(inAll, 0, 'bytes are the same in all');
});
