import assert from 'node:assert/strict';
import { Duplex } from 'node:stream';
import { test } from 'node:test';
import type { Dial } from './dial.ts';
import { askAsStream, openUpstream } from './upstream.ts';

/** What a server at that address is offered by a client that offers `offers`. */
async function offeredTo(address: string, offers: string): Promise<string | undefined> {
  let asked = '';
  const dial = async () =>
    new Duplex({
      read: () => {},
      write(bytes: Buffer, _, done) {
        asked += bytes.toString();
        this.push('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
        done();
      },
    });
  const upstream = {
    url: 'http://host/',
    headers: {},
    address,
    protocol: 'http1',
    insecure: false,
  } as const;
  const open = await openUpstream(upstream, dial as unknown as Dial, () => performance.now());
  try {
    await askAsStream(open, { 'accept-encoding': offers }, new AbortController().signal);
    return /^accept-encoding: (.*)\r$/m.exec(asked)?.[1];
  } finally {
    open.close();
  }
}

test('a server is offered what browsers would offer it, and not what they offer a front beside them', async () => {
  const all = 'gzip, deflate, br, zstd';
  assert.equal(await offeredTo('192.0.2.1', all), 'gzip, deflate');
  assert.equal(await offeredTo('192.0.2.1', 'identity'), 'identity');
  assert.equal(await offeredTo('127.0.0.1', all), all);
});
