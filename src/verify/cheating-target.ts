// The real target in this process, as it is or with a cheat built in: what the tests hold the suite against.

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Clock } from '../base/clock.ts';
import { DATASETS } from '../data/catalogue.ts';
import type { DataRecord } from '../data/schema.ts';
import { loadDataset } from '../data/store.ts';
import { type TargetParts, targetHandler } from '../target/handler.ts';
import { makeParts } from '../target/parts.ts';
import { type ListeningServer, listen } from '../target/server.ts';

/** Changes what the target works with, or what leaves it. */
export interface Cheat {
  readonly parts?: (parts: TargetParts) => TargetParts;
  readonly answers?: (answer: CapturedAnswer, request: IncomingMessage) => CapturedAnswer;
  /** Answers in the place of the real handler, which it may call. */
  readonly handler?: (real: RequestListener) => RequestListener;
}

/** An answer between the real handler and the wire. */
export interface CapturedAnswer {
  readonly status: number;
  /** Names in small letters. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

const LARGEST_N = 2_000;

const originals = new Map<string, readonly DataRecord[]>();

/** Made once for all tests of a file; each target gets a list of its own. */
function original(name: string): readonly DataRecord[] {
  const records = originals.get(name) ?? loadDataset(name, LARGEST_N, null);
  originals.set(name, records);
  return records;
}

export async function startCheating(cheat: Cheat, clock: Clock): Promise<ListeningServer & { url: string }> {
  const datasets = new Map(
    DATASETS.map(({ name, schema }) => [name, { schema, records: original(name).slice() }]),
  );
  const onFailure = (thrown: unknown) => {
    throw thrown;
  };
  const protocols = ['http1'] as const;
  const parts = makeParts({ datasets, version: 'test', versions: {}, protocols, clock, onFailure });
  const real = targetHandler(cheat.parts?.(parts) ?? parts);
  const changed = cheat.answers === undefined ? real : changingAnswers(real, cheat.answers);
  const server = await listen(cheat.handler?.(changed) ?? changed, '127.0.0.1', 0);
  return { ...server, url: `http://127.0.0.1:${server.port}` };
}

/** Catches what the real handler would send (it sends at once and whole) and sends what `change` makes of it. */
function changingAnswers(real: RequestListener, change: NonNullable<Cheat['answers']>): RequestListener {
  return (request, response) => {
    real(
      request,
      capturing(response, (answer) => send(response, change(answer, request))),
    );
  };
}

export function capturing(response: ServerResponse, done: (answer: CapturedAnswer) => void): ServerResponse {
  let status = 0;
  const headers = new Map<string, string>();
  return Object.create(response, {
    writeHead: {
      value: (code: number, list: readonly string[]) => {
        status = code;
        for (let i = 0; i < list.length; i += 2) headers.set(list[i]!.toLowerCase(), list[i + 1]!);
      },
    },
    end: {
      value: (body?: Uint8Array) => done({ status, headers, body: Buffer.from(body ?? []) }),
    },
  }) as ServerResponse;
}

export function send(response: ServerResponse, { status, headers, body }: CapturedAnswer): void {
  response.writeHead(status, Object.fromEntries(headers));
  response.end(body);
}

/** The same answer with some headers set, or taken away where null. */
export function withHeaders(
  answer: CapturedAnswer,
  changes: Readonly<Record<string, string | null>>,
): CapturedAnswer {
  const headers = new Map(answer.headers);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) headers.delete(name);
    else headers.set(name, value);
  }
  return { ...answer, headers };
}
