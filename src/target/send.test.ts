import assert from 'node:assert/strict';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { NO_PHASES, sendAnswer } from './send.ts';

/** What goes out in one write each, to a client at that address. */
function writesTo(remoteAddress: string, bodyBytes: number): string[] {
  const writes: string[] = [];
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress });
  // Both take what a connection would send in one packet or several.
  socket._write = (chunk, _encoding, done) => {
    writes.push(String(chunk));
    done();
  };
  socket._writev = (chunks, done) => {
    writes.push(chunks.map(({ chunk }) => String(chunk)).join(''));
    done();
  };
  const response = new ServerResponse(new IncomingMessage(socket));
  response.assignSocket(socket);
  const body = Buffer.from('x'.repeat(bodyBytes));
  const answer = { body, contentType: 'text/plain', contentEncoding: null, phases: NO_PHASES, close: false };
  sendAnswer(response, answer);
  return writes;
}

test('on loopback the head of a large body goes ahead of it, over a wire they go together', () => {
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
    const [head, ...rest] = writesTo(address, 100_000);
    assert.match(head!, /^HTTP\/1.1 200 OK\r\n[\s\S]*\r\n\r\n$/, address);
    assert.equal(rest.join('').length, 100_000);
  }
  const [whole] = writesTo('10.201.1.2', 100_000);
  assert.match(whole!, /\r\n\r\nx{100000}$/);
});

test('what fits into one packet with its head goes in one', () => {
  assert.match(writesTo('127.0.0.1', 500)[0]!, /\r\n\r\nx{500}$/);
});
