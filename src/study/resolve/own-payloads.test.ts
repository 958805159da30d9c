import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FAKE_VOCABULARY } from '../../../test/support/studies/fake-vocabulary.ts';
import { EnvironmentError, UserError } from '../../base/errors.ts';
import { allCells } from '../cells/keep-cells.ts';
import { onlyLevels } from '../change/only-levels.ts';
import type { StudyReader } from '../file/study-text.ts';
import type { PayloadRef, Study } from '../study.ts';
import { loadStudy, parseStudy } from './load-study.ts';
import type { PayloadAsk, PayloadReader } from './own-payloads.ts';

const HEAD = 'study: mine\ntitle: Mine\nquestion: Which?\n';

const ORDERS: PayloadRef = {
  name: 'orders',
  source: 'orders.json',
  digest: 'd1',
  shape: 'list',
  count: 300,
  jsonBytes: 90_000,
  schema: { name: 'Orders', root: { kind: 'never' } },
  notes: [],
};
const MAP: PayloadRef = {
  ...ORDERS,
  name: 'map',
  source: 'map.json',
  digest: 'd2',
  shape: 'document',
  count: 1,
};
const LOG: PayloadRef = {
  ...ORDERS,
  name: 'log',
  source: '2 files',
  digest: 'd3',
  shape: 'messages',
  count: 2,
};

/** What a file holds; `asks` gets what was asked for. */
function reading(asks: PayloadAsk[] = []): PayloadReader {
  return {
    read: async (ask) => {
      asks.push(ask);
      const [file] = ask.files;
      const name = ask.name === null ? {} : { name: ask.name };
      if (ask.files.length > 1) return { ...LOG, ...name };
      if (file === 'orders.json') return { ...ORDERS, ...name };
      if (file === 'map.json') return { ...MAP, ...name };
      if (file === 'book.json') return { ...ORDERS, name: 'book' };
      if (file === 'empty.json') return { ...ORDERS, count: 0 };
      if (file === 'huge.json') return { ...ORDERS, digest: 'd9', jsonBytes: 300_000_000 };
      throw new UserError([
        { file: file!, path: '', what: 'no such file' },
        { file: file!, path: '3:1', what: 'and something else' },
      ]);
    },
  };
}

function load(rest: string, reader: PayloadReader = reading()): Promise<Study> {
  const bytes = new TextEncoder().encode(HEAD + rest);
  const files: StudyReader = {
    look: async () => ({ kind: 'file', bytes: bytes.length }),
    read: async () => bytes,
    nearest: () => null,
  };
  return loadStudy('f', files, FAKE_VOCABULARY, 1, reader);
}

async function problemsOf(rest: string): Promise<string[]> {
  try {
    await load(rest);
  } catch (thrown) {
    assert.ok(thrown instanceof UserError, String(thrown));
    return thrown.problems.map(({ path, what }) => `${path}: ${what}`);
  }
  return [];
}

const withData = (dataset: string, rest = '') =>
  `factors:\n  format: [json, xml]\n  dataset: ${dataset}\n${rest}`;

