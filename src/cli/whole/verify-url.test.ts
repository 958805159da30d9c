// What verify says of a URL: of a target, and of an API that somebody has and that is none.

import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { after, before, test } from 'node:test';
import { fakeHost } from '../../../test/support/host/fake-host.ts';
import { readOutput } from '../../../test/support/outputs/read-output.ts';
import { type Problem, UserError } from '../../base/errors.ts';
import { verify } from '../verify.ts';

const clock = { nowMs: () => performance.now(), date: () => new Date() };

const ABOUT = {
  contract: 1,
  name: 'mine',
  version: '1',
  versions: {},
  features: { datasets: [], maxN: 1, formats: {}, compressions: { none: [] }, computations: ['none'] },
};

let api: Server;
let target: Server;
before(async () => {
  api = createServer((request, response) => {
    response.statusCode = request.url === '/orders?page=1' ? 200 : 404;
    response.end('[]');
  });
  // What it answers to all else is no matter here.
  target = createServer((_request, response) =>
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(ABOUT)),
  );
  for (const server of [api, target])
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
after(() => {
  for (const server of [api, target]) {
    server.close();
    server.closeAllConnections();
  }
});

function originOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('an API that is no target is told so, with the URL that was asked and what measures it as it stands', async () => {
  const host = fakeHost(tmpdir(), clock);
  const url = `${originOf(api)}/orders?page=1`;
  assert.equal(await verify(url, { fast: true }, host), 4);
  assert.ok(host.printed().includes(`GET ${originOf(api)}/about answered 404, not 200`), host.printed());
  assert.ok(host.told().includes(`There is no target at ${originOf(api)}`), host.told());
  assert.ok(host.told().includes(`wirefare measure '${url}'\n`), host.told());
  assert.match(host.told(), /targets\/template\/README\.md/);
});

test('no secret of a URL is shown, and what a shell would read is quoted', async () => {
  const host = fakeHost(tmpdir(), clock);
  const url = `${originOf(api).replace('//', '//ada:hidden-1@')}/orders?api_key=hidden-2&page=1`;
  await verify(url, { fast: true }, host);
  assert.doesNotMatch(host.told() + host.printed(), /hidden/);
  const quoted = `"${originOf(api).replace('//', '//$LOGIN:$PASSWORD@')}/orders?api_key=$API_KEY&page=1"`;
  assert.ok(host.told().includes(`wirefare measure ${quoted}\n`), host.told());
  const plain = fakeHost(tmpdir(), clock);
  await verify(`${originOf(api)}/orders`, { fast: true }, plain);
  assert.ok(plain.told().includes(`wirefare measure ${originOf(api)}/orders\n`), plain.told());
});

test('a URL over TLS is told why it is not verified, and what measures it', async () => {
  const told = async (url: string) => {
    const refused = verify(url, { fast: true }, fakeHost(tmpdir(), clock));
    const { message } = await refused.then(
      () => assert.fail('nothing was refused'),
      (thrown) => thrown,
    );
    return message as string;
  };
  assert.match(
    await told('https://localhost:3443/orders?api_key=hidden'),
    /^verify: .* over plain HTTP, .* measured as it stands: wirefare measure "https:\/\/localhost:3443\/orders\?api_key=\$API_KEY"$/,
  );
  assert.match(await told('HTTPS://localhost:3443/'), /wirefare measure https:\/\/localhost:3443\/$/);
});

test('of a target the path is passed over, and that is said', async () => {
  const host = fakeHost(tmpdir(), clock);
  await verify(`${originOf(target).replace('http', 'HTTP')}/orders`, { fast: true }, host);
  assert.ok(host.told().includes(`verify asks the target at ${originOf(target)}: /orders is passed over`));
  assert.match(
    host.printed(),
    /^warn +about .*\n +it says version 1 of the contract; new in version 2: who may ask: .*\(check secret\)$/m,
  );
  const forPrograms = fakeHost(tmpdir(), clock);
  await verify(originOf(target), { fast: true, json: true }, forPrograms);
  assert.equal(readOutput('verify', forPrograms.printed()).about.name, 'mine');
  const plain = fakeHost(tmpdir(), clock);
  await verify(originOf(target), { fast: true }, plain);
  assert.equal(plain.told(), '');
});

test('an unknown target is told beside all that verify takes, a target behind nginx among it', async () => {
  await assert.rejects(verify('nosuch', { fast: true }, fakeHost(tmpdir(), clock)), (thrown) => {
    assert.ok(thrown instanceof UserError);
    const [{ what, allowed = [] }] = thrown.problems as [Problem];
    assert.equal(what, 'unknown target "nosuch"');
    assert.ok(allowed.includes('node'));
    assert.deepEqual(allowed.slice(-3), ['nginx+NAME', 'a URL', 'a folder, such as ./mine']);
    return true;
  });
});
