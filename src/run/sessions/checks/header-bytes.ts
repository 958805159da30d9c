// Bytes of an answer's head, as HTTP/1.1 writes it. Browsers do not tell (transferSize is the body plus a
// constant), so the lab asks for each cell once itself and counts.

import { createHash } from 'node:crypto';
import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { messageOf } from '../../../base/errors.ts';
import { isAsItComes, NO_COMPRESSION, offeredByBrowsers } from '../../../factors/compression.ts';
import type { CellSpec } from '../../../wire/agent-protocol.ts';
import { dictionaryPath, exchangePath, needsDictionary, requestUrl } from '../../../wire/target-contract.ts';
import { SessionTrouble } from '../session-guard.ts';

export interface AnswerHead {
  readonly bytes: number;
  /** It says how long the body is. */
  readonly hasLength: boolean;
}

/** Of a cell, asked of a target by the URL at which the lab finds it. */
export type HeadOf = (
  spec: CellSpec,
  target: { readonly name: string; readonly url: string },
  /** Longest wait for it. */
  withinMs: number,
) => Promise<AnswerHead>;

/**
 * Asks once for each cell of a run: the head does not change from session to session. Rejects with a
 * SessionTrouble where the target does not answer in time.
 */
export function headerCounter(): HeadOf {
  const counted = new Map<string, AnswerHead>();
  return async (spec, { name: target, url }, withinMs) => {
    const known = counted.get(spec.cell);
    if (known !== undefined) return known;
    try {
      for (let left = isAsItComes(spec.compression) ? TRIES_OF_URL : 1; left > 0; left--) {
        await gapOf(spec);
        const head = await headOf(spec, url, AbortSignal.timeout(withinMs));
        if (head === null) continue;
        await gapOf(spec);
        counted.set(spec.cell, head);
        return head;
      }
      await gapOf(spec);
      return NOT_KNOWN;
    } catch (thrown) {
      const why = isLate(thrown) ? `nothing came within ${withinMs / 1_000} s` : messageOf(thrown);
      throw new SessionTrouble(`the target did not answer the lab: ${why}`, {
        fault: { target, how: 'unanswered' },
      });
    }
  };
}

/** Node tells of the signal, and `fetch` of its reason. */
function isLate(thrown: unknown): boolean {
  return thrown instanceof Error && ['AbortError', 'TimeoutError'].includes(thrown.name);
}

/** Somebody's server may refuse one request of many, and is measured all the same. */
const TRIES_OF_URL = 2;
/**
 * Of a call that can be had by nothing but a call, as SOAP: an exchange of its data is refused. Of a URL that
 * refused each time.
 */
const NOT_KNOWN: AnswerHead = { bytes: 0, hasLength: true };

/** Between the agent's requests: the rate that somebody agreed to is of all that the server is asked. */
async function gapOf({ leastGapMs }: CellSpec): Promise<void> {
  // Timers end up to a millisecond too soon.
  if (leastGapMs !== undefined) await setTimeout(leastGapMs + 1, undefined, { ref: false });
}

/** null: a URL refused it. */
async function headOf(spec: CellSpec, targetUrl: string, signal: AbortSignal): Promise<AnswerHead | null> {
  const message = spec.shape === 'messages' ? 0 : null;
  const query = { ...spec, message, codec: spec.encoder, compute: 'none', close: false, opaque: false };
  // Clients keep their connections, and a target's head says so.
  const agent = new Agent({ keepAlive: true });
  const { compression } = spec;
  // A server in front compresses only what is offered.
  const headers = needsDictionary(compression)
    ? await askingWithDictionary({ ...spec, targetUrl }, signal)
    : { 'Accept-Encoding': offered(compression, spec.targetUrl) };
  return new Promise((resolve, reject) => {
    const request = get(
      requestUrl({ ...spec, targetUrl }, exchangePath(query, 0)),
      { agent, headers, signal },
      (response) => {
        const hasLength = response.headers['content-length'] !== undefined;
        const { statusCode = 0 } = response;
        // The head of a refusal is another one, and would be taken for the answer's all run long.
        if (statusCode >= 200 && statusCode < 300) resolve({ bytes: bytesOfHead(response), hasLength });
        else if (spec.call !== null) resolve(NOT_KNOWN);
        else if (isAsItComes(spec.compression)) resolve(null);
        else reject(new Error(`it answered ${statusCode}`));
        agent.destroy();
      },
    );
    request.on('error', reject);
  });
}

/** Where the server chooses, what browsers offer at the URL by which they find it. */
export function offered(compression: string, clientUrl: string): string {
  if (isAsItComes(compression)) {
    const { protocol, hostname } = new URL(clientUrl);
    const isHere = hostname.startsWith('127.') || hostname === '[::1]';
    return offeredByBrowsers(protocol === 'http:' && !isHere);
  }
  return compression === NO_COMPRESSION ? 'identity' : compression;
}

/** As a client asks that has the dictionary. */
async function askingWithDictionary(spec: CellSpec, signal: AbortSignal): Promise<Record<string, string>> {
  const { dataset, format, encoder, compression } = spec;
  const path = dictionaryPath({ dataset, format, codec: encoder });
  const response = await fetch(requestUrl(spec, path), { signal });
  const hash = createHash('sha256').update(new Uint8Array(await response.arrayBuffer()));
  return { 'Accept-Encoding': compression, 'Available-Dictionary': `:${hash.digest('base64')}:` };
}

function bytesOfHead(response: IncomingMessage): number {
  const statusLine = `HTTP/${response.httpVersion} ${response.statusCode} ${response.statusMessage}\r\n`;
  let bytes = Buffer.byteLength(statusLine, 'latin1') + 2;
  for (let i = 0; i < response.rawHeaders.length; i += 2) {
    bytes += Buffer.byteLength(`${response.rawHeaders[i]}: ${response.rawHeaders[i + 1]}\r\n`, 'latin1');
  }
  return bytes;
}
