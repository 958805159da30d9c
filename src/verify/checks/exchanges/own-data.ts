// People's own data: served under their names in every format that can carry them, in any length, and nothing
// instead.

import type { StoredData } from '../../../data/store/stored-data.ts';
import { messageCount } from '../../../data/store/stored-data.ts';
import { refusalOf } from '../../../formats/shared/refusal.ts';
import type { ExchangeQuery } from '../../../wire/target-contract.ts';
import type { Check, CheckContext } from '../../check.ts';
import { objectsFinding } from '../../clients/decode.ts';
import { formatsAndEncoders, plainQuery, sayQuery } from '../../clients/queries.ts';

export const ownData: Check = {
  name: 'own-data',
  must: 'own data are served under their names: a list in any length, a document, each message; what a format cannot carry gets 501',
  needsObjects: true,
  run: async (context) => {
    const { payloads = [] } = context.about.features;
    if (context.ownData.length === 0) return { skipped: 'it was started without own data' };
    if (payloads.length === 0) return { skipped: 'the target takes no data of one’s own' };
    const findings: string[] = [];
    for (const data of context.ownData) {
      findings.push(...listed(data, context));
      for (const query of queries(data, context)) {
        const finding = await answerFinding(data, query, context);
        if (finding !== null) findings.push(finding);
      }
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
  const sizes = data.shape === 'list' ? [data.count, 1, 2 * data.count + 1] : [1];
  for (const { format, codec } of formatsAndEncoders(about)) {
    for (const n of sizes) {
      for (let message = 0; message < messageCount(data); message++) {
        const which = data.shape === 'messages' ? { message } : {};
        yield { ...plainQuery(about, data.name, n, format), codec, ...which };
      }
    }
  }
}

async function answerFinding(
  data: StoredData,
  query: ExchangeQuery,
  context: CheckContext,
): Promise<string | null> {
  const reply = await context.exchange(query);
  if (refusalOf(data, query.format, query.codec) === null) return objectsFinding(context, query, reply);
  return reply.status === 501 ? null : `${sayQuery(query)}: answered ${reply.status}, and cannot be carried`;
}

async function refusals(data: StoredData, { about, path, client }: CheckContext): Promise<string[]> {
  const [format = ''] = Object.keys(about.features.formats);
  const plain = plainQuery(about, data.name, 1, format);
  const wrong: [ExchangeQuery, number][] = [[{ ...plain, message: data.count }, 400]];
  if (data.shape !== 'list') wrong.push([{ ...plain, n: 2 }, 400]);
  wrong.push([{ ...plain, compute: 'cm1' }, 501]);
  const findings: string[] = [];
  for (const [query, expected] of wrong) {
    const { status } = await client.get(path(query));
    const which = query.message == null ? '' : ` message ${query.message}`;
    if (status !== expected) findings.push(`${sayQuery(query)}${which}: answered ${status}, not ${expected}`);
  }
  return findings;
}
