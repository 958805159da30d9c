import assert from 'node:assert/strict';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { FakeDrivers } from '../../../test/support/drivers/fake-drivers.ts';
import { type FakeHost, fakeHost } from '../../../test/support/host/fake-host.ts';
import { EnvironmentError, UserError } from '../../base/errors.ts';
import type { TargetSettings } from '../../drive/driver.ts';
import type { LabFacts } from '../../ui/lab-facts.ts';
import type { About } from '../../wire/target-contract.ts';
import { runCli } from '../program.ts';
import { WORKS_HERE } from './data-works.ts';
import { realDrivers, type ServeDrivers, type ServeFlags, serve } from './serve.ts';

// The verb with the page's real server; the target is a name and what it says of itself.

const clock = { nowMs: () => performance.now(), date: () => new Date() };
const dir = mkdtempSync(join(tmpdir(), 'wirefare-serve-'));
after(() => rmSync(dir, { recursive: true }));

const FLAGS: ServeFlags = { port: '0', host: '127.0.0.1', target: 'node', records: 'runs' };
const MESSAGES = {
  endpoints: { post: ['http1'] },
  permessageDeflate: false,
  largestBytes: 1_000,
  contents: ['random'],
};

let host: FakeHost;
let fakes: FakeDrivers;
let started: { listenHost: string; settings: TargetSettings }[];
let opened: string[];
let waits: number[];
beforeEach(() => {
  host = fakeHost(dir, clock);
  started = [];
  opened = [];
  waits = [];
});

function drivers(messages: object | null = MESSAGES): ServeDrivers {
  const about = {
    name: 'node',
    version: '9.8.7',
    features: messages === null ? {} : { messages },
  } as unknown as About;
  const start = async () => ({ url: 'http://127.0.0.1:40001', about, close: async () => {} });
  fakes = new FakeDrivers({}, { node: { start } });
  let folder: string | null = null;
  return {
    targets: ['node'],
    startTarget: (name, listenHost, settings) => {
      started.push({ listenHost, settings });
      return fakes.target(name).start(settings);
    },
    certificate: (addresses) => fakes.certificate(addresses),
    open: async (url) => void opened.push(url),
    folder() {
      folder ??= mkdtempSync(join(dir, 'wirefare-'));
      return folder;
    },
    wait: async (ms) => void waits.push(ms),
    forRuns: () => fakes,
    works: WORKS_HERE,
  };
}

/** Its first line, once it stands there. */
async function printedUrl(ended: Promise<unknown>): Promise<string> {
  // Where it failed there is nothing to wait for.
  let over = false;
  ended.catch(() => {
    over = true;
  });
  while (!over && !host.printed().includes('\n')) await new Promise((resolve) => setImmediate(resolve));
  return host.printed().split('\n')[0]!;
}

/** As the page asks, with the token of its address. */
function asked(url: string, path: string, init: RequestInit = {}): Promise<Response> {
  const token = new URLSearchParams(new URL(url).hash.slice(1)).get('token');
  return fetch(new URL(`/api/${path}`, url), { ...init, headers: { Authorization: `Bearer ${token}` } });
}

