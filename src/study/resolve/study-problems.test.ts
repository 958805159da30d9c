// How the problems of a study file are told, whatever its text: with lines, in order, not too many, and never
// by a crash.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { FAKE_VOCABULARY } from '../../../test/support/studies/fake-vocabulary.ts';
import { GOOD, HEAD, problemsOf } from '../../../test/support/studies/mistaken-study.ts';
import { parseStudy } from './load-study.ts';

describe('the text of a mistaken study file', () => {
  it('lists the allowed words', () => {
    assert.throws(
      () => parseStudy(GOOD.replace('xml', 'xlm'), 'f', FAKE_VOCABULARY),
      /allowed: json, json\/response\.json, .*, protobuf\/protobufjs; did you mean xml\?/,
    );
  });

  it('tells its problems in the order of the file', () => {
    const lines = problemsOf(`${GOOD}zzz: 1\nprotocol: {budget: 3}\nyyy: 2`).map(
      (said) => said.split(':')[1],
    );
    assert.deepEqual(lines, ['5', '6', '7']);
  });

  it('is told the first hundred of very many problems, and how many more there are', () => {
    const found = problemsOf(`${GOOD}exclude:\n${'  - {n: 7}\n'.repeat(450)}`);
    assert.equal(found.length, 101);
    assert.equal(found.at(-1), 'f: and 350 more problems');
  });

  it('is told that a list is too long', () => {
    const found = problemsOf(`${GOOD}exclude:\n${'  - {n: 7}\n'.repeat(501)}`);
    assert.deepEqual(found, ['f:5: exclude: has 501 entries; at most 500 are allowed']);
  });

  it('does not expand aliases without bound', () => {
    const bomb = ['a: &a [x,x,x,x,x,x,x,x,x]'];
    for (let i = 0; i < 12; i++) {
      const [name, former] = ['bcdefghijklm'[i], 'abcdefghijkl'[i]];
      bomb.push(`${name}: &${name} [${Array(9).fill(`*${former}`)}]`);
    }
    assert.match(
      problemsOf(bomb.join('\n'))[0]!,
      /^f: repeats by \* what is marked & more than 100 times; write it out$/,
    );
  });

  it('does not break on deep nesting, hostile keys or control characters', () => {
    assert.match(problemsOf('['.repeat(50_000))[0]!, /nested too deeply|is not YAML/);
    assert.equal(problemsOf(`${GOOD}__proto__: {study: x}`).length, 1);
    const [said] = problemsOf(`${GOOD}"\\e[31mred": 1`);
    assert.ok(!said!.includes('\u001b'), said);
  });

  it('tells of faults within what goes with another fault', () => {
    const claims = `claims:\n  - {id: X, faster: {format: xml}, metric: nope}\n`;
    const tables = `publishedFigures:\n  - {title: t, metric: size, rows: [{label: a}]}\n`;
    const parts = `parts:\n  - 7\n  - {name: p, titel: t, factors: {n: [0], codecs: json}}\n`;
    const said = problemsOf(`${HEAD}factors: 3\n${claims}${tables}${parts}`).join('\n');
    for (const path of [
      'factors',
      'claims[0].faster',
      'publishedFigures[0].rows[0].label',
      'parts[1].titel',
    ]) {
      assert.ok(said.includes(`: ${path}: `), `${path} in\n${said}`);
    }
  });

  it('throws nothing but a UserError, whatever the text', () => {
    const snippet = fc.constantFrom(
      ...GOOD.split(/(?<=[\n ,:{}[\]])/),
      '*a',
      '&a',
      '---\n',
      '\t',
      '0',
      'null',
      '~',
    );
    fc.assert(
      fc.property(fc.array(snippet, { maxLength: 30 }), (pieces) => {
        problemsOf(pieces.join(''));
        problemsOf(GOOD + pieces.join(''));
      }),
      { seed: 4, numRuns: 150 },
    );
  });
});
