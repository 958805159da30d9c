// Several clients at once get their own answers, and one that does not read holds nobody up.

import { connect } from 'node:net';
import { exchangePath, requestUrl } from '../../../wire/target-contract.ts';
import type { Check, CheckContext } from '../../check.ts';
import { objectsFinding } from '../../clients/decode.ts';
import { httpClient } from '../../clients/http-client.ts';
import { compressionsOnce, counts, formatsAndEncoders, plainQuery } from '../../clients/queries.ts';

const CLIENTS = 8;

export const concurrency: Check = {
  name: 'concurrency',
  must: 'concurrent requests do not mix, and a slow client does not hold up the others',
  run: async (context) => ({ findings: [...(await mixing(context)), ...(await slowClient(context))] }),
};

async function mixing(context: CheckContext): Promise<string[]> {
  const { about } = context;
  const queries = about.features.datasets.flatMap((dataset) =>
    formatsAndEncoders(about).flatMap(({ format, codec }) =>
      compressionsOnce(about).flatMap((compressed) =>
        counts(about, [7, 70]).map((n) => ({
          ...plainQuery(about, dataset, n, format),
          codec,
          ...compressed,
        })),
      ),
    ),
  );
  const client = httpClient(context.address, context.clock, context.timeoutMs, CLIENTS);
  try {
    const replies = await Promise.all(
      queries.map((query, serial) => client.get(exchangePath(query, serial))),
    );
    const findings = replies.map((reply, i) => objectsFinding(context, queries[i]!, reply));
    return findings.filter((finding) => finding !== null);
  } finally {
    client.close();
  }
}

/** Asks for far more than socket buffers hold and reads none of it while others ask. */
async function slowClient(context: CheckContext): Promise<string[]> {
  const { hostname, port, host, pathname, search } = new URL(
    requestUrl(context.address, '/bytes?n=20000000'),
  );
  const socket = connect(Number(port || 80), hostname.replace(/^\[|\]$/g, ''));
  const client = httpClient(context.address, context.clock, context.timeoutMs);
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      socket.once('connect', resolve);
    });
    socket.on('error', () => {});
    socket.pause();
    socket.write(`GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    const { status } = await client.get('/about');
    return status === 200 ? [] : [`beside a slow client /about answered ${status}`];
  } catch (error) {
    return [`beside a slow client: ${String(error)}`];
  } finally {
    socket.destroy();
    client.close();
  }
}
