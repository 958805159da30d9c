// Compression: said where it happened and only there, of the named kind, and stronger at higher levels.

import type { ExchangeQuery } from '../../wire/target-contract.ts';
import type { Check, CheckContext } from '../check.ts';
import { objectsFinding, plainBody } from '../decode.ts';
import { counts, plainQuery, sayQuery } from '../queries.ts';

const GZIP_MAGIC = [0x1f, 0x8b, 8];

export const contentEncoding: Check = {
  name: 'content-encoding',
  must: 'the body is compressed as asked, Content-Encoding says so where and only where it is, whatever Accept-Encoding says',
  run: async (context) => {
    const { about } = context;
    const findings: string[] = [];
    const n = counts(about, [1_000, 100])[0] ?? 1;
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

async function uncompressed(context: CheckContext, query: ExchangeQuery): Promise<string[]> {
  const path = context.path(query);
  const reply = await context.client.get(path, { headers: { 'Accept-Encoding': 'gzip, deflate, br' } });
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
  const sizes: number[] = [];
  for (const level of levels.length === 0 ? [null] : ends(levels, context.mode)) {
    const query = { ...plain, compression, level };
    const reply = await context.client.get(context.path(query), {
      headers: { 'Accept-Encoding': 'identity' },
    });
    const said = reply.headers['content-encoding'];
    if (said !== compression) findings.push(`${sayQuery(query)}: Content-Encoding is ${said ?? 'missing'}`);
    const trouble = bodyTrouble(compression, reply.body) ?? objectsFinding(context, query, reply);
    if (trouble !== null)
      findings.push(trouble.startsWith(plain.dataset) ? trouble : `${sayQuery(query)}: ${trouble}`);
    sizes.push(reply.body.length);
  }
  const [first, last] = [sizes[0] ?? 0, sizes.at(-1) ?? 0];
  if (plain.n >= 100 && sizes.length > 1 && last >= first) {
    findings.push(
      `${plain.dataset} ${compression}: level ${levels.at(-1)} gives ${last} bytes, level ${levels[0]} ${first}`,
    );
  }
  return findings;
}

/** What of the levels is asked for: in the fast mode the weakest and the strongest. */
function ends(levels: readonly number[], mode: CheckContext['mode']): number[] {
  const sorted = levels.toSorted((a, b) => a - b).filter((level) => level > 0);
  return mode === 'full' ? sorted : [sorted[0], sorted.at(-1)].filter((level) => level !== undefined);
}

function bodyTrouble(compression: string, body: Buffer): string | null {
  if (compression === 'gzip' && GZIP_MAGIC.some((byte, i) => body[i] !== byte)) {
    return `the body is not gzip: it begins ${body.toString('hex', 0, 3)}, not 1f8b08 (RFC 1952)`;
  }
  try {
    const plain = plainBody(compression, body);
    return body.length < plain.length
      ? null
      : `${plain.length} bytes became ${body.length}: nothing was compressed`;
  } catch (error) {
    return `the body cannot be decompressed: ${String(error)}`;
  }
}
