import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHTML } from 'linkedom';
import { DrawsWhileRead, redrawn } from './redrawn.ts';

/** A body with rows of these records, whoever is at `focused` of it, and what gets focus later. */
function bench(records: readonly string[], focused: string) {
  const { document } = parseHTML('<table><tbody></tbody></table><input id="search">');
  const reached: string[] = [];
  const rows = (names: readonly string[]) =>
    names.map((name) => {
      const row = document.createElement('tr');
      row.setAttribute('data-record', name);
      row.innerHTML = `<td><a href="/made/${name}">it</a><button aria-label="Tags ${name}">Tags</button><button>fast</button></td>`;
      for (const control of row.querySelectorAll('a, button'))
        Object.assign(control, { focus: () => reached.push(`${name}: ${control.textContent}`) });
      return row as unknown as Element;
    });
  const body = document.querySelector('tbody') as unknown as Element;
  body.replaceChildren(...rows(records));
  // linkedom knows of no focus.
  Object.defineProperty(document, 'activeElement', { value: document.querySelector(focused) });
  return { body, rows, reached };
}

test('whoever is at a control is at the same one of the same record afterwards, wherever that stands', () => {
  for (const [focused, reachedThen] of [
    ['[data-record=two] [aria-label]', 'two: Tags'],
    ['[data-record=two] a', 'two: it'],
    ['[data-record=two] button + button', 'two: fast'],
  ] as const) {
    const { body, rows, reached } = bench(['one', 'two'], focused);
    redrawn(body, rows(['new', 'one', 'two']));
    assert.deepEqual(reached, [reachedThen]);
    assert.equal(body.childElementCount, 3);
  }
});

test('whoever is elsewhere, or at a record that is gone, is led nowhere', () => {
  const searching = bench(['one'], '#search');
  redrawn(searching.body, searching.rows(['one']));
  assert.deepEqual(searching.reached, []);
  const gone = bench(['one', 'two'], '[data-record=one] a');
  redrawn(gone.body, gone.rows(['two']));
  assert.deepEqual(gone.reached, []);
});

test('a list that comes fast is drawn when it is whole, one that takes longer once before, a slow one every 400 ms', () => {
  let nowMs = 0;
  const drawnOf = (stepMs: number) => {
    const draws = new DrawsWhileRead(() => nowMs);
    return Array.from({ length: 500 }, (_, i) => i + 1).filter((count) => {
      nowMs += stepMs;
      return draws.isDue(count);
    });
  };
  assert.deepEqual(drawnOf(0.2), []);
  assert.deepEqual(drawnOf(0.5), [300]);
  assert.deepEqual(drawnOf(4), [60, 160, 260, 360, 460]);
});

test('a long list is drawn as soon as all are there, a short one that is read slowly as far as it is', () => {
  let nowMs = 0;
  const long = new DrawsWhileRead(() => nowMs);
  assert.equal(long.isDue(60), false);
  nowMs += 150;
  assert.deepEqual([long.isDue(60), long.isDue(500), long.isDue(500, true)], [true, false, true]);
  const short = new DrawsWhileRead(() => nowMs);
  assert.deepEqual([short.isDue(3), short.isDue(3, true)], [false, false]);
  nowMs += 400;
  assert.deepEqual([short.isDue(3), short.isDue(3)], [true, false]);
});
