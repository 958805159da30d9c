// Whether a call was refused as it must be: a problem document, or at /soap a fault.

import { isSoap } from '../../wire/target-contract.ts';
import type { Reply } from '../clients/http-client.ts';

/**
 * `status`: of the problem document; where SOAP answers with a fault it is 400, the request's fault, or else
 * the server's.
 */
export function refusalFindings(
  what: string,
  reply: Pick<Reply, 'status' | 'headers' | 'body'>,
  status: number,
  format: string | null,
): string[] {
  const isFault = format !== null && isSoap(format) && status === 400;
  const findings = isFault ? faultFindings(reply) : problemFindings(reply, status);
  return findings.map((finding) => `${what}: ${finding}`);
}

function problemFindings(
  { status, headers, body }: Pick<Reply, 'status' | 'headers' | 'body'>,
  wanted: number,
): string[] {
  if (status !== wanted) return [`answered ${status} ${body.toString('utf8', 0, 120)}, not ${wanted}`];
  const type = headers['content-type'] ?? 'missing';
  if (!type.startsWith('application/problem+json'))
    return [`Content-Type is ${type}, not application/problem+json`];
  const document = parsed(body);
  if (document === null) return ['the body is not a JSON object'];
  const findings: string[] = [];
  if (document.status !== status) findings.push(`status in the document is ${String(document.status)}`);
  if (typeof document.detail !== 'string') findings.push('the document has no detail');
  if (headers['access-control-allow-origin'] === undefined)
    findings.push('a page may not read it: no CORS header');
  return findings;
}

function faultFindings({ status, headers, body }: Pick<Reply, 'status' | 'headers' | 'body'>): string[] {
  const text = body.toString('utf8');
  if (status !== 500) return [`answered ${status} ${text.slice(0, 120)}, not a fault with 500`];
  const type = headers['content-type'] ?? 'missing';
  if (!type.startsWith('text/xml')) return [`Content-Type is ${type}, not text/xml`];
  if (!/<([\w.-]+:)?Fault[\s>]/.test(text)) return [`there is no Fault in ${text.slice(0, 120)}`];
  const code = /<faultcode[^>]*>\s*(?:[\w.-]+:)?([\w.-]+)\s*</.exec(text)?.[1] ?? 'missing';
  // What SOAP 1.1 (4.4.1) has for an envelope of another namespace, which is the client's fault too.
  return code === 'Client' || code === 'VersionMismatch' ? [] : [`faultcode is ${code}, not Client`];
}

function parsed(body: Buffer): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
