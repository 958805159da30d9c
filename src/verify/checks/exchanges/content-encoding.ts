// Compression: said where it happened and only there, of the named kind, and at the level that was asked for.

import { type ExchangeQuery, isStreamed } from '../../../wire/target-contract.ts';
import type { Check, CheckContext } from '../../check.ts';
import { objectsFinding, plainBody } from '../../clients/decode.ts';
import { OFFERED } from '../../clients/http-client.ts';
import { counts, plainQuery, sayQuery } from '../../clients/queries.ts';
import { levelFinding, type SizedLevel, sizeLevel } from '../../levels.ts';

/** How bodies of each begin; what cannot be told by it (deflate, br) is told by decompressing. */
const MAGIC: Readonly<Record<string, { readonly bytes: readonly number[]; readonly source: string }>> = {
  gzip: { bytes: [0x1f, 0x8b, 8], source: 'RFC 1952' },
  zstd: { bytes: [0x28, 0xb5, 0x2f, 0xfd], source: 'RFC 8878' },
};

/** WBITS of RFC 7932, 9.1, in the lowest bits of the first byte: 22. */
const BROTLI_22_BITS = 0b1011;

/** Stronger ones take tens of milliseconds and more for each body. */
const QUICK_LEVEL = 9;

/** Bodies of fewer objects are too short to tell levels by. */
const TELLING_N = 100;

export const contentEncoding: Check = {
  name: 'content-encoding',
  must: 'the body is compressed as asked, Content-Encoding says so where and only where it is, whatever Accept-Encoding says',
  needsObjects: true,
  run: async (context) => {
    const { about } = context;
    const findings = await echo(context);
    const n = counts(about, context.mode === 'full' ? [1_000, TELLING_N] : [TELLING_N])[0] ?? 1;
    for (const dataset of about.features.datasets) {
      const plain = plainQuery(about, dataset, n, Object.keys(about.features.formats)[0] ?? '');
      findings.push(...(await uncompressed(context, plain)));
      for (const [compression, levels] of Object.entries(about.features.compressions)) {
        if (compression !== 'none') findings.push(...(await compressed(context, plain, compression, levels)));
      }
    }
    return { findings };
  },
};

/** What /about says of a request must be of that request: agents tell by it what their clients offer. */
async function echo({ client }: CheckContext): Promise<string[]> {
  const findings: string[] = [];
  for (const sent of ['gzip, br;q=0.5', 'identity']) {
    const { body } = await client.get('/about', { headers: { 'Accept-Encoding': sent } });
    const { request } = JSON.parse(body.toString('utf8')) as { request?: { acceptEncoding?: unknown } };
    if (request !== undefined && request.acceptEncoding !== sent) {
      const said = JSON.stringify(request.acceptEncoding);
      findings.push(`/about: request.acceptEncoding is ${said}, "${sent}" was sent`);
    }
  }
  return findings;
}

async function uncompressed(context: CheckContext, query: ExchangeQuery): Promise<string[]> {
  const path = context.path(query);
  const reply = await context.client.get(path, { headers: { 'Accept-Encoding': OFFERED } });
  const said = reply.headers['content-encoding'];
  const findings = said === undefined ? [] : [`${sayQuery(query)}: Content-Encoding is ${said}`];
  const difference = objectsFinding(context, query, reply);
  return difference === null ? findings : [...findings, difference];
}

async function compressed(
  context: CheckContext,
  plain: ExchangeQuery,
  compression: string,
  levels: readonly number[],
): Promise<string[]> {
  const findings: string[] = [];
  const sizes: SizedLevel[] = [];
  for (const level of levels.length === 0 ? [null] : asked(compression, levels, context.mode)) {
    const query = { ...plain, compression, level };
    const reply = await context.client.get(context.path(query), {
      // A server in front may compress only what is offered.
      headers: { 'Accept-Encoding': isStreamed(context.about, compression) ? compression : 'identity' },
    });
    const said = reply.headers['content-encoding'];
    if (said !== compression) findings.push(`${sayQuery(query)}: Content-Encoding is ${said ?? 'missing'}`);
    const trouble =
      bodyTrouble(compression, reply.body, isStreamed(context.about, compression)) ??
      objectsFinding(context, query, reply);
    if (trouble !== null)
      findings.push(trouble.startsWith(plain.dataset) ? trouble : `${sayQuery(query)}: ${trouble}`);
    else if (level !== null) sizes.push(sizeLevel(compression, level, reply.body));
  }
  if (plain.n < TELLING_N) return findings;
  const finding = levelFinding(compression, sizes);
  return finding === null ? findings : [...findings, `${plain.dataset} ${compression}: ${finding}`];
}

/**
 * What of the levels is asked for: in the fast mode the weakest and the strongest, and those between them
 * that take little. Level 0 of DEFLATE only copies.
 */
function asked(compression: string, levels: readonly number[], mode: CheckContext['mode']): number[] {
  const sorted = levels
    .toSorted((a, b) => a - b)
    .filter((level) => level > 0 || !['gzip', 'deflate'].includes(compression));
  if (mode === 'full') return sorted;
  return sorted.filter((level, i) => level <= QUICK_LEVEL || i === sorted.length - 1);
}

/** A server in front has parameters of its own. */
function bodyTrouble(compression: string, body: Buffer, streamed: boolean): string | null {
  const magic = MAGIC[compression];
  if (magic?.bytes.some((byte, i) => body[i] !== byte)) {
    const [seen, expected] = [body.toString('hex', 0, magic.bytes.length), Buffer.from(magic.bytes)];
    return `the body is not ${compression}: it begins ${seen}, not ${expected.toString('hex')} (${magic.source})`;
  }
  try {
    const plain = plainBody(compression, body);
    if (body.length >= plain.length)
      return `${plain.length} bytes became ${body.length}: nothing was compressed`;
    return compression === 'br' && !streamed && (body[0]! & 0xf) !== BROTLI_22_BITS
      ? 'the window is not of 22 bits (RFC 7932, 9.1)'
      : null;
  } catch (error) {
    return `the body cannot be decompressed: ${String(error)}`;
  }
}
