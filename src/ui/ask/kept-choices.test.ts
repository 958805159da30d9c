import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { parseHTML } from 'linkedom';
import { keepChoices, takeChoicesAgain } from './kept-choices.ts';

const before = Object.getOwnPropertyDescriptor(globalThis, 'sessionStorage');
const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  const value = {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => void stored.set(name, text),
  };
  Object.defineProperty(globalThis, 'sessionStorage', { value, configurable: true });
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'sessionStorage');
  if (before !== undefined) Object.defineProperty(globalThis, 'sessionStorage', before);
});

/** With fields of text in place of lists: linkedom has no value of a list. */
function form(networks: readonly string[]): Document {
  const fields = ['from', 'path', 'today-format', 'today-compression', 'browser', 'budget'];
  const box = (name: string) => `<input type="checkbox" name="network" value="${name}">`;
  const { document } = parseHTML(
    `<main>${fields.map((id) => `<input id="${id}" value="">`).join('')}${box('3g')}
    <details><div id="more-networks">${box('lan')}</div></details>
    <input type="checkbox" id="modelled"></main>`,
  );
  const all = [...document.querySelectorAll('[name=network]')] as unknown as HTMLInputElement[];
  // linkedom knows `checked` as a property alone.
  for (const each of all) each.checked = networks.includes(each.value);
  return document as unknown as Document;
}

const set = (document: Document, id: string, value: string) => {
  (document.getElementById(id) as HTMLInputElement).value = value;
};
const textOf = (document: Document, id: string) => (document.getElementById(id) as HTMLInputElement).value;
const ticked = (document: Document) =>
  [...document.querySelectorAll<HTMLInputElement>('[name=network]')].flatMap(({ checked, value }) =>
    checked ? [value] : [],
  );

test('a form that is loaded anew is set as it was, and what is ticked can be seen', () => {
  const first = form(['lan']);
  set(first, 'today-compression', 'gzip');
  set(first, 'path', 'data.items');
  keepChoices(first);
  const anew = form(['3g']);
  takeChoicesAgain(anew);
  assert.deepEqual([textOf(anew, 'today-compression'), textOf(anew, 'path')], ['gzip', 'data.items']);
  assert.deepEqual(ticked(anew), ['lan']);
  assert.ok(anew.querySelector('details')!.hasAttribute('open'));
});

test('a tab without choices, or with what nobody can read, has the usual ones', () => {
  const fresh = form(['3g']);
  takeChoicesAgain(fresh);
  stored.set('wirefare-choices', '{');
  takeChoicesAgain(fresh);
  assert.deepEqual(ticked(fresh), ['3g']);
});
