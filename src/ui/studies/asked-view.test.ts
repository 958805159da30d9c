import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { parseHTML } from 'linkedom';
import { openLabWindow } from '../../../test/support/ui/lab-window.ts';
import { showAsked } from './asked-view.ts';

test('a link leads to what it asks for, and never to the button that starts it', async () => {
  const closeWindow = openLabWindow('/studies');
  const record = {
    name: 'a b',
    title: 'Two formats',
    status: 'interrupted',
    says: '3 of 9 sessions',
    refusal: null,
  };
  const fetched = mock.method(globalThis, 'fetch', async () => Response.json(record));
  try {
    for (const [words, heading] of [
      ['record=a+b', 'Go on with a b'],
      ['record=a+b&mbits=8&rtt=40&n=100', 'Measure 8.00 Mbit/s and 40.0 ms, 100 objects'],
    ] as const) {
      const { document } = parseHTML('<section id="asked" hidden></section>');
      // linkedom knows of no focus.
      const reached: string[] = [];
      const create = document.createElement.bind(document);
      Object.assign(document, {
        createElement(tag: string) {
          const made = create(tag);
          return Object.assign(made, { focus: () => void reached.push(made.textContent!) });
        },
      });
      await showAsked(document, new URLSearchParams(words), () => assert.fail('nothing was started'));
      assert.deepEqual(reached, [heading]);
      assert.equal(document.querySelector('h2')!.getAttribute('tabindex'), '-1');
    }
  } finally {
    fetched.mock.restore();
    closeWindow();
  }
});
