// The headers of answers to calls, and what a page of another origin is told before it may post.

import type { IncomingHttpHeaders } from 'node:http';
import { formatNamed } from '../../../formats/catalogue.ts';
import { isSoap } from '../../../wire/target-contract.ts';
import { callCheck } from '../../calls/call-check.ts';
import { callPath, listCallFormats, sayCall, sendCall } from '../../calls/call-request.ts';
import { makeRequests } from '../../calls/requests.ts';
import type { Reply } from '../../clients/http-client.ts';
import { headerFindings } from '../exchanges/headers.ts';

const PREFLIGHT = {
  Origin: 'http://page.example',
  'Access-Control-Request-Method': 'POST',
  'Access-Control-Request-Headers': 'content-type,soapaction',
};

export const callHeaders = callCheck({
  name: 'call-headers',
  must: 'answers to calls carry the headers of an exchange, and OPTIONS lets pages of other origins post them',
  look: async ({ context, features, client }) => {
    const findings: string[] = [];
    for (const operation of features.operations) {
      for (const encoding of listCallFormats(features, operation)) {
        const [request] = makeRequests(operation, context.about, context.random);
        const asked = { operation, ...encoding, request: request! };
        const reply = await sendCall(client, asked);
        const what = sayCall(asked);
        const { contentType } = formatNamed(encoding.format);
        findings.push(...headerFindings(what, reply.headers, contentType, context.openTo));
        findings.push(...lengthFindings(what, reply));
        const path = callPath(asked);
        const allowed = await client.get(path, { method: 'OPTIONS', headers: PREFLIGHT });
        findings.push(
          ...preflightFindings(allowed, isSoap(encoding.format), context.openTo).map(
            (each) => `OPTIONS ${path}: ${each}`,
          ),
        );
        const last = await sendCall(client, { ...asked, close: true });
        if (last.headers.connection?.toLowerCase() !== 'close')
          findings.push(`${what}, connection=close: Connection is ${last.headers.connection ?? 'missing'}`);
      }
    }
    return findings;
  },
});

function lengthFindings(what: string, { headers, body }: Reply): string[] {
  if (headers['transfer-encoding'] !== undefined) return [`${what}: the body is sent in chunks`];
  const length = headers['content-length'] ?? 'missing';
  return length === String(body.length) ? [] : [`${what}: Content-Length is ${length}, not ${body.length}`];
}

function preflightFindings({ status, headers }: Reply, isSoapPath: boolean, openTo: string): string[] {
  const findings = status === 204 ? [] : [`answered ${status}, not 204`];
  const wanted: Record<string, readonly string[]> = {
    'access-control-allow-origin': [openTo],
    'access-control-allow-methods': ['post'],
    'access-control-allow-headers': isSoapPath ? ['content-type', 'soapaction'] : ['content-type'],
    'access-control-max-age': ['7200'],
  };
  for (const [name, values] of Object.entries(wanted)) {
    const listed = listIn(headers, name);
    const lacking = values.filter((value) => !listed.includes(value));
    if (lacking.length > 0)
      findings.push(`${name} is ${headers[name] ?? 'missing'}, without ${lacking.join(', ')}`);
  }
  return findings;
}

function listIn(headers: IncomingHttpHeaders, name: string): string[] {
  return String(headers[name] ?? '')
    .toLowerCase()
    .split(',')
    .map((each) => each.trim());
}
