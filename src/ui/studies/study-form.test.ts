import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { parseHTML } from 'linkedom';
import { knownVocabulary } from '../../study/known-vocabulary.ts';
import { editorSchema } from '../../study/reference/editor-schema.ts';
import { studyJsonSchema } from '../../study/reference/json-schema.ts';
import type { StudyPath } from './asked.ts';
import { type FormSchema, fieldKind } from './form-schema.ts';
import { StudyForm } from './study-form.ts';

const SCHEMA = editorSchema(studyJsonSchema(knownVocabulary(['node', 'go'], {}))) as FormSchema;

let document: Document;
let form: HTMLElement;
let changes: [StudyPath, unknown][];
let view: StudyForm;
beforeEach(() => {
  ({ document } = parseHTML('<html><body><form></form></body></html>'));
  form = document.querySelector('form')!;
  changes = [];
  view = new StudyForm(document, form, SCHEMA, (path, value) => changes.push([path, value]));
});

const STUDY = {
  study: 'mine',
  title: '<img src=x>',
  factors: { format: ['json', 'xml'], n: 100, connection: 'warm' },
  compare: [{ factor: 'format', baseline: 'json' }],
  claims: [{ id: 'A' }],
};

function event(element: Element, name: string): void {
  const made = document.createEvent('Event') as Event;
  made.initEvent(name, true, true);
  element.dispatchEvent(made);
}

function named(key: string): HTMLInputElement {
  const match = [...form.querySelectorAll('[data-key]')].find(
    (each) => each.getAttribute('data-key') === key,
  );
  assert.ok(match, key);
  return match as HTMLInputElement;
}

test('every factor of the schema has a field', () => {
  const { factors } = SCHEMA.properties!;
  for (const [name, schema] of Object.entries(factors!.properties!))
    assert.equal(fieldKind(schema, SCHEMA).kind, 'levels', name);
  for (const [name, schema] of Object.entries(SCHEMA.properties!.protocol!.properties!))
    assert.ok(['text', 'choice', 'group'].includes(fieldKind(schema, SCHEMA).kind), name);
});

test('shows what stands in the YAML, as text, and what it has no field for by its name', () => {
  view.show(STUDY, []);
  assert.equal(named('title').getAttribute('value') ?? named('title').value, '<img src=x>');
  assert.equal(form.querySelector('img'), null);
  assert.match(form.textContent!, /claims: in the YAML alone/);
});

test('a level more, a level less, a tick: each is one change of one value, with those made before it', () => {
  view.show(STUDY, []);
  const add = named('factors.format');
  add.value = 'cbor, csv';
  event(add, 'change');
  event(named('factors.format 0'), 'click');
  const n = named('factors.n');
  n.value = '1000';
  event(n, 'change');
  event(named('factors.n 0'), 'click');
  const cold = named('factors.connection cold');
  cold.checked = true;
  event(cold, 'change');
  assert.deepEqual(changes, [
    [
      ['factors', 'format'],
      ['json', 'xml', 'cbor', 'csv'],
    ],
    [
      ['factors', 'format'],
      ['xml', 'cbor', 'csv'],
    ],
    [
      ['factors', 'n'],
      [100, 1000],
    ],
    [['factors', 'n'], 1000],
    [
      ['factors', 'connection'],
      ['warm', 'cold'],
    ],
  ]);
});

test('lists grow and shrink', () => {
  view.show(STUDY, []);
  event(named('parts add'), 'click');
  event(named('compare add'), 'click');
  event(named('compare[0] remove'), 'click');
  assert.deepEqual(
    changes.map(([path]) => path),
    [['parts'], ['compare', 1], ['compare', 0]],
  );
});

test('two changes before it is drawn anew: neither takes the other away', () => {
  view.show(STUDY, []);
  const [warm, cold] = ['warm', 'cold'].map((word) => named(`factors.connection ${word}`));
  cold!.checked = true;
  event(cold!, 'change');
  warm!.checked = false;
  event(warm!, 'change');
  for (const key of ['factors.format 0', 'factors.format 0', 'factors.format 1']) event(named(key), 'click');
  assert.deepEqual(changes, [
    [
      ['factors', 'connection'],
      ['warm', 'cold'],
    ],
    [['factors', 'connection'], 'cold'],
    [['factors', 'format'], 'xml'],
    [['factors', 'format'], null],
  ]);
});

test('a second press on a Remove takes no other entry away, and what comes behind is the entry that it was', () => {
  const compare = ['json', 'xml', 'csv'].map((baseline) => ({ factor: 'format', baseline }));
  view.show({ ...STUDY, compare }, []);
  for (const key of ['compare[0] remove', 'compare[0] remove', 'compare[2] remove'])
    event(named(key), 'click');
  const baseline = named('compare[1].baseline');
  baseline.value = 'cbor';
  event(baseline, 'change');
  event(named('compare add'), 'click');
  assert.deepEqual(changes, [
    [['compare', 0], null],
    [['compare', 1], null],
    [['compare', 0, 'baseline'], 'cbor'],
    [['compare', 1], { factor: 'format', baseline: 'json' }],
  ]);
});

test('what was taken away leaves focus to the field that it was in, or to what adds it again', () => {
  // linkedom knows of no focus.
  let focused: Element | null = null;
  const create = document.createElement.bind(document);
  document.createElement = ((tag: string) => {
    const element = create(tag);
    element.focus = () => {
      focused = element;
    };
    return element;
  }) as typeof document.createElement;
  Object.defineProperty(document, 'activeElement', { get: () => focused });
  const after = (key: string, study: object): string | null => {
    focused = null;
    view.show(STUDY, []);
    const left: Element = named(key);
    focused = left;
    view.show(study, []);
    return focused === left ? null : (focused as Element).getAttribute('data-key');
  };
  const { factors, compare: _, ...others } = STUDY;
  const format = (...left: string[]) => ({ ...STUDY, factors: { ...factors, format: left } });
  assert.equal(after('factors.format 0', format('xml')), 'factors.format 0', 'it has moved up');
  assert.equal(after('factors.format 1', format('json')), 'factors.format');
  assert.equal(after('factors.connection warm', { ...STUDY, factors: { n: 100 } }), 'factors add');
  assert.equal(after('compare[0] remove', { ...others, factors }), 'compare add');
  assert.equal(after('compare[0].baseline', { ...others, factors }), 'compare add');
});

test('what is wrong stands at its field, and what has no field is left to the list', () => {
  const problem = (path: string) => ({ file: 'f', line: 1, path, what: `wrong: ${path}` });
  view.show(STUDY, ['factors.format[1]', 'factors.formt', 'claims[0].id', ''].map(problem));
  const at = (path: string) =>
    [...form.querySelectorAll('[data-path]')]
      .find((each) => each.getAttribute('data-path') === path)!
      .querySelector(':scope > .error')!.textContent;
  assert.equal(at('factors.format'), 'wrong: factors.format[1]');
  assert.equal(at('factors'), 'wrong: factors.formt');
  assert.doesNotMatch(form.textContent!, /wrong: claims/);
});
