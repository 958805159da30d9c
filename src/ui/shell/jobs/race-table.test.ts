import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHTML } from 'linkedom';
import type { RaceCell } from '../../jobs/snapshot.ts';
import { raceTable } from './race-table.ts';

const cell = (
  id: string,
  medianMs: number,
  interval: readonly [number, number],
  isOut = false,
  before: RaceCell['before'] = null,
): RaceCell => ({
  ...{ id, network: 'none', medianMs, interval, before, isOut },
});
/** As a cell of one session has it. */
const UNKNOWN = [0, Number.MAX_VALUE] as const;

function drawn(...cells: readonly RaceCell[]) {
  const { document } = parseHTML('<main></main>');
  const table = raceTable(document, 'none', cells);
  return [...table.querySelectorAll('tbody tr')].map((row) => {
    const at = (selector: string, name: string) => {
      const rect = row.querySelector(selector);
      return rect === null ? null : Math.round(Number(rect.getAttribute(name)));
    };
    return {
      name: row.querySelector('th')!.textContent,
      within: row.querySelector('.soft.num')!.textContent,
      reach: [at('.reach', 'x'), at('.reach', 'width')],
      middle: at('.middle', 'x'),
    };
  });
}

test('intervals are drawn on one scale, and a way that left the race says so', () => {
  assert.deepEqual(drawn(cell('json', 5, [4, 6]), cell('csv', 8, [6, 10], true)), [
    { name: 'json', within: '[4.00, 6.00]', reach: [80, 40], middle: 100 },
    { name: 'csv left the race', within: '[6.00, 10.0]', reach: [120, 80], middle: 160 },
  ]);
});

test('an interval that nobody knows is unknown, and takes nothing from the others', () => {
  assert.deepEqual(drawn(cell('json', 5, [4, 10]), cell('csv', 8, UNKNOWN)), [
    { name: 'json', within: '[4.00, 10.0]', reach: [80, 120], middle: 100 },
    { name: 'csv', within: 'unknown', reach: [null, null], middle: 160 },
  ]);
  const [one, other] = drawn(cell('json', 5, UNKNOWN), cell('csv', 10, UNKNOWN));
  assert.deepEqual([one!.middle, other!.middle], [99, 198], 'the longest is seen too');
});

test('the interval of the look before is drawn behind, no further than the scale, and told', () => {
  const { document } = parseHTML('<main></main>');
  const cells = [cell('json', 5, [4, 10], false, [2, 40]), cell('csv', 8, [6, 9], false, [6, 9])];
  const [json, csv] = raceTable(document, 'none', cells).querySelectorAll('tbody tr');
  const former = json!.querySelector('.former')!;
  assert.deepEqual([former.getAttribute('x'), former.getAttribute('width')], ['40', '160']);
  assert.equal(json!.querySelector('.soft.num')!.textContent, '[4.00, 10.0] was [2.00, 40.0]');
  assert.equal(csv!.querySelector('.soft.num')!.textContent, '[6.00, 9.00]', 'it has not moved');
  const [fresh] = raceTable(document, 'none', [cell('json', 5, [4, 6], false, UNKNOWN)]).querySelectorAll(
    'tr td',
  );
  assert.equal(fresh!.parentElement!.querySelector('.former'), null);
});
