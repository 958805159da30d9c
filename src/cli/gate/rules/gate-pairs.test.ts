import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Cell } from '../../../factors/cell.ts';
import type { PlannedCell } from '../../../plan/plan.ts';
import type { Study } from '../../../study/study.ts';
import type { BaseRecord } from '../sides/gate-record.ts';
import { LIKENESS, LIKENESS_OF_URLS, pairsOfOneRun, pairsWithRecord } from './gate-pairs.ts';

const REQUEST = {
  kind: 'request',
  dataset: 'book',
  n: 3,
  format: 'xml',
  codec: 'DOMParser',
  encoder: 'SimpleXML',
  compression: { coding: 'none', level: null },
  procedure: 'e1',
  computation: 'none',
  network: 'none',
  connection: 'warm',
  protocol: 'http1',
  browser: 'chromium',
  target: 'base',
  thread: 'main',
  clients: { count: 0, perSecondEach: null, ask: 'target' },
  cpu: 1,
} as unknown as Cell;

const cell = (id: string, factors: object): PlannedCell =>
  ({ id, part: 'main', factors: { ...REQUEST, ...factors }, twinOf: null, skip: null }) as PlannedCell;
const of = (target: string, ...encoders: readonly string[]) =>
  encoders.map((encoder) => cell(`${encoder} ${target}`, { target, encoder }));
const said = (pairs: ReturnType<typeof pairsOfOneRun>) => pairs.map(({ base, head }) => `${base} | ${head}`);

test('every encoder of head is held against the same one of base', () => {
  const both = [...of('base', 'SimpleXML', 'XMLWriter'), ...of('head', 'SimpleXML', 'XMLWriter')];
  assert.deepEqual(said(pairsOfOneRun(both, ['base', 'head'], LIKENESS)), [
    'SimpleXML base | SimpleXML head',
    'XMLWriter base | XMLWriter head',
  ]);
  const fewer = [...of('base', 'SimpleXML', 'XMLWriter'), ...of('head', 'XMLWriter')];
  assert.deepEqual(said(pairsOfOneRun(fewer, ['base', 'head'], LIKENESS)), [
    'XMLWriter base | XMLWriter head',
  ]);
});

test('what only one side has is held against what is left over of the other', () => {
  const others = [...of('base', 'a', 'b', 'c'), ...of('head', 'x', 'b', 'y')];
  assert.deepEqual(said(pairsOfOneRun(others, ['base', 'head'], LIKENESS)), [
    'a base | x head',
    'b base | b head',
    'c base | y head',
  ]);
  const more = [...of('base', 'a'), ...of('head', 'x', 'a')];
  assert.deepEqual(said(pairsOfOneRun(more, ['base', 'head'], LIKENESS)), ['a base | a head']);
  const urls = [cell('u', { format: 'json' }), cell('v', { target: 'head', format: 'xml' })];
  assert.deepEqual(said(pairsOfOneRun(urls, ['base', 'head'], LIKENESS_OF_URLS)), ['u | v']);
});

const STUDY = { payloads: [], networks: [] } as unknown as Study;
const recorded = (...cells: readonly PlannedCell[]) =>
  ({ record: { run: { study: STUDY } }, cells }) as unknown as BaseRecord;

test('of a record too every encoder is held against itself', () => {
  const base = recorded(...of('head', 'SimpleXML', 'XMLWriter'));
  const head = of('head', 'SimpleXML', 'XMLWriter');
  assert.deepEqual(said(pairsWithRecord(base, head, STUDY, false)), [
    'SimpleXML head | SimpleXML head',
    'XMLWriter head | XMLWriter head',
  ]);
});

test('a URL is held against what a record asked in the same way, and against nothing else', () => {
  const head = [cell('now', { target: 'head' })];
  const ways = [
    cell('as now', {}),
    cell('in firefox', { browser: 'firefox' }),
    cell('cold', { connection: 'cold' }),
    cell('in a worker', { thread: 'worker' }),
  ];
  assert.deepEqual(said(pairsWithRecord(recorded(...ways), head, STUDY, true)), ['as now | now']);
  assert.deepEqual(said(pairsWithRecord(recorded(...ways.toReversed()), head, STUDY, true)), [
    'as now | now',
  ]);
  assert.deepEqual(pairsWithRecord(recorded(...ways.slice(1)), head, STUDY, true), []);
});
