import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isForTime, noTimeFor, whySkipped } from './leave-out.ts';

test('what a prolonged run left out is told by the budget that it had in the end', () => {
  const skip = noTimeFor(387_000);
  assert.equal(skip, 'the budget of 6.45 min has no time for it');
  assert.equal(whySkipped({ skip }, 630_000), 'the budget of 10.5 min has no time for it');
  assert.equal(
    whySkipped({ skip: `${skip}; it takes about --budget 2m` }, 630_000),
    'the budget of 10.5 min has no time for it; it takes about --budget 2m',
  );
  assert.equal(whySkipped({ skip: 'needs the link: none' }, 630_000), 'needs the link: none');
  assert.equal(whySkipped({ skip: null }, 630_000), null);
  assert.deepEqual(
    [skip, 'needs the link: none', null].map((reason) => isForTime({ skip: reason })),
    [true, false, false],
  );
});
