import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearestPlace, nearestStep, parseState, SLIDER_STEPS, spellState, stepValue } from './state.ts';

test('every step of a slider is found again from its value', () => {
  for (let step = 0; step <= SLIDER_STEPS; step++) assert.equal(nearestStep(stepValue(step)), step);
  assert.deepEqual([stepValue(0), stepValue(80), stepValue(SLIDER_STEPS)], [0.1, 10, 1_000]);
  assert.deepEqual([nearestStep(0.001), nearestStep(1e6)], [0, SLIDER_STEPS]);
  assert.equal(nearestPlace([5, 10, 30, 100], 40), 2);
});

test('an address says where the sliders stand, and another one nothing', () => {
  for (const group of [0, 1]) {
    const state = { group, mbits: 5.01, rttMs: 28.2, n: 1_000 };
    assert.deepEqual(parseState(spellState(state), 2), state);
  }
  for (const hash of [
    '',
    '#cells',
    '#mbits=5&rtt=28',
    '#mbits=-1&rtt=1&n=10',
    '#group=7&mbits=5&rtt=2&n=3',
  ]) {
    assert.equal(parseState(hash, 2), null, hash);
  }
});
