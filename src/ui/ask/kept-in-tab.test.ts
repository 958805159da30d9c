import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { keepInTab, keptInTab, tabMark } from './kept-in-tab.ts';

const before = Object.getOwnPropertyDescriptor(globalThis, 'sessionStorage');
const openTab = () => {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => void stored.set(name, text),
    removeItem: (name: string) => void stored.delete(name),
  };
  Object.defineProperty(globalThis, 'sessionStorage', { value: storage, configurable: true });
};
beforeEach(openTab);
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'sessionStorage');
  if (before !== undefined) Object.defineProperty(globalThis, 'sessionStorage', before);
});

test('a tab has the same mark when it is loaded anew, and another tab another', () => {
  assert.deepEqual([tabMark('one'), tabMark('two')], ['one', 'one']);
  openTab();
  assert.equal(tabMark('three'), 'three');
});

test('what is kept is there until it is to be kept no more, where the browser keeps anything', () => {
  keepInTab('data', 'orders');
  assert.equal(keptInTab('data'), 'orders');
  keepInTab('data', null);
  assert.equal(keptInTab('data'), null);
  Object.defineProperty(globalThis, 'sessionStorage', {
    get() {
      throw new Error('not allowed');
    },
    configurable: true,
  });
  keepInTab('data', 'orders');
  assert.deepEqual([keptInTab('data'), tabMark('one'), tabMark('two')], [null, 'one', 'two']);
});
