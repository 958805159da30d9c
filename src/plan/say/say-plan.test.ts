import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FAKE_VOCABULARY } from '../../../test/support/studies/fake-vocabulary.ts';
import { parseStudy } from '../../study/resolve/load-study.ts';
import { makePlan } from '../make-plan.ts';
import { sayPlan } from './say-plan.ts';

function said(rest: string): string {
  const study = parseStudy(`study: s\ntitle: S\nquestion: Q\n${rest}`, 's.yaml', FAKE_VOCABULARY, 5);
  return sayPlan(study, makePlan(study, { noLink: 'no cargo' }));
}

describe('sayPlan', () => {
  const text = said(
    'factors: {n: [10, 1000], format: [json, xml, protobuf], compression: [none, gzip], network: [none, 10mbit], browser: [chromium, firefox]}\nprotocol: {sessions: 6, budget: 200s}',
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
      /12 sessions of [\d.]+ s .*; 3\.33 min of wall time at most, about \d+ s of it for verification, starts/,
    );
    // Of many questions.
    assert.match(text.replace(/\s+/g, ' '), /; looked at once, when they are over:/);
    const few = said('factors: {n: 10, format: [json, xml]}\nprotocol: {sessions: 6, budget: 1m}');
    assert.match(few.replace(/\s+/g, ' '), /; may end after (session|rotation) 4, 6:/);
  });

  it('says how many exchanges of a cell are warm-up in truth', () => {
    const study = 'factors: {n: [10, 100000], format: json, compression: [none, gzip], browser: chromium}\n';
    const asked = (warmup: string) => said(`${study}protocol: {budget: 1h${warmup}}`).replace(/\s+/g, ' ');
    assert.match(asked(''), /\(the first 1 to 12 exchanges of a cell are warm-up\)/);
    assert.match(asked(', warmup: 20'), /\(the first 20 exchanges of a cell are warm-up\)/);
    const time = /\(the first 1 to 12 exchanges of a cell and the first 3 s are warm-up\)/;
    assert.match(asked(', warmup: 3s'), time);
  });

  it('ends its last line, so that a prompt stands on one of its own', () => {
    assert.match(text, /[^\n]\n$/);
  });

  it('shows the order of the first blocks, with the empty exchange', () => {
    const blocks = text.slice(text.indexOf('First blocks'));
    assert.equal(blocks.match(/\n {2}block /g)?.length, 3);
    assert.equal(blocks.match(/\bempty\b/g)?.length, 3);
  });

  it('tells beforehand what the budget buys of each comparison', () => {
    const bought = text.slice(text.indexOf('What that buys')).replace(/\s+/g, ' ');
    assert.match(bought, /of each comparison: ±[\d.]+ %: xml n=10 chromium against json n=10 chromium/);
  });

  it('tells where a precision takes more than the budget, and about how much', () => {
    const fine = said('factors: {n: 10, format: [json, xml]}\nprotocol: {budget: 1m, precision: 1%}');
    assert.match(
      fine.replace(/\s+/g, ' '),
      /Note: for 1 of 1 comparison 1 min buy about ±[\d.]+ %, where ±1 % is asked; that takes about [\d.]+ min \(--budget\), unless the differences are large/,
    );
    const coarse = said('factors: {n: 10, format: [json, xml]}\nprotocol: {budget: 10m, precision: 20%}');
    assert.doesNotMatch(coarse, /Note:/);
  });

  it('warns of no width that it tells as the precision asked', () => {
    // Of some of these what is told is less than what is foreseen.
    for (const budget of ['30s', '40s', '50s', '60s', '70s', '80s', '90s', '100s']) {
      const withPrecision = (precision: string) =>
        said(`factors: {n: 10, format: [json, xml]}\nprotocol: {budget: ${budget}, precision: ${precision}}`);
      const [, bought] = /±([\d.]+) %: xml/.exec(withPrecision('50%'))!;
      assert.doesNotMatch(withPrecision(`${bought}%`), /Note:/, `${budget}: ±${bought} %`);
    }
  });

  it('tells beforehand that answers will be provisional where there are too few sessions', () => {
    const few = said('factors: {n: 10, format: [json, xml]}\nprotocol: {sessions: 2}').replace(/\s+/g, ' ');
    assert.match(
      few,
      /with 2 sessions of each browser and target every answer will be provisional: take 4 or more/,
    );
    const short = said('factors: {n: 100000, format: [json, xml]}\nprotocol: {budget: 10s}').replace(
      /\s+/g,
      ' ',
    );
    assert.match(short, /every answer will be provisional, and 10 s have no time for more: give more time/);
  });

  it('tells beforehand that the time ends the run before the sessions that are asked for', () => {
    const foreseen = (budget: string) =>
      said(`factors: {n: 10, format: [json, xml]}\nprotocol: {sessions: 60, budget: ${budget}}`).replace(
        /\s+/g,
        ' ',
      );
    const [, fit] = /1 min have time for about (\d+) of 60 sessions of each browser and target/.exec(
      foreseen('1m'),
    )!;
    assert.ok(Number(fit) >= 4 && Number(fit) < 60, fit);
    assert.doesNotMatch(foreseen('10m'), /have time for about/);
    // What it buys is what those buy.
    const width = (text: string) => Number(/±([\d.]+) %: xml/.exec(text)![1]);
    const asMany = said(`factors: {n: 10, format: [json, xml]}\nprotocol: {sessions: ${fit}, budget: 1m}`);
    assert.ok(width(foreseen('1m')) >= width(asMany));
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
