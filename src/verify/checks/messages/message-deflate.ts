// permessage-deflate (RFC 7692) is negotiated where the sequence asks for it and the client offers it, and
// nowhere else; what crosses the wire tells whether it is used.

import { openArrivals } from '../../messages/arrivals.ts';
import {
  caughtAs,
  contentFindings,
  type MessageLook,
  messageCheck,
  randomContent,
  randomSpec,
} from '../../messages/message-check.ts';
import { makeSequence } from '../../messages/plain-sequence.ts';
import { openSocket } from '../../messages/plain-socket.ts';

const MESSAGES = 100;
const BYTES = 5_000;
const PAYLOAD = MESSAGES * BYTES;

/** 64 characters of equal chance are six bits of eight; Huffman coding takes 76 to 77 % for them. */
const DEFLATED_MOST = 0.85;

export const messageDeflate = messageCheck({
  name: 'message-deflate',
  must: 'permessage-deflate is used where the sequence says so and only there',
  endpoints: ['websocket'],
  once: 'fast',
  look: async (look) => {
    const findings = await caughtAs('not asked for', () => crossing(look, 'none'));
    findings.push(...(await caughtAs('offered, not asked for', () => offered(look))));
    if (look.features.permessageDeflate)
      findings.push(...(await caughtAs('asked for', () => crossing(look, 'permessage-deflate'))));
    return findings;
  },
});

async function offered({ client }: MessageLook): Promise<string[]> {
  const spec = randomSpec(
    'server-to-client',
    'throughput',
    1,
    randomContent(19, { policy: 'fixed', bytes: BYTES }),
  );
  const sequence = await makeSequence(client, spec);
  const { socket } = await openSocket(client, `/socket?sequence=${sequence.id}`, true);
  const { extensions } = socket;
  socket.terminate();
  await sequence.end();
  return extensions === '' ? [] : [`the target took ${extensions}`];
}

async function crossing(
  { client }: MessageLook,
  compression: 'none' | 'permessage-deflate',
): Promise<string[]> {
  const content = randomContent(20, { policy: 'fixed', bytes: BYTES });
  const spec = randomSpec('server-to-client', 'throughput', MESSAGES, content, { compression });
  const sequence = await makeSequence(client, spec);
  const arrivals = await openArrivals(client, sequence, 'websocket', () => 0);
  try {
    const { socket, raw } = arrivals.socket!;
    const before = raw.bytesRead;
    await sequence.begin();
    await arrivals.until(MESSAGES);
    await sequence.end();
    const share = (raw.bytesRead - before) / PAYLOAD;
    const isDeflated = socket.extensions.includes('permessage-deflate');
    const findings = contentFindings(arrivals.messages, spec);
    if (isDeflated !== (compression !== 'none'))
      findings.push(`extensions are ${JSON.stringify(socket.extensions)}`);
    const said = `${(share * 100).toFixed(0)} % of the messages' bytes crossed the wire`;
    if (compression === 'none' ? share < 1 : share > DEFLATED_MOST) findings.push(said);
    return findings;
  } finally {
    arrivals.close();
  }
}
