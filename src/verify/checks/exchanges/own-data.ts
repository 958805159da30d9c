// People's own data: served under their names, in any length, in every format that can carry them or refused
// in it, and nothing instead.

import type { StoredData } from '../../../data/store/stored-data.ts';
import { messageCount } from '../../../data/store/stored-data.ts';
import { formatNamed } from '../../../formats/catalogue.ts';
import { refusalOf } from '../../../formats/shared/refusal.ts';
import { type ExchangeQuery, isOfOneLength } from '../../../wire/target-contract.ts';
import type { Check, CheckContext } from '../../check.ts';
import { objectsFinding } from '../../clients/decode.ts';
import type { Reply } from '../../clients/http-client.ts';
import { formatsAndEncoders, plainQuery, sayQuery } from '../../clients/queries.ts';

export const ownData: Check = {
  name: 'own-data',
  must: 'own data are served under their names: a list in any length (or in its own alone, if it says so), a document, each message; what a format cannot carry, or is not served in, gets 501',
  needsObjects: true,
  run: async (context) => {
    const { payloads = [] } = context.about.features;
    if (context.ownData.length === 0) return { skipped: 'it was started without own data' };
    if (payloads.length === 0) return { skipped: 'the target takes no data of one’s own' };
    const findings: string[] = [];
    for (const data of context.ownData) {
      findings.push(...listed(data, context));
      findings.push(...(await answerFindings(data, context)));
      findings.push(...(await refusals(data, context)));
    }
    return { findings };
  },
};

function listed({ name, shape, count }: StoredData, { about }: CheckContext): string[] {
  const said = about.features.payloads?.find((each) => each.name === name);
  if (said === undefined) return [`features.payloads: ${name} is missing`];
  if (said.shape === shape && said.count === count) return [];
  return [
    `features.payloads: ${name} is listed as ${said.shape} of ${said.count}, it is ${shape} of ${count}`,
  ];
}

/** A list as it is, shorter, and longer than two passes through it. */
function* queries(data: StoredData, { about }: CheckContext): Generator<ExchangeQuery> {
  const others = isOfOneLength(about, data.name) ? [] : [1, 2 * data.count + 1];
  const sizes = data.shape === 'list' ? [data.count, ...others] : [1];
  for (const { format, codec } of formatsAndEncoders(about)) {
    for (const n of sizes) {
      for (let message = 0; message < messageCount(data); message++) {
        const which = data.shape === 'messages' ? { message } : {};
        yield { ...plainQuery(about, data.name, n, format), codec, ...which };
      }
    }
  }
}

async function answerFindings(data: StoredData, context: CheckContext): Promise<string[]> {
  const findings: string[] = [];
  let served = 0;
  for (const query of queries(data, context)) {
    const reply = await context.exchange(query);
    if (reply.status !== 501) {
      served += 1;
      if (isCarried(data, query)) findings.push(objectsFinding(context, query, reply) ?? '');
      else findings.push(`${sayQuery(query)}: answered ${reply.status}, and cannot be carried`);
    } else if (!refusesFormat(reply)) {
      findings.push(`${sayQuery(query)}: answered 501 without naming the parameter format`);
    }
  }
  if (served === 0) findings.push(`${data.name}: it is listed, and refused in every format`);
  return findings.filter((finding) => finding !== '');
}

/** By the encoder of that name, which the lab has too, or else as the format is usually written. */
function isCarried(data: StoredData, { format, codec }: ExchangeQuery): boolean {
  const { encoders } = formatNamed(format);
  const { name } = encoders.find((each) => each.name === codec) ?? encoders[0]!;
  return refusalOf(data, format, name) === null;
}

/** A server may have a format for its own types alone, as from a .proto file that was compiled. */
function refusesFormat({ body }: Reply): boolean {
  const document = JSON.parse(body.toString('utf8')) as { readonly parameter?: unknown };
  return document.parameter === 'format';
}

async function refusals(data: StoredData, { about, path, client }: CheckContext): Promise<string[]> {
  const [format = ''] = Object.keys(about.features.formats);
  const plain = plainQuery(about, data.name, data.shape === 'list' ? data.count : 1, format);
  const wrong: [ExchangeQuery, number][] = [[{ ...plain, message: data.count }, 400]];
  if (isOfOneLength(about, data.name)) wrong.push([{ ...plain, n: plain.n + 1 }, 400]);
  wrong.push([{ ...plain, compute: 'cm1' }, 501]);
  const findings: string[] = [];
  for (const [query, expected] of wrong) {
    const { status } = await client.get(path(query));
    const which = query.message == null ? '' : ` message ${query.message}`;
    if (status !== expected) findings.push(`${sayQuery(query)}${which}: answered ${status}, not ${expected}`);
  }
  return findings;
}
