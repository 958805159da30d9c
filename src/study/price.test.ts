import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FAKE_VOCABULARY } from '../../test/support/studies/fake-vocabulary.ts';
import { GOOD, problemsOf } from '../../test/support/studies/mistaken-study.ts';
import { UserError } from '../base/errors.ts';
import { parsePrice } from './price.ts';
import { parseStudy } from './resolve/load-study.ts';

function mistakes(text: string): string[] {
  try {
    parsePrice(text);
  } catch (thrown) {
    if (!(thrown instanceof UserError)) throw thrown;
    return thrown.message.split('\n');
  }
  return [];
}

test('a price is an amount for each GB sent and each hour of a core; either may be left out', () => {
  assert.deepEqual(parsePrice('egress=0.09/GB,cpu=0.04/h'), {
    egressPerGB: 0.09,
    cpuPerHour: 0.04,
    currency: null,
  });
  assert.deepEqual(parsePrice(' cpu = 2 / h '), { egressPerGB: null, cpuPerHour: 2, currency: null });
});

test('a currency, once named, is repeated as it was typed', () => {
  for (const [text, currency] of [
    ['egress=$0.09/GB,cpu=$0.04/h', '$'],
    ['egress=0.09 EUR/GB,cpu=0.04/h', 'EUR'],
    ['egress=US$ 0.09/GB', 'US$'],
    ['cpu=0.04€/h', '€'],
  ] as const) {
    assert.equal(parsePrice(text).currency, currency, text);
  }
});

test('all mistakes are told at once, with what is allowed and what was meant', () => {
  assert.deepEqual(mistakes('egres=0.09/GB,cpu=-0.04/h,egress=0.09'), [
    '--price: unknown price "egres" (allowed: egress, cpu; did you mean egress?)',
    '--price: cpu: "-0.04/h" is negative: a price is what something costs',
    '--price: egress: "0.09" has no unit: 0.09/GB',
  ]);
  assert.deepEqual(mistakes('egress=0.09/gb,cpu=0/h'), [
    '--price: egress: unknown unit "gb" (allowed: GB; did you mean GB?)',
    '--price: cpu: is 0: leave out what costs nothing',
  ]);
  assert.deepEqual(mistakes('cpu=dear,cpu'), [
    '--price: cpu: "dear" is no price with its unit: 0.04/h',
    '--price: cpu: has no price: 0.04/h',
  ]);
});

test('prices that cannot be one sum are refused: two currencies, one thing twice, none, far too much', () => {
  assert.deepEqual(mistakes('egress=$1/GB,cpu=1 EUR/h'), [
    '--price: $ and EUR cannot be added up: give one currency',
  ]);
  assert.deepEqual(mistakes('cpu=$1 USD/h'), ['--price: cpu: "$1 USD/h" names two currencies: give one']);
  assert.deepEqual(mistakes('cpu=1/h,cpu=2/h'), ['--price: cpu: is there twice']);
  assert.deepEqual(mistakes(' , '), ['--price: names no price: give egress (0.09/GB), cpu (0.04/h) or both']);
  assert.match(mistakes(`cpu=${'9'.repeat(400)}/h`)[0]!, /more than can be added up$/);
});

test('a study file names prices key by key, read in the same way', () => {
  const price = (rest: string) => parseStudy(GOOD + rest, 'mine.yaml', FAKE_VOCABULARY).price;
  assert.deepEqual(price('price: {egress: $0.09/GB, cpu: 0.04/h}'), {
    egressPerGB: 0.09,
    cpuPerHour: 0.04,
    currency: '$',
  });
  assert.equal(price(''), undefined);
});

test('a mistaken price of a study file is told with its line, beside all else that is wrong there', () => {
  assert.deepEqual(problemsOf(`${GOOD}price:\n  egress: 0.09/GiB\n  cpu: 0.04\n  ram: 1/h\n`), [
    'f:6: price.egress: unknown unit "GiB" (did you mean GB?)',
    'f:7: price.cpu: 0.04 is not an amount with its unit, such as 0.04/h',
    'f:8: price.ram: unknown key "ram"',
  ]);
  assert.deepEqual(problemsOf(`${GOOD}price: {}`), [
    'f:5: price: names no price: give egress (0.09/GB), cpu (0.04/h) or both',
  ]);
});
