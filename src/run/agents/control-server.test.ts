import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { get as getPlain } from 'node:http';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { EnvironmentError } from '../../base/errors.ts';
import { makeCertificate } from '../../drive/targets/certificate.ts';
import { AGENT_PROTOCOL_VERSION, type Registration } from '../../wire/agent-protocol.ts';
import { AgentDesk } from './agent-desk.ts';
import { ControlServer } from './control-server.ts';

const control = new ControlServer('export {}');
let desk: AgentDesk;
let origin: string;
let token: string;

before(async () => {
  await control.listen();
  desk = new AgentDesk();
  const { pageUrl } = control.open({
    desk,
    original: (cell, message) => (cell === 'json' ? Promise.resolve([{ title: 'a', message }]) : null),
  });
  origin = new URL(pageUrl).origin;
  token = tokenOf(pageUrl);
});
after(() => control.close());

function registration(over: Partial<Registration> = {}): Registration {
  return {
    protocol: AGENT_PROTOCOL_VERSION,
    token,
    engine: 'node',
    engineVersion: '24',
    userAgent: 'node',
    cores: 2,
    clockStepUs: 0.1,
    crossOriginIsolated: true,
    visible: true,
    codecs: ['json/JSON.parse'],
    transports: [],
    protocols: ['http1'],
    timeOriginMs: 0,
    ...over,
  };
}

function tokenOf(pageUrl: string): string {
  return new URLSearchParams(new URL(pageUrl).hash.slice(1)).get('token')!;
}

/** What its agent is called from then on. */
async function registered(pageUrl: string): Promise<string> {
  const answer = await post('/agent/register', registration({ token: tokenOf(pageUrl) }));
  return ((await answer.json()) as { agent: string }).agent;
}

/** The answer of a lab on this machine, asked under another name, as by a site whose name leads here. */
function askedAs(host: string, port: string, path = '/'): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    getPlain({ host: '127.0.0.1', port, path, headers: { host } }, async (answer) =>
      resolve({ status: answer.statusCode!, text: (await answer.toArray()).join('') }),
    ).on('error', reject);
  });
}

