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

function bench(given: () => Promise<void> = async () => {}, mostBytes = 1_000_000) {
  const { document } = parseHTML(PAGE);
  const told: string[] = [];
  const field = new PayloadField(document as unknown as Document, {
    mostBytes: async () => mostBytes,
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
  const choose = (name: string, size = 10, more: object = {}) => {
    const file = document.getElementById('file')!;
    const chosen = Object.assign(new Blob(['x'.repeat(size)]), { name, ...more });
    Object.defineProperty(file, 'files', { value: [chosen], configurable: true });
    file.dispatchEvent(new document.defaultView!.Event('change'));
  };
  return { document, field, told, choose, says: () => document.getElementById('drop-says')!.textContent };
}

function typeAddress(document: Document, url: string): void {
  const field = document.querySelector<HTMLInputElement>('#url')!;
  field.value = url;
  const event = document.createEvent('Event');
  event.initEvent('change', true, true);
  field.dispatchEvent(event);
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

test('an address sets the file aside and is what is there again, until it is taken away', async () => {
  mock.method(globalThis, 'fetch', async () =>
    Response.json({ upload: 'u', name: 'orders.json', bytes: 12 }),
  );
  const { document, choose, field, says } = bench();
  const drop = document.getElementById('drop')!;
  choose('orders.json');
  await turns();
  assert.ok(drop.classList.contains('taken'));
  const typed = (url: string) => typeAddress(document, url);
  typed(' https://a.example/ ');
  assert.equal(says(), 'orders.json is set aside: the address below counts');
  assert.ok(!drop.classList.contains('taken'));
  const again = bench();
  await again.field.takeAgain();
  assert.deepEqual([again.field.source(), again.told], [{ url: 'https://a.example/' }, ['given']]);
  typed('');
  assert.equal(says(), 'orders.json, 12 bytes');
  assert.deepEqual(field.source(), { upload: 'u' });
  const last = bench();
  await last.field.takeAgain();
  assert.deepEqual(last.field.source(), { upload: 'u' });
});

test('an address that is typed while a file is on its way is the last that was given', async () => {
  const slow = Promise.withResolvers<void>();
  mock.method(globalThis, 'fetch', async () => {
    await slow.promise;
    return Response.json({ upload: 'u', name: 'slow.json', bytes: 1 });
  });
  const { document, choose, field } = bench();
  choose('slow.json');
  await turns();
  typeAddress(document, 'https://a.example/');
  slow.resolve();
  await turns();
  assert.deepEqual(field.source(), { url: 'https://a.example/' });
});

test('why data did not arrive is told as it is: the file, the way, or a lab that is gone', async () => {
  const isGone = { whole: false };
  mock.method(globalThis, 'fetch', async (path: string) => {
    if (isGone.whole || path.includes('/payload/')) throw new TypeError('Failed to fetch');
    return Response.json({});
  });
  const { told, choose } = bench();
  const toldOf = async (name: string, more = {}) => {
    const { length } = told;
    choose(name, 10, more);
    while (told.length === length) await turn();
    return told.at(-1)!;
  };
  const unreadable = { slice: () => ({ arrayBuffer: () => Promise.reject(new Error('NotReadableError')) }) };
  assert.match(await toldOf('moved.json', unreadable), /^moved\.json cannot be read: it was changed, moved/);
  assert.match(await toldOf('orders.json'), /^orders\.json did not arrive, though the lab answers/);
  isGone.whole = true;
  assert.match(await toldOf('orders.json'), /^The lab does not answer/);
});

test('the lab is asked for room before anything large is sent, so that its refusal can be read', async () => {
  const asked: string[] = [];
  mock.method(globalThis, 'fetch', async (path: string) => {
    asked.push(path);
    const problem = {
      file: 'large.json',
      path: '',
      what: 'is too large to be taken while a run is measured',
    };
    return Response.json({ problem: 'no room', problems: [problem] }, { status: 400 });
  });
  const { told, choose } = bench(undefined, 3_000_000);
  choose('large.json', 2_000_000);
  await turns();
  assert.deepEqual([told, asked], [['no room'], ['/api/ask/room']]);
});

test('whoever starts something while data are on their way means these', async () => {
  const [slow, broken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  mock.method(globalThis, 'fetch', async (path: string) => {
    if (path.endsWith('slow.json')) await slow.promise;
    if (path.endsWith('broken.json')) await broken.promise;
    return Response.json({ upload: `id of ${path}`, name: 'a', bytes: 1 });
  });
  const { field, choose } = bench();
  choose('first.json');
  await turns();
  await field.untilTaken();
  choose('slow.json');
  await turns();
  const started = field.untilTaken().then(() => field.source());
  slow.resolve();
  assert.deepEqual(await started, { upload: 'id of /api/ask/payload/slow.json' });

  choose('broken.json');
  await turns();
  const refused = field.untilTaken();
  broken.reject(new TypeError('Failed to fetch'));
  await assert.rejects(refused, /did not arrive/);
  await field.untilTaken();
  assert.deepEqual(field.source(), { upload: 'id of /api/ask/payload/slow.json' }, 'what stands there');
});