test('the URL stands first on stdout, the page and the facts of the target behind it, and Ctrl-C ends both', async () => {
  const ended = serve(FLAGS, host, drivers());
  const url = await printedUrl(ended);
  assert.match(url, /^http:\/\/127\.0\.0\.1:\d+\/#token=[0-9a-f]{32}$/);
  assert.match(await (await fetch(new URL('/messages', url))).text(), /What does a message cost\?/);
  assert.match(await (await fetch(new URL('/messages.js', url))).text(), /localStorage/);
  const facts = (await (await asked(url, 'lab')).json()) as LabFacts;
  assert.deepEqual(facts.target, { name: 'node', version: '9.8.7' });
  assert.deepEqual(facts.ports, { http1: 40_001 });
  assert.deepEqual(facts.messages, MESSAGES);
  assert.equal(facts.certificateSha256Base64, 'q80=');
  assert.deepEqual(started[0]!.settings.readers, { origin: new URL(url).origin, hosts: [] });
  assert.deepEqual(opened, []);
  assert.doesNotMatch(host.told(), /plain HTTP/);
  host.interrupt();
  assert.equal(await ended, 0);
  assert.ok(fakes.targets[0]!.isClosed());
  await assert.rejects(fetch(url));
});

test('for other devices it listens where it was told to, with a token behind the #, and the certificate names it', async () => {
  const ended = serve({ ...FLAGS, host: '127.0.0.2' }, host, drivers());
  const url = await printedUrl(ended);
  assert.match(url, /^http:\/\/127\.0\.0\.2:\d+\/#token=[0-9a-f]{32}$/);
  assert.equal((await fetch(new URL('/api/lab', url))).status, 403);
  assert.equal(started[0]!.listenHost, '127.0.0.2');
  assert.match(host.told(), /plain HTTP: whoever can listen there can read its token/);
  assert.deepEqual(fakes.certificates, [['127.0.0.2']]);
  assert.deepEqual(started[0]!.settings.readers, { origin: new URL(url).origin, hosts: ['127.0.0.2'] });
  host.interrupt();
  await ended;
});

test('dropped data lie in the folder that goes with the lab, however it ends', async () => {
  const ended = serve(FLAGS, host, drivers());
  const url = await printedUrl(ended);
  const kept = () => globSync('wirefare-*/page-*/*/private.json', { cwd: dir });
  assert.equal((await asked(url, 'ask/payload/private.json', { method: 'PUT', body: '[1]' })).status, 200);
  assert.equal(kept().length, 1);
  host.interrupt();
  await ended;
  assert.deepEqual(kept(), []);
});

test('however many runs are made and targets started, the lab has no more folders and guardians', async () => {
  const tempDir = mkdtempSync(join(dir, 'temporary-'));
  const there = { ...host, tempDir };
  const real = realDrivers(there);
  real.folder();
  for (let run = 0; run < 3; run++) await real.forRuns(there).certificate([]);
  await real.certificate([]);
  assert.equal(globSync('wirefare-*', { cwd: tempDir }).length, 2);
  assert.equal(globSync('wirefare-*/tls-*', { cwd: tempDir }).length, 4);
});

test('--open opens the page, and where that fails it is there all the same', async () => {
  const ended = serve({ ...FLAGS, open: true }, host, {
    ...drivers(),
    open: async () => {
      throw new EnvironmentError('find xdg-open: there is none', [], 'install it');
    },
  });
  const url = await printedUrl(ended);
  while (!host.told().includes('cannot be opened')) await new Promise((resolve) => setImmediate(resolve));
  assert.equal((await fetch(url)).status, 200);
  host.interrupt();
  assert.equal(await ended, 0);
  const again = fakeHost(dir, clock);
  again.interrupt();
  await serve({ ...FLAGS, open: true }, again, drivers());
  assert.equal(opened.length, 1);
});

test('what is opened for you has the token in a file that is yours alone, until the page has asked', async () => {
  const ended = serve({ ...FLAGS, open: true }, host, drivers());
  const url = await printedUrl(ended);
  while (opened.length === 0) await new Promise((resolve) => setImmediate(resolve));
  const [path] = opened as [string];
  assert.ok(!path.includes(new URL(url).hash.slice('#token='.length)), 'every user sees arguments');
  assert.equal(statSync(path).mode & 0o777, 0o600);
  const text = readFileSync(path, 'utf8');
  assert.ok(text.includes(`location.replace("${url}")`), text);
  assert.match(text, /<meta name="referrer" content="no-referrer">/);
  await fetch(new URL('/ask', url));
  assert.ok(existsSync(path), 'anybody may ask for the page');
  await asked(url, 'lab');
  assert.ok(!existsSync(path));
  host.interrupt();
  await ended;
});

test('a target that ends by itself is started again, and the page stays as it is', async () => {
  let nowMs = 0;
  const later = { nowMs: () => nowMs, date: () => new Date() };
  host = fakeHost(dir, later);
  const ended = serve(FLAGS, host, drivers());
  const url = await printedUrl(ended);
  nowMs = 60_000;
  await fakes.targets[0]!.exit({ code: 7, lastWords: 'out of memory' });
  while (fakes.targets.length < 2) await new Promise((resolve) => setImmediate(resolve));
  assert.match(host.told(), /code 7: out of memory; it is started again/);
  assert.equal((await asked(url, 'lab')).status, 200);
  assert.equal(host.printed().trim(), url, 'its address is told once');
  host.interrupt();
  assert.equal(await ended, 0);
  assert.ok(fakes.targets.every((target) => target.isClosed()));
});

test('a target that ends as soon as it is up ends the page, with its last words', async () => {
  const ended = serve(FLAGS, host, drivers());
  const url = await printedUrl(ended);
  await fakes.targets[0]!.exit({ code: 7, lastWords: 'out of memory' });
  await assert.rejects(
    ended,
    (error) => error instanceof EnvironmentError && /code 7: out of memory/.test(error.message),
  );
  await assert.rejects(fetch(url));
});

test('a target that does not come up again ends neither the lab nor a run in it, and is tried ever less often', async () => {
  let nowMs = 0;
  host = fakeHost(dir, { nowMs: () => nowMs, date: () => new Date() });
  const fake = drivers();
  let refusals = 0;
  const startTarget: ServeDrivers['startTarget'] = (...given) => {
    if (refusals-- > 0) throw new EnvironmentError('find java: there is none', [], 'install it');
    return fake.startTarget(...given);
  };
  const ended = serve(FLAGS, host, { ...fake, startTarget });
  const url = await printedUrl(ended);
  // The page's turn of messages is a job that measures; nothing is started beside it.
  const leaving = new AbortController();
  const turn = await asked(url, 'messages/turn', { signal: leaving.signal });
  const reader = turn.body!.getReader();
  const first = new TextDecoder().decode((await reader.read()).value);
  assert.match(first, /"state":"going"/);
  [nowMs, refusals] = [60_000, 3];
  await fakes.targets[0]!.exit({ code: 7, lastWords: 'out of memory' });
  while (!host.told().includes('started again')) await new Promise((resolve) => setImmediate(resolve));
  const refused = await asked(url, 'lab');
  assert.equal(refused.status, 409);
  assert.match(
    ((await refused.json()) as { problem: string }).problem,
    /is not there.*code 7: out of memory/,
  );
  assert.equal((await asked(url, 'records')).status, 200, 'all else goes on');
  assert.deepEqual([started.length, waits], [1, []]);
  leaving.abort();
  while (started.length < 2) await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(waits, [1_000, 2_000, 4_000]);
  while ((await asked(url, 'lab')).status !== 200) await new Promise((resolve) => setImmediate(resolve));
  host.interrupt();
  assert.equal(await ended, 0);
});

test('a target without messages is refused and closed again', async () => {
  await assert.rejects(serve(FLAGS, host, drivers(null)), /--target: target node carries no messages/);
  assert.ok(fakes.targets[0]!.isClosed());
  assert.equal(host.printed(), '');
});

test('Ctrl-C while it starts is no bug, whatever the start ended with', async () => {
  const startTarget = async () => {
    host.interrupt();
    throw new Error('The service was stopped');
  };
  assert.equal(await serve(FLAGS, host, { ...drivers(), startTarget }), 130);
  assert.equal(host.printed(), '');
});

test('flags that cannot be are refused before anything is started', async () => {
  for (const flags of [
    { port: '-1' },
    { port: '65536' },
    { port: '80a' },
    { host: 'example.org' },
    { host: '::1' },
    { target: 'tomcat' },
  ])
    await assert.rejects(serve({ ...FLAGS, ...flags }, host, drivers()), UserError, JSON.stringify(flags));
  assert.deepEqual(started, []);
});

test('the help names the verb and its flags', async () => {
  await runCli(['serve', '--help'], host);
  for (const flag of ['--port', '--host', '--target', '--open'])
    assert.ok(host.printed().includes(flag), flag);
});
