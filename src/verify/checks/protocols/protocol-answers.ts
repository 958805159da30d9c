// Over HTTPS and HTTP/2 a target answers as over HTTP/1.1, which the other checks have gone through.

import type { IncomingHttpHeaders } from 'node:http';
import { parseServerTiming } from '../../../wire/server-timing.ts';
import { type ExchangeQuery, isStreamed } from '../../../wire/target-contract.ts';
import type { CheckContext } from '../../check.ts';
import { objectsFinding } from '../../clients/decode.ts';
import type { Reply } from '../../clients/http-client.ts';
import {
  anyQuery,
  compressionsOnce,
  counts,
  formatsAndEncoders,
  hasObjects,
  plainQuery,
  sayQuery,
} from '../../clients/queries.ts';
import { type SecureClient, secureClient } from '../../clients/secure-client.ts';
import { secureCheck } from '../../secure-check.ts';

/** Those of the contract that must be the same; Server-Timing and Content-Length are looked at apart. */
const SAME_HEADERS = [
  'content-type',
  'content-encoding',
  'cache-control',
  'timing-allow-origin',
  'access-control-allow-origin',
  'access-control-expose-headers',
  'cross-origin-resource-policy',
];

const BYTES = { fast: [0, 100_000], full: [0, 1, 65_537, 10_000_000] } as const;

export const protocolAnswers = secureCheck(
  'protocol-answers',
  'HTTPS and HTTP/2: the same answers as over HTTP/1.1, with the same headers',
  async (place, context) => {
    const client = secureClient(place, context);
    try {
      return [
        ...(await exchanges(client, context)),
        ...(await rawBytes(client, context)),
        ...(await refusal(client, context)),
      ];
    } finally {
      client.close();
    }
  },
);

async function exchanges(client: SecureClient, context: CheckContext): Promise<string[]> {
  const findings: string[] = [];
  for (const query of queries(context)) {
    const plain = await context.exchange(query);
    const reply = await client.get(context.path(query));
    const difference = objectsFinding(context, query, reply);
    if (difference !== null) findings.push(difference);
    findings.push(
      ...headerFindings(sayQuery(query), reply, plain.headers, isStreamed(context.about, query.compression)),
    );
  }
  return findings;
}

function queries({ about, mode }: CheckContext): ExchangeQuery[] {
  const { datasets } = about.features;
  const [first] = datasets;
  return formatsAndEncoders(about).flatMap(({ format, codec }) =>
    compressionsOnce(about).flatMap((compressed) =>
      counts(about, mode === 'full' ? [10, 1_000] : [10]).flatMap((n) =>
        (mode === 'full' ? datasets : datasets.filter((each) => each === first)).map((dataset) => ({
          ...plainQuery(about, dataset, n, format),
          codec,
          ...compressed,
        })),
      ),
    ),
  );
}

function headerFindings(
  what: string,
  { headers, body }: Reply,
  plain: IncomingHttpHeaders,
  mayLackLength = false,
): string[] {
  const findings = SAME_HEADERS.filter((name) => headers[name] !== plain[name]).map(
    (name) => `${what}: ${name} is ${headers[name] ?? 'missing'}, over HTTP/1.1 ${plain[name] ?? 'missing'}`,
  );
  const length = headers['content-length'];
  if (length !== String(body.length) && !(mayLackLength && length === undefined))
    findings.push(`${what}: ${body.length} bytes, Content-Length ${length}`);
  const timing = String(headers['server-timing'] ?? 'missing');
  if (parseServerTiming(timing) === null) findings.push(`${what}: Server-Timing is ${timing}`);
  return findings;
}

async function rawBytes(client: SecureClient, { client: plain, mode }: CheckContext): Promise<string[]> {
  const findings: string[] = [];
  for (const n of BYTES[mode]) {
    const what = `/bytes?n=${n}`;
    const wanted = await plain.get(what);
    const reply = await client.get(what);
    if (!reply.body.equals(wanted.body))
      findings.push(`${what}: ${reply.body.length} bytes, and not the same`);
    findings.push(...headerFindings(what, reply, wanted.headers));
  }
  return findings;
}

async function refusal(client: SecureClient, { about, path }: CheckContext): Promise<string[]> {
  if (!hasObjects(about)) return [];
  const { status } = await client.get(path({ ...anyQuery(about, 1), format: 'no-such-format' }));
  return status === 501 ? [] : [`a format that it does not have: answered ${status}, not 501`];
}
