import assert from 'node:assert/strict';
import test from 'node:test';
import { widestDifference } from '../../stats/answers/verdict.ts';
import { type Apart, sayLeadersApart, sayPairApart } from './apart.ts';

const JSON_AND_XML = ['json', 'xml'] as const;

function apart(interval: readonly [number, number], more: Partial<Apart> = {}): Apart {
  return {
    ratio: Math.sqrt(interval[0] * interval[1]),
    interval,
    widest: widestDifference(interval),
    margin: 0.02,
    openBecause: null,
    moreMs: 230_000,
    sessions: 6,
    family: 21,
    mediansApart: false,
    ...more,
  };
}

test('two are told by how far apart they are at most, and by what the margin would take', () => {
  assert.equal(
    sayPairApart([apart([0.97, 1.061])], 'within', JSON_AND_XML),
    'json and xml are at most 6.1 % apart; ±2 % takes about 4 min more',
  );
  assert.equal(
    sayLeadersApart([apart([0.97, 1.19]), apart([0.9, 1.1], { moreMs: 20_000 })], 'open', 'json or xml'),
    'json or xml, perhaps up to 19 % apart; ±2 % takes about 20 s to 4 min more',
  );
});

test('of several that take differently long the shortest and the longest are told', () => {
  const told = (...moreMs: number[]) =>
    /takes about (.*)/.exec(
      sayPairApart(
        moreMs.map((ms) => apart([0.97, 1.061], { moreMs: ms })),
        'within',
        JSON_AND_XML,
      ),
    )![1];
  assert.equal(told(230_000, 3_650_000), '4 to 61 min more');
  assert.equal(told(20_000, 230_000), '20 s to 4 min more');
  assert.equal(told(230_000, 235_000), '4 min more');
});

test('of few sessions whose interval tells nothing the ratio is told, as what it is', () => {
  const two = { sessions: 2, moreMs: 120_000 };
  assert.equal(
    sayPairApart([apart([0.18, 18], two)], 'open', JSON_AND_XML),
    'so far json is about 1.8 times as fast as xml, which 2 sessions do not settle; ±2 % takes about 2 min more',
  );
  assert.match(
    sayPairApart([apart([0.05, 5], two)], 'open', JSON_AND_XML),
    /^so far json takes about 2 times as long as xml,/,
  );
  assert.match(
    sayPairApart([apart([0.1, 10], two)], 'open', JSON_AND_XML),
    /^so far json and xml take about as long,/,
  );
  assert.match(sayPairApart([apart([0.1, 10], { sessions: 6 })], 'open', JSON_AND_XML), /may be up to/);
  assert.match(sayPairApart([apart([0.8, 1.2], two)], 'open', JSON_AND_XML), /may be up to 25 % apart/);
});

test('where every interval says who is ahead, that is said, and that it may not be by the margin', () => {
  assert.equal(
    sayPairApart([apart([1.01, 1.06]), apart([1.005, 1.03])], 'within', JSON_AND_XML),
    'json is at most 6 % faster than xml, perhaps by less than the margin; ±2 % takes about 4 min more',
  );
  assert.equal(
    sayPairApart([apart([0.8, 0.99])], 'open', JSON_AND_XML),
    'json is up to 25 % slower than xml, perhaps by less than the margin; ±2 % takes about 4 min more',
  );
  assert.match(
    sayPairApart([apart([0.8, 0.99]), apart([1.01, 1.2])], 'open', JSON_AND_XML),
    /^json and xml may be up to 25 % apart;/,
  );
});

test('medians whose intervals do not overlap are told why they decide nothing', () => {
  assert.equal(
    sayPairApart([apart([0.99, 1.2], { mediansApart: true })], 'open', JSON_AND_XML),
    'json and xml may be up to 20 % apart, although the medians’ intervals do not overlap ' +
      '(6 sessions, 21 comparisons at once); ±2 % takes about 4 min more',
  );
  assert.match(
    sayPairApart([apart([0.99, 1.2], { mediansApart: true, family: 1 })], 'open', JSON_AND_XML),
    / do not overlap \(6 sessions\);/,
  );
});

test('what more time cannot tell is not promised for more time', () => {
  const said = (more: Partial<Apart>) =>
    sayPairApart([apart([0.9, 1.1], { moreMs: null, ...more })], 'open', JSON_AND_XML).split('; ')[1];
  assert.equal(said({}), '±2 % is out of reach');
  assert.equal(said({ moreMs: 100 * 3_600_000 }), '±2 % is out of reach');
  assert.equal(
    said({ openBecause: 'clock' }),
    'the clocks’ steps hide the rest, however long it is measured',
  );
  assert.equal(said({ sessions: 1, openBecause: 'sessions' }), '±2 % takes more sessions');
  assert.match(
    sayPairApart([apart([0.9, 1.1]), apart([0.9, 1.1], { moreMs: null })], 'open', JSON_AND_XML),
    /; ±2 % is out of reach in 1 of 2 cases$/,
  );
});

test('answers beside a twin that differs are withheld, with what was measured', () => {
  const found = [apart([1.1, 1.4], { openBecause: 'twin', moreMs: null })];
  const withheld = 'withheld, since a twin differs from its cell here; measured at most 40 % apart';
  assert.equal(sayPairApart(found, 'open', JSON_AND_XML), `json against xml: ${withheld}`);
  assert.equal(sayLeadersApart(found, 'open', 'json or xml'), `json or xml: ${withheld}`);
});

test('where too little was measured nothing is said of how far apart they are, and of the others it is', () => {
  const unknown = apart([0, Number.MAX_VALUE]);
  assert.equal(
    sayPairApart([unknown, apart([0.9, 1.1])], 'open', JSON_AND_XML),
    'json and xml may be up to 11 % apart; ±2 % takes about 4 min more; too little was measured in 1 of 2 comparisons',
  );
  assert.equal(
    sayLeadersApart([apart([0.9, 1.1]), unknown, apart([0.97, 1.19])], 'open', 'json or xml'),
    'json or xml, perhaps up to 19 % apart; ±2 % takes about 4 min more; too little was measured in 1 of 3 comparisons',
  );
  assert.equal(sayPairApart([unknown], 'open', JSON_AND_XML), 'json against xml: too little was measured');
});
