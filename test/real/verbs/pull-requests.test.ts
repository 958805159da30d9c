// A repository of our own with a slow pull request, a fast one and a neutral one, gated by bytes.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type PullRequest, repositoryWith } from '../../support/ci/pull-requests.ts';

const repository = repositoryWith(['  budget: 10s', '  rules:', '    - {item: bytes, grows: 2%}']);
after(() => repository.remove());

const EXPECTED: readonly (readonly [PullRequest, number, RegExp])[] = [
  ['slow', 99, /broken/],
  ['fast', 0, /kept/],
  ['neutral', 0, /kept/],
];

for (const [pull, code, says] of EXPECTED) {
  test(`a ${pull} pull request ends its check with ${code}`, () => {
    const { code: own, log, summary, outputs } = repository.play(pull);
    assert.equal(own, code, log);
    assert.equal(outputs.code, String(code));
    assert.match(summary, says);
  });
}
