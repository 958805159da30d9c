// --target: the same study on other servers.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FAKE_VOCABULARY } from '../../../test/support/studies/fake-vocabulary.ts';
import { allCells, keepCells } from '../cells/keep-cells.ts';
import { parseStudy } from '../resolve/load-study.ts';
import { isFactorRule } from '../study.ts';
import { withSettings } from './with-settings.ts';

const VOCABULARY = {
  ...FAKE_VOCABULARY,
  targets: ['node', 'tomcat', 'glassfish'],
  targetEncoders: { tomcat: { json: ['jackson'] }, glassfish: { json: ['jackson'] } },
};

const STUDY = parseStudy(
  `study: servers
title: Servers
question: Which?
parts:
  - name: both
    title: Both
    factors: {n: [10, 100], format: json, compression: [none, gzip], target: [tomcat, glassfish]}
  - name: ours
    title: Ours
    factors: {n: [10, 1000], format: json, compression: [none, gzip], target: node}
compare: [{factor: target, baseline: tomcat}, {factor: compression, baseline: none}]
claims:
  - {id: A, says: any, part: both, numerator: {compression: gzip}, denominator: {compression: none}, published: [1, null]}
  - {id: T, says: on Tomcat, part: both, where: {target: tomcat}, numerator: {compression: gzip}, denominator: {compression: none}, published: [1, null]}
  - {id: F, says: faster, part: both, numerator: {target: glassfish}, denominator: {target: tomcat}, published: [1, null]}
`,
  'servers.yaml',
  VOCABULARY,
);

const SERVICES = parseStudy(
  `study: services
title: Services
question: Which?
factors: {n: [10], format: [json, xml], target: [tomcat, glassfish]}
claims:
  - {id: X, says: a format, where: {target: tomcat}, numerator: {format: xml}, denominator: {format: json}, published: [1, null]}
  - {id: S, says: SOAP, numerator: {format: xml, target: glassfish}, denominator: {format: json, target: tomcat}, published: [1, null]}
  - {id: F, says: faster, numerator: {target: glassfish}, denominator: {target: tomcat}, published: [1, null]}
publishedFigures:
  - title: Total
    metrics: [total]
    rows:
      - {of: {format: json, target: tomcat}, figures: [1]}
      - {of: {format: xml, target: glassfish}, figures: [2]}
`,
  'services.yaml',
  VOCABULARY,
);

function on(...target: string[]) {
  return withSettings(STUDY, { target }, VOCABULARY);
}

function saysOf(target: string) {
  return on(target).study.claims.map(({ says }) => says);
}

describe('--target', () => {
  it('puts other servers in the place of the study’s, each cell once however many parts would have it', () => {
    const cells = allCells(on('node').study);
    assert.ok(cells.every(({ target }) => target === 'node'));
    assert.equal(new Set(cells.map((cell) => JSON.stringify(cell))).size, cells.length);
    assert.deepEqual([...new Set(cells.map(({ n }) => n))], [10, 100, 1_000]);
    assert.equal(cells.length, 6);
  });

  it('takes each server’s own encoder, and says so', () => {
    const { study, notes } = on('node', 'glassfish');
    const encoders = new Set(allCells(study).map(({ target, encoder }) => `${target} ${encoder}`));
    assert.deepEqual(encoders, new Set(['node JSON.stringify', 'glassfish jackson']));
    assert.deepEqual(notes, [
      '--target: JSON.stringify encodes instead of jackson',
      '--target: jackson encodes instead of JSON.stringify',
    ]);
  });

  it('asks what was claimed of one server of those that take its place, and says so', () => {
    assert.deepEqual(saysOf('node'), ['any', 'on Tomcat (asked of node instead of tomcat)']);
    assert.deepEqual(saysOf('tomcat'), ['any', 'on Tomcat']);
    assert.deepEqual(on('node').study.claims[1]!.where.target, ['node']);
  });

  it('drops claims and comparisons between servers that are not both there', () => {
    assert.deepEqual(on('node').study.comparisons, [{ factor: 'compression', baseline: 'none' }]);
    const both = on('glassfish', 'tomcat').study;
    assert.deepEqual(
      both.claims.map(({ id }) => id),
      ['A', 'T', 'F'],
    );
    assert.ok(both.comparisons.some((rule) => isFactorRule(rule) && rule.factor === 'target'));
  });

  it('compares the servers where several are named, the first being the baseline', () => {
    const { comparisons } = on('node', 'glassfish').study;
    assert.deepEqual(
      comparisons.filter((rule) => isFactorRule(rule) && rule.factor === 'target'),
      [{ factor: 'target', baseline: 'node' }],
    );
  });

  it('asks claims about formats of the encoders that take the place of others', () => {
    const formats = withSettings(SERVICES, { target: ['node'] }, VOCABULARY).study;
    const [claim] = formats.claims;
    assert.deepEqual(claim!.denominator.encoder, ['jackson', 'JSON.stringify']);
    const both = withSettings(SERVICES, { target: ['node', 'tomcat'] }, VOCABULARY).study;
    assert.deepEqual(both.claims[0]!.where.target, ['tomcat']);
  });

  it('asks a claim about two servers, neither of which is there, of the formats that it held against each other', () => {
    const [, services, ...more] = withSettings(SERVICES, { target: ['node'] }, VOCABULARY).study.claims;
    assert.equal(services!.says, 'SOAP (asked of node instead of glassfish, tomcat)');
    assert.deepEqual([services!.numerator.target, services!.where.target], [undefined, ['node']]);
    assert.deepEqual(more, []);
    const kept = withSettings(SERVICES, { target: ['tomcat'] }, VOCABULARY).study.claims;
    assert.deepEqual(
      kept.map(({ id }) => id),
      ['X'],
    );
  });

  it('prints published figures beside those of the servers that take the place of others', () => {
    const [table] = withSettings(SERVICES, { target: ['node'] }, VOCABULARY).study.publishedFigures!;
    assert.deepEqual(
      table!.rows.map(({ of }) => of.target),
      [['node'], ['node']],
    );
  });

  it('leaves out published rows, and tables, of what is not measured', () => {
    const left = (format: string) =>
      keepCells(SERVICES, (cell) => cell.format === format && cell.target === 'tomcat').publishedFigures!;
    assert.deepEqual(
      left('json').map(({ rows }) => rows.map(({ figures }) => figures)),
      [[[1]]],
    );
    assert.deepEqual(left('xml'), []);
  });

  it('refuses servers that there are not', () => {
    assert.throws(() => on('tomcta'), /--target: unknown target "tomcta".*did you mean tomcat\?/);
    assert.throws(() => on(), /--target: names no target/);
  });
});

describe('a baseline that is no server of the command line', () => {
  it('gives way to the first that is', () => {
    const comparedTo = (...targets: string[]) =>
      on(...targets).study.comparisons.flatMap((rule) =>
        isFactorRule(rule) && rule.factor === 'target' ? [rule.baseline] : [],
      );
    assert.deepEqual(comparedTo('node', 'glassfish'), ['node']);
    assert.deepEqual(comparedTo('node', 'tomcat'), ['tomcat']);
  });
});
