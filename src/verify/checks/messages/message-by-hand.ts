// What people with curl and a console meet: events that begin at once, and a WebSocket that sends back what
// it gets.

import {
  caughtAs,
  contentFindings,
  type MessageLook,
  messageCheck,
  randomContent,
  randomSpec,
} from '../../messages/message-check.ts';
import { within } from '../../messages/plain-client.ts';
import { openSocket } from '../../messages/plain-socket.ts';

const MESSAGES = 5;

export const messageByHand = messageCheck({
  name: 'message-by-hand',
  must: '/events with messages, size, body and seed in the query begins at once; /socket alone sends back what it gets',
  endpoints: ['sse', 'websocket'],
  once: 'fast',
  look: async (look) => {
    const findings: string[] = [];
    if (look.has('sse')) findings.push(...(await caughtAs('/events', () => events(look))));
    if (look.has('websocket')) findings.push(...(await caughtAs('/socket', () => echo(look))));
    return findings;
  },
});

async function events({ client }: MessageLook): Promise<string[]> {
  const { status, body } = await client.open(
    'GET',
    `/events?messages=${MESSAGES}&size=100&body=text&seed=24&rate=100`,
  );
  if (status !== 200) return [`answered ${status}`];
  try {
    const came: Buffer[] = [];
    const all = new Promise<void>((resolve) => {
      let text = '';
      body.on('data', (piece: Buffer) => {
        text += piece.toString('latin1');
        const data = [...text.matchAll(/^data: ?([0-9a-f]{16}.*)$/gm)].map(([, message]) => message!);
        if (data.length < MESSAGES || !text.endsWith('\n')) return;
        came.push(...data.map((message) => Buffer.from(message, 'latin1')));
        resolve();
      });
    });
    await within(client.timeoutMs, `${MESSAGES} messages`, all);
    const content = randomContent(24, { policy: 'fixed', bytes: 100 });
    return contentFindings(came, randomSpec('server-to-client', 'paced', MESSAGES, content));
  } finally {
    body.on('error', () => {}).destroy();
  }
}

async function echo({ client }: MessageLook): Promise<string[]> {
  const { socket } = await openSocket(client, '/socket');
  try {
    for (const sent of ['', 'a', 'ä'.repeat(70_000), Buffer.alloc(0), Buffer.from([0, 255, 128])]) {
      const back = new Promise<[Buffer, boolean]>((resolve) => {
        socket.once('message', (data: Buffer, isBinary) => resolve([data, isBinary]));
      });
      socket.send(sent);
      const [data, isBinary] = await within(client.timeoutMs, 'what was sent', back);
      const isSame = Buffer.compare(data, Buffer.from(sent as string)) === 0;
      if (!isSame || isBinary !== (typeof sent !== 'string'))
        return [`${sent.length} of ${typeof sent === 'string' ? 'text' : 'bytes'} came back otherwise`];
    }
    return [];
  } finally {
    socket.terminate();
  }
}
