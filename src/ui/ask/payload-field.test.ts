import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { parseHTML } from 'linkedom';
import { keepToken, LabError } from '../shell/lab-api.ts';
import { NO_LONGER_HERE } from './asked.ts';
import { PayloadField } from './payload-field.ts';

const PAGE =
  '<div id="drop"><p id="drop-says">Drop a file here</p><input type="file" id="file"><button id="paste-open"></button></div><div id="paste-part" hidden><textarea id="paste"></textarea><button id="paste-take"></button></div><input id="url">';

/** As much of a browser as the field and the token need. */
const BROWSER = ['window', 'sessionStorage'] as const;
const before = BROWSER.map((name) => Object.getOwnPropertyDescriptor(globalThis, name));
let stored: Map<string, string>;
beforeEach(() => {
  stored = new Map();
  const sessionStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  const window = {
    location: { hash: '', pathname: '/ask', search: '' },
    localStorage: { getItem: () => 'token' },
    addEventListener: () => {},
  };
  for (const [name, value] of Object.entries({ window, sessionStorage }))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  keepToken();
});
afterEach(() => {
  mock.restoreAll();
  for (const [i, name] of BROWSER.entries()) {
    if (before[i] === undefined) Reflect.deleteProperty(globalThis, name);
    else Object.defineProperty(globalThis, name, before[i]);
  }
});

function bench(given: () => Promise<void> = async () => {}) {
  const { document } = parseHTML(PAGE);
  const told: string[] = [];
  const field = new PayloadField(document as unknown as Document, {
    mostBytes: async () => 1_000_000,
    replaced: () => void told.push('replaced'),
    async given() {
      told.push('given');
      await given();
    },
    trying: (act) =>
      act().then(
        () => {},
        (thrown: Error) => void told.push(thrown.message),
      ),
  });
  const choose = (name: string, size = 10) => {
    const file = document.getElementById('file')!;
    const chosen = Object.assign(new Blob(['x'.repeat(size)]), { name });
    Object.defineProperty(file, 'files', { value: [chosen], configurable: true });
    file.dispatchEvent(new document.defaultView!.Event('change'));
  };
  return { document, field, told, choose, says: () => document.getElementById('drop-says')!.textContent };
}

async function turns(): Promise<void> {
  for (let i = 0; i < 10; i++) await turn();
}

test('the last data win, however long the earlier ones take', async () => {
  const slow = Promise.withResolvers<void>();
  mock.method(globalThis, 'fetch', async (path: string) => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (name === 'slow.json') await slow.promise;
    return Response.json({ upload: `id of ${name}`, name, bytes: 1_234_567 });
  });
  const { field, told, choose, says } = bench();
  assert.equal(field.source(), null);
  choose('slow.json');
  choose('fast.json');
  await turns();
  slow.resolve();
  await turns();
  assert.deepEqual(field.source(), { upload: 'id of fast.json' });
  assert.equal(says(), 'fast.json, 1\u00a0234\u00a0567 bytes');
  assert.deepEqual(told, ['replaced', 'given']);
  choose('large.json', 1_000_001);
  await turns();
  assert.match(told.at(-1)!, /^large\.json has 1 MB, and the page takes 1 MB/);
  assert.deepEqual(field.source(), { upload: 'id of fast.json' });
});

test('an address stands before what was dropped', async () => {
  mock.method(globalThis, 'fetch', async () => Response.json({ upload: 'u', name: 'a', bytes: 1 }));
  const { document, field, choose } = bench();
  choose('a');
  await turns();
  document.querySelector<HTMLInputElement>('#url')!.value = ' https://a.example/ ';
  assert.deepEqual([field.isUrl, field.source()], [true, { url: 'https://a.example/' }]);
});

test('what was dropped stands again when the page is loaded anew, unless the lab has let it go', async () => {
  const taken = JSON.stringify({ upload: 'u', name: 'orders.json', bytes: 12 });
  stored.set('wirefare-payload', taken);
  const again = bench();
  await again.field.takeAgain();
  assert.deepEqual([again.field.source(), again.told], [{ upload: 'u' }, ['given']]);
  const busy = bench(() => Promise.reject(new LabError({ problem: 'others wait already' }, 400)));
  await assert.rejects(busy.field.takeAgain(), /others wait/);
  assert.deepEqual([busy.field.source(), stored.get('wirefare-payload')], [{ upload: 'u' }, taken]);
  const gone = bench(() => Promise.reject(new LabError({ problem: `u ${NO_LONGER_HERE}` }, 400)));
  await gone.field.takeAgain();
  assert.equal(gone.field.source(), null);
  assert.equal(gone.says(), `orders.json ${NO_LONGER_HERE}`);
  assert.equal(stored.size, 0);
});
