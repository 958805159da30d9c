// The decoded answers of every operation in every format against the lab's own service, value by value: to
// what studies ask and to what nobody has asked before.

import type { DataRecord } from '../../../data/schema.ts';
import { callCheck } from '../../calls/call-check.ts';
import {
  type AskedCall,
  answerFinding,
  callPath,
  listCallFormats,
  postBody,
  sendCall,
} from '../../calls/call-request.ts';
import { makeRequests } from '../../calls/requests.ts';
import type { HttpClient } from '../../clients/http-client.ts';

export const callAnswers = callCheck({
  name: 'call-answers',
  must: 'the answer to a call is what its operation answers to that very request, in every format and encoder',
  look: async ({ context, features, client }) => {
    const findings: string[] = [];
    for (const operation of features.operations) {
      for (const encoding of listCallFormats(features, operation)) {
        for (const request of makeRequests(operation, context.about, context.random)) {
          const asked = { operation, ...encoding, request };
          const finding = answerFinding(asked, await sendCall(client, asked));
          if (finding !== null) findings.push(finding);
          if (encoding.format === 'json') findings.push(...(await inAnotherOrder(client, asked)));
        }
      }
    }
    return findings;
  },
});

/** Members of a JSON object have none, and whoever writes a request by hand keeps to no schema's. */
async function inAnotherOrder(client: HttpClient, asked: AskedCall): Promise<string[]> {
  const members = Object.entries(asked.request);
  if (members.length < 2) return [];
  const reversed: DataRecord = Object.fromEntries(members.toReversed());
  const reply = await postBody(client, callPath(asked), 'json', Buffer.from(JSON.stringify(reversed)));
  const finding = answerFinding(asked, reply);
  return finding === null ? [] : [`with its members in another order, ${finding}`];
}
