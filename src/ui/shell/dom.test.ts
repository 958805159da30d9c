import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHTML } from 'linkedom';
import { linked } from './dom.ts';

test('an address in a text becomes a link to it, and nothing else becomes markup', () => {
  const { document } = parseHTML('<p></p>');
  const place = document.querySelector('p')!;
  place.append(...linked(document, 'open https://127.0.0.1:1234/about in <b>this</b> browser, then'));
  assert.equal(place.textContent, 'open https://127.0.0.1:1234/about in <b>this</b> browser, then');
  assert.deepEqual(
    [...place.children].map((each) => [each.tagName, each.getAttribute('href')]),
    [['A', 'https://127.0.0.1:1234/about']],
  );
  assert.deepEqual(linked(document, 'over h3 only'), ['over h3 only']);
  assert.deepEqual(linked(document, 'javascript:alert(1)'), ['javascript:alert(1)']);
});
