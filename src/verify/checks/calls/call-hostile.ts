// Requests that are made to do harm: documents that name what is elsewhere, objects of other classes, nesting
// without end. They are refused like any other that is no request, nothing is fetched, and the next good one
// is answered.

import type { BadBody } from '../../calls/bad-requests.ts';
import { type CallLook, callCheck } from '../../calls/call-check.ts';
import {
  type AskedCall,
  answerFinding,
  callPath,
  encoded,
  listCallFormats,
  postBody,
  requestSchema,
  sendCall,
} from '../../calls/call-request.ts';
import { hostileObjects } from '../../calls/hostile-objects.ts';
import { hostileXml } from '../../calls/hostile-xml.ts';
import { refusalFindings } from '../../calls/refused.ts';
import { makeRequests } from '../../calls/requests.ts';
import { awaitVisitors } from '../../calls/visitors.ts';

const NESTED = 100_000;

export const callHostile = callCheck({
  name: 'call-hostile',
  must: 'a document type declaration and an object of another class are refused, nothing is fetched or expanded',
  look: async (look) => {
    const { context, features, client } = look;
    const visitors = await awaitVisitors();
    const findings: string[] = [];
    try {
      for (const operation of features.operations) {
        for (const { format, encoder } of listCallFormats(features, operation)) {
          const [request] = makeRequests(operation, context.about, context.random);
          const asked = { operation, format, encoder, request: request! };
          findings.push(...(await hostileFindings(look, asked, visitors.url)));
          const after = answerFinding(asked, await sendCall(client, asked));
          if (after !== null) findings.push(`after all these: ${after}`);
        }
      }
    } finally {
      await visitors.close();
    }
    if (visitors.came.length > 0)
      findings.push(`what a document named was fetched, ${visitors.came.length} times`);
    return findings;
  },
});

async function hostileFindings({ client }: CallLook, asked: AskedCall, url: string): Promise<string[]> {
  const { operation, format, request } = asked;
  const good = encoded(format, requestSchema(operation), request);
  const findings: string[] = [];
  for (const { what, body } of hostileBodies(format, good, url)) {
    const reply = await postBody(client, callPath(asked), format, body).catch((error: Error) => error);
    if (reply instanceof Error) findings.push(`${operation} in ${format}, ${what}: ${reply.message}`);
    else findings.push(...refusalFindings(`${operation} in ${format}, ${what}`, reply, 400, format));
  }
  return findings;
}

function hostileBodies(format: string, good: Uint8Array, url: string): BadBody[] {
  switch (format) {
    case 'json':
      return [{ what: `${NESTED} lists in each other`, body: Buffer.from(`{"id":${'['.repeat(NESTED)}`) }];
    case 'xml':
    case 'soap':
      return [...hostileXml(good, url), deepXml(good)];
    case 'java-serialization':
      return hostileObjects();
    case 'soap-serialized':
      return hostileObjects().map(({ what, body }) => ({ what, body: inPayload(good, body) }));
    default:
      return [];
  }
}

function deepXml(good: Uint8Array): BadBody {
  const text = Buffer.from(good).toString('utf8');
  const body = text.replace(/>([^<>]+)</, `>${'<a>'.repeat(NESTED)}<`);
  return { what: `${NESTED} elements in each other`, body: Buffer.from(body) };
}

/** In the place of the request's own. */
function inPayload(good: Uint8Array, object: Uint8Array): Uint8Array {
  const text = Buffer.from(good).toString('utf8');
  return Buffer.from(text.replace(/<payload>[^<]*/, `<payload>${Buffer.from(object).toString('base64')}`));
}
