import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  decimalsFor,
  grouped,
  groupedUnlessWhole,
  percent,
  roundToDecimals,
  roundToDigits,
  shortFigure,
  shortNumber,
  shortPercent,
  threeDigits,
} from './numbers.ts';

test('figures are grouped by thousands', () => {
  assert.equal(grouped(0), '0');
  assert.equal(grouped(999), '999');
  assert.equal(grouped(1000), '1 000');
  assert.equal(grouped(1234567.891, 2), '1 234 567.89');
  assert.equal(grouped(-12345), '−12 345');
  assert.equal(grouped(-0.0001, 2), '0.00');
});

test('the smallest figure of a column keeps three digits, and no column more than three decimals', () => {
  assert.equal(decimalsFor([0.912, 25]), 3);
  assert.equal(decimalsFor([4.75, 25]), 2);
  assert.equal(decimalsFor([12.3, 900]), 1);
  assert.equal(decimalsFor([121.4]), 0);
  assert.equal(decimalsFor([0.0001]), 3);
  assert.equal(decimalsFor([]), 1);
  assert.equal(decimalsFor([0, 3]), 2);
});

test('shares are percent, with a decimal where they are small', () => {
  assert.equal(percent(0.0061), '0.6 %');
  assert.equal(percent(0.914), '91 %');
});

test('figures are rounded to digits or to decimals, without the noise of binary fractions', () => {
  assert.equal(roundToDigits(0.1 + 0.2, 6), 0.3);
  assert.equal(roundToDecimals(1.23456, 3), 1.235);
  assert.equal(shortNumber(1500.00001, 6), '1500');
  assert.deepEqual([0.28123, 99.96, 1234.5].map(shortFigure), ['0.281', '100', '1235']);
  assert.equal(shortPercent(0.0711), '7.11 %');
  assert.equal(threeDigits(-0.28), '−0.280');
  assert.equal(groupedUnlessWhole(2_500, 1), '2 500');
  assert.equal(groupedUnlessWhole(0.5, 1), '0.5');
});
