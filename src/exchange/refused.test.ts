import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AS_IT_COMES } from '../factors/compression.ts';
import { sayFailure } from './refused.ts';

/** What this engine says of a text that is none. */
function thrownBy(text: string): unknown {
  try {
    return assert.fail(String(JSON.parse(text)));
  } catch (thrown) {
    return thrown;
  }
}

test('nothing of what a URL answered is told where it is no JSON, whoever read it', () => {
  const texts = [
    'hidden',
    'hidden and more than twenty letters',
    '["hidden',
    '[1]hidden',
    '{hidden}',
    '["\n"]',
  ];
  const others = ['JSON.parse: unexpected character at line 1', 'JSON Parse error: Unexpected "hidden"'];
  for (const thrown of [...texts.map(thrownBy), ...others.map((message) => new Error(message))])
    assert.equal(sayFailure(thrown, AS_IT_COMES.coding), 'what came is no JSON', String(thrown));
});

test('of a target what it answered helps to mend it, and other failures stay as they are', () => {
  assert.match(sayFailure(thrownBy('oops'), 'gzip'), /oops/);
  assert.match(sayFailure(thrownBy('oops'), undefined), /oops/);
  const refused = new Error('the target answered 500 to http://x/is/JSON: no');
  assert.equal(sayFailure(refused, AS_IT_COMES.coding), refused.message);
});