describe('data of one’s own in a study file', () => {
  it('become a dataset with as many objects as there are, and stand in the study', async () => {
    const study = await load(withData('{file: orders.json, path: data.items}'));
    assert.deepEqual(study.payloads, [ORDERS]);
    assert.deepEqual(
      allCells(study).map(({ dataset, n, format }) => [dataset, n, format]),
      [
        ['orders', 300, 'json'],
        ['orders', 300, 'xml'],
      ],
    );
  });

  it('are read once for each way in which they are asked for, as typed', async () => {
    const asks: PayloadAsk[] = [];
    await load(
      `factors: {format: json, dataset: {file: orders.json}}
parts:
  - {name: a, title: A}
  - {name: b, title: B, factors: {dataset: [{file: [1.json, 2.json], name: log}, {file: map.json, path: a.b, exact: true}]}}
  - {name: c, title: C, factors: {n: 7, dataset: {file: orders.json}}}`,
      reading(asks),
    );
    assert.deepEqual(asks, [
      { files: ['orders.json'], path: null, exact: false, dictionary: null, name: null },
      { files: ['1.json', '2.json'], path: null, exact: false, dictionary: null, name: 'log' },
      { files: ['map.json'], path: 'a.b', exact: true, dictionary: null, name: null },
    ]);
  });

  it('take any n where they are a list; a document and messages have one', async () => {
    const sizes = async (rest: string) =>
      allCells(await load(rest)).map(({ dataset, n }) => `${dataset} ${n}`);
    assert.deepEqual(
      await sizes('factors: {n: [10, 1000], format: json, dataset: [book, {file: orders.json}]}'),
      ['book 10', 'book 1000', 'orders 10', 'orders 1000'],
    );
    assert.deepEqual(
      await sizes(
        'factors: {format: json, dataset: [{file: map.json}, {file: [a, b]}, {file: orders.json}]}',
      ),
      ['map 1', 'log 1', 'orders 300'],
    );
    assert.deepEqual(await sizes('factors: {n: 1, format: json, dataset: [video, {file: map.json}]}'), [
      'video 1',
      'map 1',
    ]);
    assert.deepEqual(await problemsOf('factors: {format: json, dataset: [book, {file: orders.json}]}'), [
      'factors.n: is missing: name at least one level',
    ]);
    assert.deepEqual(
      await problemsOf('factors: {n: [1, 5], format: json, dataset: [{file: map.json}, {file: [a, b]}]}'),
      [
        'factors.n: map is one document: n is 1. Leave n out, or name map in a part of its own',
        'factors.n: log is messages, sent one at a time: n is 1. Leave n out, or name log in a part of its own',
      ],
    );
    assert.deepEqual(await problemsOf('factors: {n: 600, format: json, dataset: {file: huge.json}}'), [
      'factors.n: 600 records of orders are about 600 MB as JSON; one body may have 500 MB',
    ]);
  });

  it('are called by their name in filters, twins and --only', async () => {
    const study = await load(
      withData(
        '[{file: orders.json, name: mine}, {file: map.json}]',
        `exclude: [{dataset: mine, format: xml}]
protocol: {twin: {dataset: map}}`,
      ),
    );
    assert.deepEqual(
      allCells(study).map(({ dataset, format }) => `${dataset} ${format}`),
      ['mine json', 'map json', 'map xml'],
    );
    assert.deepEqual(study.protocol.twin, { dataset: ['map'] });
    const only = onlyLevels(study, ['dataset=mine'], FAKE_VOCABULARY).study;
    assert.deepEqual(
      only.payloads.map(({ name }) => name),
      ['mine'],
    );
    assert.throws(() => onlyLevels(study, ['dataset=mime'], FAKE_VOCABULARY), /did you mean mine\?/);
  });

  it('tell everything that is wrong at once', async () => {
    assert.deepEqual(
      await problemsOf(`factors: {format: json}
parts:
  - {name: a, title: A, factors: {dataset: {file: gone.json}, format: jsn}}
  - {name: b, title: B, factors: {dataset: [{path: a}, {file: 3}, {file: map.json, nmae: x, exact: 1, name: A B}]}}
  - {name: c, title: C, factors: {dataset: [{file: book.json}, {file: empty.json}]}}
  - {name: d, title: D, factors: {dataset: {file: map.json, name: orders}}}`),
      [
        'parts[0].factors.dataset.file: gone.json: no such file',
        'parts[0].factors.dataset.file: gone.json: 3:1: and something else',
        'parts[0].factors.format: unknown format "jsn"',
        'parts[1].factors.dataset[0]: file is missing: give a file, or a list of files, such as orders.json',
        'parts[1].factors.dataset[1].file: 3 is not a file, or a list of files, such as orders.json',
        'parts[1].factors.dataset[2].nmae: unknown key "nmae" (allowed: file, path, exact, dictionary, name; did you mean name?)',
        'parts[1].factors.dataset[2].exact: 1 is not true or false, such as true',
        'parts[1].factors.dataset[2].name: "A B" is not a name of at most 40 small letters, digits and hyphens, such as orders',
        'parts[2].factors.dataset[0]: book is a dataset that wirefare generates; give it another name',
        'parts[2].factors.dataset[1]: holds no records: there is nothing to send',
        'parts[3].factors.dataset.name: other data above (orders.json) are named orders too; give one of them another name',
      ],
    );
  });

  it('go with no computation, and a study that has one says why', async () => {
    const problems = await problemsOf(
      withData('{file: orders.json}', '  procedure: [e1, e3]\n  computation: [none, cm1]'),
    );
    assert.deepEqual(problems, [
      'factors.procedure: e3: what is computed is sorting by properties that are published for book and video; with orders go procedure e1 and computation none alone',
    ]);
    const [problem, ...more] = await problemsOf(withData('{file: orders.json}', '  computation: cm2'));
    assert.match(problem!, /^factors\.computation: cm2: what is computed/);
    assert.deepEqual(more, []);
  });

  it('that cannot be kept are no fault of the file', async () => {
    const failing: PayloadReader = {
      read: () => Promise.reject(new EnvironmentError('the payload cannot be kept', [], 'make room')),
    };
    await assert.rejects(load(withData('{file: orders.json}'), failing), EnvironmentError);
  });

  it('need somebody who reads them', () => {
    const text = HEAD + withData('{file: orders.json}');
    assert.throws(
      () => parseStudy(text, 'f', FAKE_VOCABULARY),
      /factors\.dataset\.file: data cannot be read here/,
    );
  });
});
