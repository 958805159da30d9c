// Calls that cannot be answered are refused, each as it must be, and a good one afterwards is answered.

import { isSoap } from '../../../wire/target-contract.ts';
import { badBodies } from '../../calls/bad-requests.ts';
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
import { refusalFindings } from '../../calls/refused.ts';
import { makeRequests } from '../../calls/requests.ts';

const INVENTED = 'wirefare-invented';

export const callRefusals = callCheck({
  name: 'call-refusals',
  must: 'what is no request gets 400, an unknown operation 404, other methods 405, other types 415, as problem documents or SOAP faults',
  look: async (look) => {
    const { context, features, client } = look;
    const findings: string[] = [];
    for (const operation of features.operations) {
      for (const { format, encoder } of listCallFormats(features, operation)) {
        const [request] = makeRequests(operation, context.about, context.random);
        const asked = { operation, format, encoder, request: request! };
        findings.push(...(await bodyFindings(look, asked)), ...(await pathFindings(look, asked)));
        const after = answerFinding(asked, await sendCall(client, asked));
        if (after !== null) findings.push(`after all these: ${after}`);
      }
    }
    return findings;
  },
});

async function bodyFindings({ context, client }: CallLook, asked: AskedCall): Promise<string[]> {
  const { operation, format, request } = asked;
  const findings: string[] = [];
  for (const { what, body } of badBodies(operation, format, request, context.about.features.maxN)) {
    const reply = await postBody(client, callPath(asked), format, body);
    findings.push(...refusalFindings(`${operation} in ${format}, ${what}`, reply, 400, format));
  }
  return findings;
}

async function pathFindings({ client }: CallLook, asked: AskedCall): Promise<string[]> {
  const { operation, format, request } = asked;
  const path = callPath(asked);
  const schema = requestSchema(operation);
  const body = encoded(format, schema, request);
  const findings: string[] = [];
  const post = async (what: string, at: string, status: number) => {
    const reply = await postBody(client, at, format, body);
    findings.push(...refusalFindings(`${what} in ${format}`, reply, status, null));
  };
  if (isSoap(format)) findings.push(...(await unknownAtSoap(client, asked)));
  else {
    await post('an invented operation', path.replace(`/call/${operation}`, `/call/${INVENTED}`), 404);
    await post('an invented codec', path.replace(/codec=[^&]*/, `codec=${INVENTED}`), 501);
    await post('an invented compression', path.replace('compression=none', `compression=${INVENTED}`), 501);
    await post('an invented parameter', `${path}&invented=1`, 400);
    await post('a level of nothing', `${path}&level=6`, 400);
  }
  for (const method of ['PUT', 'DELETE']) {
    const reply = await client.get(path, { method });
    findings.push(...refusalFindings(`${method} ${path}`, reply, 405, null));
    if (!String(reply.headers.allow ?? '').includes('POST'))
      findings.push(`${method} ${path}: Allow has no POST`);
  }
  for (const type of [`application/x-${INVENTED}`, 'text/plain']) {
    const headers = { 'Content-Type': type, 'Content-Length': String(body.length) };
    const reply = await client.get(path, { method: 'POST', headers, body });
    findings.push(...refusalFindings(`${path} with ${type}`, reply, 415, null));
  }
  return findings;
}

async function unknownAtSoap(client: CallLook['client'], asked: AskedCall): Promise<string[]> {
  if (asked.format !== 'soap') return [];
  const { name } = requestSchema(asked.operation);
  const text = Buffer.from(encoded('soap', requestSchema(asked.operation), asked.request)).toString('utf8');
  const findings: string[] = [];
  for (const [what, body] of [
    ['an invented operation', text.replaceAll(name, 'InventedRequest')],
    ['an operation of another namespace', text.replace('urn:wirefare', 'urn:invented')],
    [
      'an envelope of another namespace',
      text.replace('schemas.xmlsoap.org/soap/envelope', 'invented.example'),
    ],
    ['no envelope', text.replaceAll(/soap:Envelope/g, 'soap:Letter')],
  ] as const) {
    const reply = await postBody(client, callPath(asked), 'soap', Buffer.from(body));
    findings.push(...refusalFindings(`soap, ${what}`, reply, 400, 'soap'));
  }
  return findings;
}
