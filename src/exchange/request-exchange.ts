// The timed exchange: request to desired state of the objects. Only what the user of the data would do stands
// between the first mark and the last; marks are plain numbers, and everything else happens afterwards.

import type { DataValue } from '../data/schema.ts';
import type { SampleTimes } from '../items/columns.ts';
import type { CallPost, CellRunner } from './cell-runner.ts';
import { refused } from './refused.ts';

/** Stamps of one request, in the clock of the agent, ms. */
export interface RequestMarks {
  readonly url: string;
  readonly callMs: number;
  /** Of a call: its request is encoded; of others the same as callMs. */
  readonly encodedMs: number;
  /** Of a call's request; else 0. */
  readonly bytesRequest: number;
  /** Body in the hands of the script; equal to decodedMs where the codec takes both in one step. */
  readonly bodyMs: number;
  readonly decodedMs: number;
  readonly serverTiming: string | null;
  readonly contentEncoding: string;
  /**
   * As the header says: the body's bytes on the wire. 0 where it says nothing, as of what is compressed while
   * it is sent.
   */
  readonly contentLength: number;
}

/** Items of the bill by their columns in samples, ms. */
export type ExchangeTimes = Partial<SampleTimes>;

const NO_EXCHANGE_TIMES: ExchangeTimes = {};

export interface ExchangeMarks {
  readonly startMs: number;
  readonly endMs: number;
  readonly requests: readonly RequestMarks[];
  /** Items stamped once an exchange, however many requests it makes. */
  readonly times: ExchangeTimes;
  /** What the exchange ended with: compared in checks, counted in timed ones. */
  readonly value: DataValue;
}

export type Now = () => number;

/** The URLs of one exchange's requests; `message`: which one, where the data are messages. */
export function urlsOf(runner: CellRunner, message: number, nextSerial: () => number): string[] {
  return Array.from({ length: runner.requests }, () => runner.url(nextSerial(), message));
}

/** Carries out one exchange. Rejects where the target refuses or the body does not decode. */
export async function exchange(
  runner: Omit<CellRunner, 'url'>,
  [firstUrl = '', secondUrl = '']: readonly string[],
  now: Now,
  signal: AbortSignal,
): Promise<ExchangeMarks> {
  const first = await request(runner, firstUrl, now, signal);
  const last = runner.requests === 2 ? await request(runner, secondUrl, now, signal) : first;
  let endMs = last.decodedMs;
  for (let i = 0; i < runner.clientComputations; i++) {
    runner.compute(last.value);
    endMs = now();
  }
  return {
    startMs: first.callMs,
    endMs,
    requests: (first === last ? [first] : [first, last]).map(marksOf),
    times: { clientComputeMs: endMs - last.decodedMs },
    value: last.value,
  };
}

/** The empty exchange: the request and its answer without a body, for the network item. */
export async function emptyExchange(url: string, now: Now, signal: AbortSignal): Promise<ExchangeMarks> {
  const callMs = now();
  const response = await fetch(url, { signal });
  const body = await response.arrayBuffer();
  const endMs = now();
  refuseUnlessOk(response, body);
  const marks = {
    url,
    callMs,
    encodedMs: callMs,
    bytesRequest: 0,
    bodyMs: endMs,
    decodedMs: endMs,
    response,
  };
  return { startMs: callMs, endMs, requests: [marksOf(marks)], times: NO_EXCHANGE_TIMES, value: null };
}

interface Answered {
  readonly url: string;
  readonly callMs: number;
  readonly encodedMs: number;
  readonly bytesRequest: number;
  readonly bodyMs: number;
  readonly decodedMs: number;
  readonly response: Response;
}

async function request(
  runner: Omit<CellRunner, 'url'>,
  url: string,
  now: Now,
  signal: AbortSignal,
): Promise<Answered & { readonly value: DataValue }> {
  const { takes, decode, post } = runner;
  const callMs = now();
  const sent = post === null ? null : post.encode(post.request);
  const encodedMs = sent === null ? callMs : now();
  const response = await fetch(url, sent === null ? { signal } : posted(post!, sent, signal));
  if (!response.ok) throw refused(response, await response.arrayBuffer());
  let value: DataValue;
  let bodyMs: number;
  if (takes === 'json') {
    value = decode((await response.json()) as never);
    bodyMs = now();
    return {
      url,
      callMs,
      encodedMs,
      bytesRequest: sent?.byteLength ?? 0,
      bodyMs,
      decodedMs: bodyMs,
      response,
      value,
    };
  }
  const body = takes === 'text' ? await response.text() : new Uint8Array(await response.arrayBuffer());
  bodyMs = now();
  value = decode(body as never);
  const decodedMs = now();
  return { url, callMs, encodedMs, bytesRequest: sent?.byteLength ?? 0, bodyMs, decodedMs, response, value };
}

/** The request of an exchange alone, for what is not timed as one. */
export function fetchAgain(
  { post }: Pick<CellRunner, 'post'>,
  url: string,
  signal: AbortSignal,
): Promise<Response> {
  return fetch(url, post === null ? { signal } : posted(post, post.encode(post.request), signal));
}

/**
 * The same, from its call to its body's bytes, which `taken` gets afterwards. Rejects where the target
 * refuses.
 */
export async function marksOfAnswer(
  runner: Pick<CellRunner, 'post'>,
  url: string,
  now: Now,
  signal: AbortSignal,
  taken: (body: ArrayBuffer) => void = () => {},
): Promise<RequestMarks> {
  const callMs = now();
  const response = await fetchAgain(runner, url, signal);
  const body = await response.arrayBuffer();
  const bodyMs = now();
  refuseUnlessOk(response, body);
  taken(body);
  return marksOf({
    url,
    callMs,
    encodedMs: callMs,
    bytesRequest: 0,
    bodyMs,
    decodedMs: bodyMs,
    response,
  });
}

/** What the exchange of a call sends beside its URL. */
function posted(
  { headers }: Pick<CallPost, 'headers'>,
  body: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
): RequestInit {
  return { method: 'POST', headers, body, signal };
}

function marksOf(answered: Answered): RequestMarks {
  const { url, callMs, encodedMs, bytesRequest, bodyMs, decodedMs, response } = answered;
  return {
    url,
    callMs,
    encodedMs,
    bytesRequest,
    bodyMs,
    decodedMs,
    serverTiming: response.headers.get('server-timing'),
    contentEncoding: response.headers.get('content-encoding') ?? '',
    contentLength: Number(response.headers.get('content-length') ?? 0),
  };
}

/** Any answer with data is one: a URL may say 201 or 203. */
function refuseUnlessOk(response: Response, body: ArrayBuffer): void {
  if (!response.ok) throw refused(response, body);
}
