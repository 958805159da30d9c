// The headers that every answer carries, so that a page of another origin may read it and no cache may keep
// it.

import type { IncomingHttpHeaders } from 'node:http';
import { FORMATS } from '../../../formats/catalogue.ts';
import type { About, ExchangeQuery } from '../../../wire/target-contract.ts';
import { isStreamed } from '../../../wire/target-contract.ts';
import type { Check } from '../../check.ts';
import {
  compressionsOnce,
  counts,
  formatsAndEncoders,
  hasObjects,
  plainQuery,
  sayQuery,
} from '../../clients/queries.ts';

const EXPOSED = ['server-timing', 'content-encoding', 'content-length', 'content-type'];

export const headers: Check = {
  name: 'headers',
  must: 'every answer carries Content-Type, Cache-Control: no-store, Timing-Allow-Origin, CORS and CORP headers',
  run: async (context) => {
    const { about, client, openTo } = context;
    const findings: string[] = [];
    for (const query of queries(about)) {
      const reply = await context.exchange(query);
      const type = FORMATS.find((each) => each.name === query.format)?.contentType;
      findings.push(...headerFindings(sayQuery(query), reply.headers, type, openTo));
    }
    const bytes = await client.get('/bytes?n=10');
    findings.push(...headerFindings('/bytes?n=10', bytes.headers, 'application/octet-stream', openTo));
    return { findings };
  },
};

/** Uncompressed, and as a server in front has had them in its hands. */
function queries(about: About): ExchangeQuery[] {
  if (!hasObjects(about)) return [];
  const n = counts(about, [10])[0] ?? 1;
  const codings = compressionsOnce(about).filter(
    ({ compression }) => compression === 'none' || isStreamed(about, compression),
  );
  return formatsAndEncoders(about).flatMap(({ format, codec }) =>
    codings.map((coding) => ({
      ...plainQuery(about, about.features.datasets[0] ?? '', n, format),
      codec,
      ...coding,
    })),
  );
}

export function headerFindings(
  what: string,
  seen: IncomingHttpHeaders,
  contentType: string | undefined,
  openTo: string,
): string[] {
  const findings: string[] = [];
  const wanted: Record<string, string | undefined> = {
    'content-type': contentType,
    'cache-control': 'no-store',
    'timing-allow-origin': '*',
    'access-control-allow-origin': openTo,
    'cross-origin-resource-policy': 'cross-origin',
  };
  for (const [name, value] of Object.entries(wanted)) {
    if (value === undefined || sameValue(seen[name], value)) continue;
    findings.push(`${what}: ${name} is ${seen[name] ?? 'missing'}, not ${value}`);
  }
  const exposed = String(seen['access-control-expose-headers'] ?? '').toLowerCase();
  const names = exposed.split(',').map((name) => name.trim());
  const hidden = names.includes('*') ? [] : EXPOSED.filter((name) => !names.includes(name));
  if (hidden.length > 0) findings.push(`${what}: access-control-expose-headers lacks ${hidden.join(', ')}`);
  return findings;
}

/** Blanks and the case of letters mean nothing: `text/xml; charset=utf-8` is `text/xml;charset=UTF-8`. */
function sameValue(seen: string | string[] | undefined, wanted: string): boolean {
  return String(seen).replaceAll(' ', '').toLowerCase() === wanted.replaceAll(' ', '').toLowerCase();
}
