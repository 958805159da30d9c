import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FAKE_VOCABULARY } from '../../test/support/studies/fake-vocabulary.ts';
import { parseStudy } from '../study/resolve/load-study.ts';
import { makePlan } from './make-plan.ts';
import { sayPlan } from './say-plan.ts';

function said(rest: string): string {
  const study = parseStudy(`study: s\ntitle: S\nquestion: Q\n${rest}`, 's.yaml', FAKE_VOCABULARY, 5);
  return sayPlan(study, makePlan(study, { noLink: 'no cargo' }));
}

describe('sayPlan', () => {
  const text = said(
    'factors: {n: [10, 1000], format: [json, xml, protobuf], compression: [none, gzip], network: [none, 10mbit], browser: [chromium, firefox]}\nprotocol: {sessions: 6, looks: [4], budget: 90s}',
  );

  it('keeps to 80 columns', () => {
    assert.deepEqual(
      text.split('\n').filter((line) => line.length > 80),
      [],
    );
  });

  it('says what is run, what is skipped and why, and how long it takes', () => {
    assert.match(text, /24 of 48 cells are run:/);
    assert.match(
      text,
      /24 skipped, network 10mbit \(7000\/700 kbit\/s, 7 ms,\s+queue 70\s+kB\):\s+needs\s+the\s+link: no\s+cargo/,
    );
    assert.match(text, /network {6}none, 10mbit \(7000\/700 kbit\/s, 7 ms, queue 70\s+kB\)/);
    assert.match(
      text.replace(/\s+/g, ' '),
      /12 sessions of 7\.5 s .* at most 1\.5 min beside browser starts/,
    );
    assert.match(text.replace(/\s+/g, ' '), /may end after rotation 4 or 6 \(2 sessions each\)/);
  });

  it('ends its last line, so that a prompt stands on one of its own', () => {
    assert.match(text, /[^\n]\n$/);
  });

  it('shows the order of the first blocks, with the empty exchange', () => {
    const blocks = text.slice(text.indexOf('First blocks'));
    assert.equal(blocks.match(/\n {2}block /g)?.length, 3);
    assert.equal(blocks.match(/\bempty\b/g)?.length, 3);
  });

  it('tells beforehand where the budget is less than the least that a run takes', () => {
    assert.doesNotMatch(text, /Note:/);
    const short = said(
      'factors: {n: 100000, format: [json, xml]}\nprotocol: {sessions: 5, budget: 10s}',
    ).replace(/\s+/g, ' ');
    // Two visits of two exchanges in five sessions, 0.602 s each, of three cells: the twin is one.
    assert.match(short, /the budget of 10 s is short: .* take about 37 s, and the run will take them/);
  });

  it('tells of records that come several times, where n is beyond those of a payload', () => {
    const text = 'study: s\ntitle: S\nquestion: Q\nfactors: {n: [10, 1000], format: json}';
    const study = parseStudy(text, 's.yaml', FAKE_VOCABULARY, 5);
    const schema = { name: 'Orders', root: { kind: 'never' as const } };
    const own = {
      name: 'book',
      source: 'orders.json',
      digest: 'd',
      shape: 'list' as const,
      notes: [],
      schema,
    };
    const saidOf = (count: number) => {
      const withOwn = { ...study, payloads: [{ ...own, count, jsonBytes: 9 }] };
      return sayPlan(withOwn, makePlan(withOwn, { noLink: null })).replace(/\s+/g, ' ');
    };
    assert.match(
      saidOf(100),
      /book, n = 1000: every record comes about 10 times; compression finds the copies/,
    );
    assert.doesNotMatch(saidOf(1_000), /copies/);
  });

  it('tells what is weighed, and by which cell', () => {
    const weighed = said(
      'factors: {n: 10, format: [json, xml]}\nindex: {weights: {encode: 2, size: 1}, baseline: {format: json}}',
    );
    assert.match(weighed, /^Index: encode 66\.7 %, size 33\.3 %; 1 is json$/m);
    assert.doesNotMatch(text, /^Index/m);
  });

  it('says so where nothing can be run', () => {
    const text = said('factors: {n: 1, format: json, network: lan}');
    assert.match(text, /0 of 1 cell is run/);
    assert.match(text, /No session: none of the cells can be run here\./);
  });
});
