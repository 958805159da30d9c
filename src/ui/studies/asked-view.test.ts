import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { parseHTML } from 'linkedom';
import { openLabWindow } from '../../../test/support/ui/lab-window.ts';
import type { ResumableRecord } from './asked.ts';
import { showAsked } from './asked-view.ts';

const RECORD: ResumableRecord = {
  name: 'a b',
  title: 'Two formats',
  status: 'interrupted',
  says: '3 of 9 sessions',
  refusal: null,
  share: null,
  otherMachine: null,
  notKept: { headers: [], addresses: [] },
  certificate: null,
};

/** linkedom knows of no focus: what was reached by it stands in `reached`. */
function page() {
  const { document } = parseHTML('<section id="asked" hidden></section>');
  const reached: string[] = [];
  const create = document.createElement.bind(document);
  Object.assign(document, {
    createElement(tag: string) {
      const made = create(tag);
      return Object.assign(made, { focus: () => void reached.push(made.textContent!) });
    },
  });
  return { document, reached };
}

test('a link leads to what it asks for, and never to the button that starts it', async () => {
  const closeWindow = openLabWindow('/studies');
  const fetched = mock.method(globalThis, 'fetch', async () => Response.json(RECORD));
  try {
    for (const [words, heading] of [
      ['record=a+b', 'Go on with a b'],
      ['record=a+b&mbits=8&rtt=40&n=100', 'Measure 8.00 Mbit/s and 40.0 ms, 100 objects'],
    ] as const) {
      const { document, reached } = page();
      await showAsked(document, new URLSearchParams(words), () => assert.fail('nothing was started'));
      assert.deepEqual(reached, [heading]);
      assert.equal(document.querySelector('h2')!.getAttribute('tabindex'), '-1');
      assert.equal(document.querySelector('textarea'), null, 'it lacks nothing');
    }
  } finally {
    fetched.mock.restore();
    closeWindow();
  }
});

test('a share has no fields for more, and a point of another machine’s record says what that means', async () => {
  const closeWindow = openLabWindow('/studies');
  const shown = async (record: Partial<ResumableRecord>, words: string) => {
    const fetched = mock.method(globalThis, 'fetch', async () => Response.json({ ...RECORD, ...record }));
    const { document } = parseHTML('<section id="asked" hidden></section>');
    const create = document.createElement.bind(document);
    Object.assign(document, { createElement: (tag: string) => Object.assign(create(tag), { focus() {} }) });
    try {
      await showAsked(document, new URLSearchParams(words), () => assert.fail('nothing was started'));
    } finally {
      fetched.mock.restore();
    }
    return {
      fields: document.querySelectorAll('input').length,
      text: document.querySelector('#asked')!.textContent!,
    };
  };
  const point = 'record=a+b&mbits=8&rtt=40&n=100';
  try {
    assert.equal((await shown({}, 'record=a+b')).fields, 2);
    const share = await shown({ share: '1/3' }, 'record=a+b');
    assert.equal(share.fields, 0);
    assert.match(share.text, /It is share 1\/3 of a plan, which is fixed/);
    assert.doesNotMatch((await shown({}, point)).text, /not compared/);
    const other = await shown({ otherMachine: 'a b was measured on another machine' }, point);
    assert.match(other.text, /a b was measured on another machine: both stand there, and are not compared/);
  } finally {
    closeWindow();
  }
});

test('what a record does not keep of its URLs is given again, in a field each', async () => {
  const closeWindow = openLabWindow('/studies');
  const notKept = { headers: ['x-api-key'], addresses: ['https://a.example/orders?key=…'] };
  const fetched = mock.method(globalThis, 'fetch', async () => Response.json({ ...RECORD, notKept }));
  try {
    const { document } = page();
    const started: unknown[] = [];
    await showAsked(document, new URLSearchParams('record=a+b'), async (path, body) => {
      started.push([path, body]);
    });
    const labels = [...document.querySelectorAll('label')].map(({ textContent }) => textContent!);
    for (const name of ['Headers', 'Whole addresses'])
      assert.ok(
        labels.some((label) => label.startsWith(`${name} `)),
        name,
      );
    const headers = document.querySelector<HTMLTextAreaElement>('#asked-headers')!;
    const addresses = document.querySelector<HTMLTextAreaElement>('#asked-addresses')!;
    assert.equal(headers.getAttribute('placeholder'), 'x-api-key: …');
    headers.value = 'X-Api-Key: 1';
    addresses.value = 'https://a.example/orders?key=2';
    document.querySelector('form')!.dispatchEvent(new document.defaultView!.Event('submit'));
    for (let i = 0; i < 5; i++) await turn();
    const [header, url] = [headers.value, addresses.value];
    const flags = { budget: '', precision: '', header, url, certificate: '' };
    assert.deepEqual(started, [['studies/start/resume', { record: 'a b', flags }]]);
  } finally {
    fetched.mock.restore();
    closeWindow();
  }
});

test('which certificates are taken of a record’s servers stays as it was until somebody changes it', async () => {
  const closeWindow = openLabWindow('/studies');
  const sent = async (certificate: ResumableRecord['certificate'], isTicked: boolean | null) => {
    const fetched = mock.method(globalThis, 'fetch', async () => Response.json({ ...RECORD, certificate }));
    const { document } = page();
    const started: string[] = [];
    try {
      await showAsked(document, new URLSearchParams('record=a+b'), async (_, body) => {
        started.push((body as { flags: { certificate: string } }).flags.certificate);
      });
    } finally {
      fetched.mock.restore();
    }
    const box = document.querySelector<HTMLInputElement>('#asked-insecure');
    const before = box?.checked ?? null;
    if (isTicked !== null) box!.checked = isTicked;
    document.querySelector('form')!.dispatchEvent(new document.defaultView!.Event('submit'));
    for (let i = 0; i < 5; i++) await turn();
    return [before, ...started];
  };
  try {
    assert.deepEqual(await sent(null, null), [null, ''], 'none of its URLs is over TLS');
    assert.deepEqual(await sent('any', null), [true, '']);
    assert.deepEqual(await sent('any', false), [true, 'trusted']);
    assert.deepEqual(await sent('trusted', null), [false, '']);
    assert.deepEqual(await sent('trusted', true), [false, 'any']);
  } finally {
    closeWindow();
  }
});
