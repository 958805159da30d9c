// A repository of our own with a slow pull request, a fast one and a neutral one, gated by what users wait
// for.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { repositoryWith } from '../support/ci/pull-requests.ts';

const repository = repositoryWith([
  '  budget: 40s',
  '  rules:',
  '    - {item: total, slower: 15%}',
  '    - {item: bytes, grows: 2%}',
]);
after(() => repository.remove());

test('a slow pull request breaks both rules, at the lines that they stand in', () => {
  const { code, log } = repository.play('slow');
  assert.equal(code, 99, log);
  assert.match(log, /::error file=gate\.yaml,line=6,.*broken.*total/);
  assert.match(log, /::error file=gate\.yaml,line=7,.*broken.*bytes/);
});

for (const pull of ['fast', 'neutral'] as const)
  test(`a ${pull} pull request keeps them`, () => {
    const { code, log } = repository.play(pull);
    assert.equal(code, 0, log);
  });
