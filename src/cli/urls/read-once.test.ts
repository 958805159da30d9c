import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { Duplex } from 'node:stream';
import { test } from 'node:test';
import { fakeHost } from '../../../test/support/host/fake-host.ts';
import type { Dial } from '../../front/dial.ts';
import { openUpstream } from '../../front/upstream.ts';
import { DEFAULT_LIMITS } from '../../payload/source.ts';
import { readOnce } from './read-once.ts';

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n';

function inTurns(count: number, act: () => void): void {
  if (count === 0) act();
  else setImmediate(() => inTurns(count - 1, act));
}

/** A server that answers by these pieces, turns of the event loop apart. */
async function bytesWithHead(...pieces: readonly string[]): Promise<number> {
  const dial = async () =>
    new Duplex({
      read: () => {},
      write(_bytes, _, done) {
        const send = (i: number) => {
          this.push(pieces[i]);
          if (i + 1 < pieces.length) inTurns(5, () => send(i + 1));
        };
        send(0);
        done();
      },
    });
  const url = 'http://127.0.0.1/';
  const upstream = { url, headers: {}, address: '127.0.0.1', protocol: 'http1', insecure: false } as const;
  const host = fakeHost(tmpdir(), { nowMs: () => performance.now(), date: () => new Date() });
  const open = await openUpstream(upstream, dial as unknown as Dial, host.clock.nowMs);
  try {
    const read = await readOnce(open, { url: new URL(url), label: url }, {}, DEFAULT_LIMITS, host);
    assert.equal(Buffer.from(read.body).toString(), '[1,2]');
    return read.bytesWithHead;
  } finally {
    open.close();
  }
}

test('what of a body comes with its head is seen', async () => {
  assert.equal(await bytesWithHead(`${HEAD}[1,2]`), 5);
  assert.equal(await bytesWithHead(`${HEAD}[1`, ',2]'), 2);
  assert.equal(await bytesWithHead(HEAD, '[1,2]'), 0);
});
