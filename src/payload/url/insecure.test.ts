import assert from 'node:assert/strict';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { untrustedIdentity } from '../../../test/support/targets/untrusted-identity.ts';
import { UserError } from '../../base/errors.ts';
import { readPayload } from '../read-payload.ts';
import type { ReadOptions, ReadSurroundings } from '../source.ts';

const ELSEWHERE = 'https://192.0.2.1/orders';
let origin = '';
let close = () => {};
before(async () => {
  const server = createServer(await untrustedIdentity(), ({ url }, response) => {
    if (url === '/away') response.writeHead(302, { location: ELSEWHERE }).end();
    else if (url === '/moved') response.writeHead(302, { location: '/orders' }).end();
    else response.setHeader('content-type', 'application/json').end('[{"id":1}]');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `https://localhost:${(server.address() as AddressInfo).port}`;
  close = () => {
    server.closeAllConnections();
    server.close();
  };
});
after(() => close());

const surroundings: ReadSurroundings = {
  clock: { nowMs: () => performance.now(), date: () => new Date() },
  cwd: '/',
  stdin: () => null,
  interrupted: new AbortController().signal,
};

const read = (url: string, options: ReadOptions) => readPayload([url], options, surroundings);

async function problemOf(url: string, options: ReadOptions): Promise<string> {
  try {
    await read(url, options);
  } catch (thrown) {
    assert.ok(thrown instanceof UserError, String((thrown as Error).stack));
    return thrown.message;
  }
  return assert.fail('nothing was wrong');
}

test('a certificate that nobody trusts is taken on this machine alone, by whoever asks for it', async () => {
  for (const url of [
    `${origin}/orders`,
    `${origin}/moved`,
    `${origin.replace('localhost', '127.0.0.1')}/orders`,
  ])
    assert.deepEqual((await read(url, { insecure: true })).value, [{ id: 1 }], url);
  assert.match(
    await problemOf(`${origin}/orders`, { insecure: false }),
    /certificate .*; --insecure takes any certificate of this machine’s own servers$/,
  );
  // A study file has no such word for the data that it names.
  assert.doesNotMatch(await problemOf(`${origin}/orders`, {}), /--insecure/);
});

test('beyond loopback nothing is asked with any certificate, by a redirection neither', async () => {
  for (const url of [ELSEWHERE, `${origin}/away`])
    assert.equal(
      await problemOf(url, { insecure: true }),
      `${url}: --insecure is for this machine’s loopback alone: there nobody stands between`,
    );
});