function post(path: string, body: unknown): Promise<Response> {
  return fetch(origin + path, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

test('the page is cross-origin isolated and never cached', async () => {
  const page = await fetch(origin);
  assert.equal(page.headers.get('cross-origin-opener-policy'), 'same-origin');
  assert.equal(page.headers.get('cross-origin-embedder-policy'), 'require-corp');
  assert.equal(page.headers.get('cache-control'), 'no-store');
});

test('a site whose name was made to lead here gets nothing of the lab', async () => {
  const { port } = new URL(origin);
  for (const path of ['/', '/agent.js', '/agent/next', '/agent/guess/job'])
    for (const host of [`evil.example:${port}`, 'evil.example', `127.0.0.1.evil.example:${port}`]) {
      const { status, text } = await askedAs(host, port, path);
      assert.equal(status, 421, `${host}${path}`);
      assert.match(text, /"problem":"this lab is not to be found under that name"/);
    }
  assert.equal((await askedAs(`localhost:${port}`, port)).status, 200);
});

test('registration without the token is refused', async () => {
  assert.equal((await post('/agent/register', registration({ token: 'guess' }))).status, 403);
});

test('a registration that is not of the protocol is refused with every problem', async () => {
  const answer = await post('/agent/register', { ...registration(), clockStepUs: -1, cores: 'two', more: 1 });
  assert.equal(answer.status, 400);
  const { problems } = (await answer.json()) as { problems: string[] };
  assert.equal(problems.length, 3);
});

test('rubbish instead of JSON is refused', async () => {
  assert.equal((await post('/agent/register', 'rubbish')).status, 400);
});

test('an agent registers once, asks for the original, and is refused what was not asked for', async () => {
  const answer = await post('/agent/register', registration());
  assert.equal(answer.status, 200);
  const { agent } = (await answer.json()) as { agent: string };
  assert.equal((await post('/agent/register', registration())).status, 409);
  const original = await fetch(`${origin}/agent/${agent}/original?cell=json`);
  assert.deepEqual(await original.json(), [{ title: 'a', message: 0 }]);
  const third = await fetch(`${origin}/agent/${agent}/original?cell=json&message=2`);
  assert.deepEqual(await third.json(), [{ title: 'a', message: 2 }]);
  assert.equal((await fetch(`${origin}/agent/${agent}/original?cell=other`)).status, 404);
  const unasked = { samples: [], blocks: [], voided: [], done: true, wallMs: 0 };
  assert.equal((await post(`/agent/${agent}/samples`, unasked)).status, 409);
  assert.equal((await post('/agent/nobody/samples', unasked)).status, 404);
});

test('what stands among a browser’s arguments is no agent: it takes no work and posts nothing', async () => {
  const { pageUrl, close } = control.open({ desk: new AgentDesk(), original: () => null });
  const own = tokenOf(pageUrl);
  assert.notEqual(await registered(pageUrl), own);
  assert.equal((await post(`/agent/${own}/checks`, [])).status, 404);
  assert.deepEqual(await (await fetch(`${origin}/agent/${own}/job`)).json(), { kind: 'end' });
  close();
});

test('a body larger than the lab takes is refused, and of nobody’s agent it is not even kept', async () => {
  const { pageUrl, close } = control.open({ desk: new AgentDesk(), original: () => null });
  const own = await registered(pageUrl);
  const large = 'x'.repeat(65 * 1024 * 1024);
  assert.equal((await post(`/agent/${own}/checks`, large)).status, 413);
  assert.equal((await post('/agent/nobody/checks', large)).status, 404);
  assert.equal((await post('/agent/register', 'x'.repeat(65 * 1024))).status, 413);
  close();
});

test('broken numbers, unknown members and lists without end are refused, and the lab goes on', async () => {
  const fresh = new AgentDesk();
  const { pageUrl, close } = control.open({ desk: fresh, original: () => null });
  const own = await registered(pageUrl);
  void fresh.check({ kind: 'check', cells: [], timeoutMs: 1 });
  const result = {
    cell: 'json',
    difference: null,
    bytesEncoded: 1,
    bytesDecoded: 1,
    contentEncoding: '',
    compared: 1,
  };
  const refused = [
    '[{"cell":"json"',
    '{"__proto__":{"cells":[]}}',
    JSON.stringify([{ ...result, bytesEncoded: null }]),
    JSON.stringify([{ ...result, bytesEncoded: -1 }]),
    JSON.stringify([{ ...result, cell: 'x'.repeat(2_000) }]),
    JSON.stringify([{ ...result, more: 1 }]),
    JSON.stringify(Array(10_001).fill(result)),
  ];
  for (const body of refused) {
    assert.equal((await post(`/agent/${own}/checks`, body)).status, 400, body.slice(0, 60));
  }
  assert.equal((await post(`/agent/${own}/checks`, [result])).status, 200);
  close();
  assert.deepEqual(await (await fetch(`${origin}/agent/${own}/job`)).json(), { kind: 'end' });
});

test('an agent that asks twice for work gets it once, where it asked last', async () => {
  const fresh = new AgentDesk();
  const first = fresh.takeJob();
  const second = fresh.takeJob();
  assert.equal((await first).kind, 'wait');
  fresh.end();
  assert.equal((await second).kind, 'end');
});

test('a port that is in use is a gap of the environment', async () => {
  const other = new ControlServer('');
  const port = Number(new URL(origin).port);
  await assert.rejects(other.listen(port), (thrown: unknown) => {
    assert.ok(thrown instanceof EnvironmentError);
    assert.match(thrown.tried[0]!, /EADDRINUSE/);
    return true;
  });
});

test('an agent outside waits for a session, joins it once, and finds the next at the same URL', async () => {
  const session = () => ({ desk: new AgentDesk(), original: () => null });
  const url = new URL(control.outsideUrl);
  const key = new URLSearchParams(url.hash.slice(1)).get('key');
  const next = async () => {
    const response = await fetch(`${origin}/agent/next?key=${key}`);
    return (await response.json()) as { kind: string; token?: string };
  };
  const waiting = next();
  const first = control.openOutside(session());
  const { kind, token: joined } = await waiting;
  assert.equal(kind, 'join');
  assert.equal((await post('/agent/register', registration({ token: joined! }))).status, 200);
  first.close();
  const second = control.openOutside(session());
  assert.equal(second.pageUrl, first.pageUrl);
  assert.notEqual((await next()).token, joined);
  second.close();
  assert.equal((await fetch(`${origin}/agent/next?key=guess`)).status, 404);
});

test('a device outside is there while it waits and in its session, and is told to whoever asks', async () => {
  const told: (readonly string[])[] = [];
  control.whenPresentChange((devices) => void told.push(devices));
  const key = new URLSearchParams(new URL(control.outsideUrl).hash.slice(1)).get('key');
  const waiting = fetch(`${origin}/agent/next?key=${key}&device=phone`);
  await fetch(`${origin}/agent/next?key=guess&device=guess`);
  const session = control.openOutside({ desk: new AgentDesk(), original: () => null });
  const { token } = (await (await waiting).json()) as { token: string };
  assert.deepEqual(told, [['phone']], 'a wrong key is nobody');
  assert.equal((await post('/agent/register', registration({ token, device: 'phone' }))).status, 200);
  session.close();
  assert.deepEqual(told, [['phone']], 'it may come back');
  control.whenPresentChange(() => {});
});

test('a page outside in the browser that follows the run is known as that, and one of the lab’s own is not', async () => {
  const asked: unknown[] = [];
  control.askWhoWatches((browser) => {
    asked.push(browser);
    return browser.userAgent === 'the watching one';
  });
  const watches = async (userAgent: string, device: object) => {
    const own = new AgentDesk();
    const session = control.openOutside({ desk: own, original: () => null });
    const key = new URLSearchParams(new URL(control.outsideUrl).hash.slice(1)).get('key');
    const { token } = (await (await fetch(`${origin}/agent/next?key=${key}`)).json()) as { token: string };
    await fetch(`${origin}/agent/register`, {
      ...{ method: 'POST', headers: { 'User-Agent': userAgent } },
      body: JSON.stringify(registration({ token, ...device })),
    });
    session.close();
    return own.isWatching;
  };
  assert.equal(await watches('the watching one', { device: 'laptop' }), true);
  assert.equal(await watches('another', { device: 'phone' }), false);
  assert.equal(await watches('the watching one', {}), false);
  assert.deepEqual(asked, [
    { address: '127.0.0.1', userAgent: 'the watching one' },
    { address: '127.0.0.1', userAgent: 'another' },
  ]);
  control.askWhoWatches(() => false);
});

test('a page outside that is closed while it waits does not take the next one’s session', async () => {
  const key = new URLSearchParams(new URL(control.outsideUrl).hash.slice(1)).get('key');
  const page = new AbortController();
  const closed = fetch(`${origin}/agent/next?key=${key}`, { signal: page.signal });
  // Whatever is answered later than that was taken in later.
  await fetch(`${origin}/favicon.ico`);
  page.abort();
  await assert.rejects(closed);
  await fetch(`${origin}/favicon.ico`);
  const session = control.openOutside({ desk: new AgentDesk(), original: () => null });
  const response = await fetch(`${origin}/agent/next?key=${key}`, { signal: AbortSignal.timeout(5_000) });
  assert.equal(((await response.json()) as { kind: string }).kind, 'join');
  session.close();
});

test('where agents outside may come, the lab’s own browsers still find it on loopback: a secure context', async () => {
  const open = new ControlServer('');
  await open.listen(0, { host: '192.0.2.7', tls: null });
  const { pageUrl } = open.open({ desk: new AgentDesk(), original: () => null });
  assert.match(pageUrl, /^http:\/\/127\.0\.0\.1:\d+\/#token=/);
  assert.match(open.outsideUrl, /^http:\/\/192\.0\.2\.7:\d+\/#key=/);
  const { port } = new URL(pageUrl);
  const page = (host: string) => askedAs(`${host}:${port}`, port);
  assert.match((await page('192.0.2.7')).text, /the network between this device and 192\.0\.2\.7/);
  assert.doesNotMatch((await page('127.0.0.1')).text, /the network between/);
  assert.equal((await page('evil.example')).status, 421);
  await open.close();
});

test('with a certificate, other machines find the page over HTTPS, and by plain HTTP what says how to trust it', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'wirefare-control-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const made = await makeCertificate(folder, [], new Date(), { withAuthority: true });
  const [key, cert] = [readFileSync(made.keyFile, 'utf8'), readFileSync(made.certFile, 'utf8')];
  const lab = new ControlServer('script()');
  t.after(() => lab.close());
  await lab.listen(0, { host: 'localhost', tls: { key, cert }, authority: made.authority! });
  assert.match(lab.outsideUrl, /^https:\/\/localhost:\d+\/#key=/);
  const session = { desk: new AgentDesk(), original: () => null };
  assert.match(lab.open(session, true).pageUrl, /^https:\/\/localhost:\d+\/#token=/);
  assert.match(lab.open(session).pageUrl, /^http:\/\/127\.0\.0\.1:\d+\/#token=/);

  const ca = made.authority!.certificate;
  const read = (url: string) =>
    new Promise<{ headers: Record<string, unknown>; text: string }>((resolve, reject) => {
      get(url, { ca, agent: false }, async (response) => {
        resolve({ headers: response.headers, text: (await response.toArray()).join('') });
      }).on('error', reject);
    });
  const { headers, text } = await read(lab.outsideUrl);
  assert.equal(headers['cross-origin-opener-policy'], 'same-origin');
  assert.match(text, /the network between this device and localhost/);
  const job = await read(`${new URL(lab.outsideUrl).origin}/agent/guess/job`);
  assert.deepEqual(JSON.parse(job.text), { kind: 'end' });

  const { url, sha256Fingerprint } = lab.trust!;
  const plain = await (await fetch(url)).text();
  assert.ok(plain.includes(sha256Fingerprint) && !plain.includes(new URL(lab.outsideUrl).hash));
  assert.equal(await (await fetch(`${url}authority.crt`)).text(), ca);
  for (const asked of ['agent.js', 'agent/guess/job', 'agent/next'])
    assert.equal((await fetch(url + asked)).status, 404, asked);
});

test('where the page is plain and some of what it asks is not, the page that says how to trust says so', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'wirefare-control-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const { authority } = await makeCertificate(folder, [], new Date(), { withAuthority: true });
  const lab = new ControlServer('script()');
  t.after(() => lab.close());
  await lab.listen(0, { host: 'localhost', tls: null, authority: authority! });
  assert.match(lab.outsideUrl, /^http:\/\/localhost:\d+\/#key=/);
  assert.equal(lab.trust!.isNeeded, true);
  const page = await (await fetch(lab.trust!.url)).text();
  assert.ok(page.includes(authority!.sha256Fingerprint) && page.includes(new URL(lab.outsideUrl).origin));
  assert.match(
    page,
    /for <code>localhost<\/code>, names that end in it and the\s+device’s own <code>localhost</,
  );
  assert.match(page, /comes by plain HTTP, as this study asks for some cells by\s<code>http1<\/code>/);
  assert.doesNotMatch(page, /Proceed|5 to 20/);
  assert.equal(await (await fetch(`${lab.trust!.url}authority.crt`)).text(), authority!.certificate);
});
