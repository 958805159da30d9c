// An answer from before as dictionary (RFC 9842): given to clients for the exchanges that take it and no
// others, and used only for clients that say they have it.

import { createHash } from 'node:crypto';
import { messageOf } from '../../../base/errors.ts';
import { dczDecompress } from '../../../compression/dictionary-zstd.ts';
import { firstDifference } from '../../../data/equal.ts';
import type { StoredData } from '../../../data/store/stored-data.ts';
import { refusalOf } from '../../../formats/shared/refusal.ts';
import { dictionaryPath, type ExchangeQuery } from '../../../wire/target-contract.ts';
import type { Check, CheckContext } from '../../check.ts';
import { decode, objectsFinding } from '../../clients/decode.ts';
import type { Reply } from '../../clients/http-client.ts';
import { formatsAndEncoders, plainQuery, sayQuery } from '../../clients/queries.ts';

const LEVEL = 3;

export const dictionaries: Check = {
  name: 'dictionaries',
  must: 'an answer from before is given as dictionary for its dcz exchanges alone, and these go only to clients that have it',
  needsObjects: true,
  run: async (context) => {
    const { about, ownData } = context;
    const withOne = ownData.filter(({ dictionary }) => dictionary !== undefined);
    if (withOne.length === 0) return { skipped: 'it was started without an answer from before' };
    const listed = withOne.filter(({ name }) =>
      about.features.payloads?.some((each) => each.name === name && each.dictionary?.dcz !== undefined),
    );
    if (listed.length === 0) return { skipped: 'the target takes no dictionaries' };
    const findings: string[] = [];
    for (const data of listed) {
      for (const { format, codec } of formatsAndEncoders(about)) {
        if (refusalOf(data, format, codec) !== null) continue;
        const plain = plainQuery(about, data.name, data.shape === 'list' ? data.count : 1, format);
        const query = { ...plain, codec, compression: 'dcz', level: LEVEL };
        findings.push(...(await checkDictionary(query, data, context)));
      }
    }
    return { findings };
  },
};

async function checkDictionary(
  query: ExchangeQuery,
  data: StoredData,
  context: CheckContext,
): Promise<string[]> {
  const { client, path } = context;
  const dictionary = await client.get(dictionaryPath(query));
  if (dictionary.status !== 200) return [`/dictionary for ${sayQuery(query)}: answered ${dictionary.status}`];
  const hash = createHash('sha256').update(dictionary.body).digest('base64');
  const asking = { 'Accept-Encoding': 'gzip, dcz', 'Available-Dictionary': `:${hash}:` };
  const findings = [
    ...valueFindings(query, dictionary, data, context),
    ...matchFindings(query, dictionary, context),
  ];
  findings.push(
    ...bodyFindings(query, await client.get(path(query), { headers: asking }), dictionary, context),
  );
  const unasked: Record<string, string>[] = [
    {},
    { 'Accept-Encoding': 'gzip, dcz' },
    { ...asking, 'Accept-Encoding': 'gzip' },
    { ...asking, 'Available-Dictionary': `:${createHash('sha256').digest('base64')}:` },
  ];
  for (const headers of unasked) {
    const { status } = await client.get(path(query), { headers });
    if (status === 406) continue;
    findings.push(`${sayQuery(query)}: answered ${status}, not 406, to ${JSON.stringify(headers)}`);
  }
  return findings;
}

/** Were it the answer itself, any format would be a few bytes. */
function valueFindings(
  query: ExchangeQuery,
  { body }: Reply,
  { dictionary }: StoredData,
  context: CheckContext,
): string[] {
  const what = `/dictionary for ${sayQuery(query)}`;
  try {
    const value = decode(query.format, context.schemaOf(query.dataset), body);
    const difference = firstDifference(value, dictionary!);
    return difference === null ? [] : [`${what}: ${difference}`];
  } catch (error) {
    return [`${what}: it cannot be decoded: ${messageOf(error)}`];
  }
}

/** What a client would take the dictionary for. */
function matchFindings(
  query: ExchangeQuery,
  { headers }: Reply,
  { path, url, about }: CheckContext,
): string[] {
  const said = String(headers['use-as-dictionary'] ?? '');
  const [, match] = /^match="([^"]+)"/.exec(said) ?? [];
  const what = `/dictionary for ${sayQuery(query)}`;
  const findings = /max-age=[1-9]/.test(headers['cache-control'] ?? '')
    ? []
    : [`${what}: Cache-Control is ${headers['cache-control']}`];
  if (match === undefined) return [...findings, `${what}: Use-As-Dictionary is ${JSON.stringify(said)}`];
  const pattern = new URLPattern(match, `${url}/dictionary`);
  const isFor = (other: ExchangeQuery) => pattern.test(`${url}${path(other)}`);
  if (!isFor(query)) findings.push(`${what}: ${match} does not match its own exchange`);
  const others = formatsAndEncoders(about)
    .filter(({ format, codec }) => format !== query.format || codec !== query.codec)
    .map((other) => ({ ...query, ...other }));
  const wrong = [...others, { ...query, compression: 'zstd' }].find(isFor);
  if (wrong !== undefined) findings.push(`${what}: ${match} matches ${sayQuery(wrong)} too`);
  return findings;
}

function bodyFindings(
  query: ExchangeQuery,
  reply: Reply,
  { body: dictionary }: Reply,
  context: CheckContext,
): string[] {
  const what = sayQuery(query);
  const { 'content-encoding': coding, vary = '' } = reply.headers;
  if (reply.status !== 200) return [`${what}: answered ${reply.status} to a client that has the dictionary`];
  const findings = coding === 'dcz' ? [] : [`${what}: Content-Encoding is ${coding}`];
  if (!/available-dictionary/i.test(vary)) findings.push(`${what}: Vary is ${JSON.stringify(vary)}`);
  try {
    const body = Buffer.from(dczDecompress(reply.body, dictionary));
    const plain = { ...query, compression: 'none', level: null };
    const finding = objectsFinding(context, plain, { ...reply, body });
    return finding === null ? findings : [...findings, finding];
  } catch (error) {
    return [...findings, `${what}: ${messageOf(error)}`];
  }
}
