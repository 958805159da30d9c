import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moneyDecimals, sayMoney } from './money.ts';

test('an amount has two decimals, and more where two digits take more', () => {
  assert.deepEqual(
    [12.3, 0.5, 0.0214, 0.000214].map((value) => sayMoney(value, null)),
    ['12.30', '0.50', '0.021', '0.00021'],
  );
  assert.equal(sayMoney(0, null), '0.00');
  assert.equal(sayMoney(1e-9, null), '0.000000');
  assert.equal(sayMoney(4321.5, null).replaceAll(/\s/gu, ' '), '4 322');
});

test('a sign stands before the figure, a word behind it', () => {
  assert.deepEqual(
    ['$', 'US$', '€', 'EUR'].map((currency) => sayMoney(0.5, currency)),
    ['$0.50', 'US$0.50', '€0.50', '0.50 EUR'],
  );
});

test('amounts of one column have the decimals of the smallest', () => {
  assert.deepEqual(
    [moneyDecimals([12, 0.021]), moneyDecimals([0]), moneyDecimals([5_000, 2_000])],
    [3, 2, 0],
  );
});
