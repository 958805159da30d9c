// The real target in this process, as it is or with a cheat built in: what the tests hold the suite against.

import type { Clock } from '../../../src/base/clock.ts';
import { COMPRESSIONS } from '../../../src/compression/catalogue.ts';
import { DATASET_NAMES, DATASETS } from '../../../src/data/catalogue.ts';
import type { DataRecord } from '../../../src/data/schema.ts';
import { loadDataset } from '../../../src/data/store/store.ts';
import { type StoredData, storedRecords } from '../../../src/data/store/stored-data.ts';
import type { Readers } from '../../../src/drive/driver.ts';
import { COMPUTATIONS } from '../../../src/factors/computation.ts';
import type { Protocol } from '../../../src/factors/protocol.ts';
import { type Gate, OPEN_GATE } from '../../../src/target/gate.ts';
import { type TargetParts, targetHandler } from '../../../src/target/handler.ts';
import type { PreparedMessages } from '../../../src/target/messages/prepared.ts';
import type { Sequence } from '../../../src/target/messages/sequence.ts';
import type { Sequences } from '../../../src/target/messages/sequences.ts';
import { socketUpgrades } from '../../../src/target/messages/transports/socket.ts';
import { makeParts } from '../../../src/target/parts.ts';
import type { TargetListener, TargetRequest, TargetResponse } from '../../../src/target/send.ts';
import {
  type ListeningServer,
  listen,
  listenH2,
  listenHttps1,
  type TlsIdentity,
  type Upgrades,
} from '../../../src/target/server.ts';
import type { SecureTarget } from '../../../src/verify/secure-target.ts';
import type { Used } from '../../../src/verify/verify.ts';
import type { SequenceSpec } from '../../../src/wire/sequence.ts';

/** Changes what the target works with, or what leaves it. */
export interface Cheat {
  readonly parts?: (parts: TargetParts) => TargetParts;
  readonly answers?: (answer: CapturedAnswer, request: TargetRequest) => CapturedAnswer;
  /** Answers in the place of the real handler, which it may call. */
  readonly handler?: (real: TargetListener) => TargetListener;
  /** Listens in the place of the real servers over TLS. */
  readonly listenHttps1?: SecureListen;
  readonly listenH2?: SecureListen;
  /**
   * Changes what a sequence is asked to be, what its messages are, or the sequence itself, before it is used.
   */
  readonly spec?: (spec: SequenceSpec) => SequenceSpec;
  readonly prepared?: (prepared: PreparedMessages) => PreparedMessages;
  readonly sequence?: (sequence: Sequence) => void;
  /** Opens WebSockets in the place of the real target, which it may call. */
  readonly upgrades?: (real: Upgrades) => Upgrades;
}

type SecureListen = (
  handler: TargetListener,
  host: string,
  tls: TlsIdentity,
  upgrades?: Upgrades,
) => Promise<ListeningServer>;

/** An answer between the real handler and the wire. */
export interface CapturedAnswer {
  readonly status: number;
  /** Names in small letters. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

/**
 * What tests go through of such a target: every kind of format once, since all of them would take minutes.
 */
export const FEW: Used = {
  datasets: DATASET_NAMES,
  formats: ['json', 'xml', 'protobuf'],
  compressions: COMPRESSIONS.map(({ name }) => name),
  computations: COMPUTATIONS,
};

const LARGEST_N = 2_000;

const originals = new Map<string, readonly DataRecord[]>();

/** Made once for all tests of a file; each target gets a list of its own. */
function original(name: string): readonly DataRecord[] {
  const records = originals.get(name) ?? loadDataset(name, LARGEST_N, null);
  originals.set(name, records);
  return records;
}

export interface CheatingTarget {
  readonly url: string;
  /** What it asks for where it was given readers; else null. */
  readonly secret: string | null;
  /** null where it was started without a certificate. */
  readonly secure: SecureTarget | null;
  close(): Promise<void>;
}

const SECRET = '0123456789abcdef0123456789abcdef';

/** As the process of the target is given it. */
function gateFor(readers: Readers | null): Gate {
  if (readers === null) return OPEN_GATE;
  const hosts = new Set(['127.0.0.1', 'localhost', '[::1]', ...readers.hosts]);
  return { origin: readers.origin ?? '*', guard: { secret: SECRET, hosts } };
}

/** With `tls` (PEM) it listens for HTTPS and HTTP/2 too. */
export async function startCheating(
  cheat: Cheat,
  clock: Clock,
  tls: { readonly key: string; readonly cert: string } | null = null,
  payloads: readonly StoredData[] = [],
  readers: Readers | null = null,
): Promise<CheatingTarget> {
  const datasets = DATASETS.map(({ name, schema }) => storedRecords(name, schema, original(name).slice()));
  const onFailure = (thrown: unknown) => {
    throw thrown;
  };
  const protocols: Protocol[] = tls === null ? ['http1'] : ['http1', 'https1', 'h2'];
  const gate = gateFor(readers);
  const given = { datasets, payloads, protocols, clock, onFailure, gate };
  const parts = makeParts({ ...given, version: 'test', versions: {} });
  const real = targetHandler(cheat.parts?.(parts) ?? parts);
  const changed = cheat.answers === undefined ? real : changingAnswers(real, cheat.answers);
  const handler = cheat.handler?.(changed) ?? changed;
  cheatInSequences(parts.sequences, cheat);
  const sockets = socketUpgrades(parts);
  const upgrades = cheat.upgrades?.(sockets) ?? sockets;
  const host = '127.0.0.1';
  const server = await listen(handler, host, 0, upgrades);
  const url = `http://${host}:${server.port}`;
  const secret = gate.guard?.secret ?? null;
  if (tls === null) return { url, secret, secure: null, close: server.close };
  const https1 = await (cheat.listenHttps1 ?? listenHttps1)(handler, host, tls, upgrades);
  const h2 = await (cheat.listenH2 ?? listenH2)(handler, host, tls);
  const close = async () => {
    for (const each of [server, https1, h2]) await each.close();
  };
  return {
    url,
    secret,
    secure: { certificate: tls.cert, ports: { https1: https1.port, h2: h2.port } },
    close,
  };
}

function cheatInSequences(sequences: Sequences, cheat: Cheat): void {
  const add = sequences.add.bind(sequences);
  sequences.add = (spec, prepared) => {
    const sequence = add(cheat.spec?.(spec) ?? spec, cheat.prepared?.(prepared) ?? prepared);
    cheat.sequence?.(sequence);
    return sequence;
  };
}

/**
 * Catches what the real handler would send (it sends at once and whole) and sends what `change` makes of it.
 */
function changingAnswers(real: TargetListener, change: NonNullable<Cheat['answers']>): TargetListener {
  return (request, response) => {
    real(
      request,
      capturing(response, (answer) => send(response, change(answer, request))),
    );
  };
}

export function capturing(response: TargetResponse, done: (answer: CapturedAnswer) => void): TargetResponse {
  let status = 0;
  const headers = new Map<string, string>();
  return Object.create(response, {
    writeHead: {
      value: (code: number, list: readonly string[]) => {
        status = code;
        for (let i = 0; i < list.length; i += 2) headers.set(list[i]!.toLowerCase(), list[i + 1]!);
      },
    },
    flushHeaders: { value: () => {} },
    end: {
      value: (body?: Uint8Array) => done({ status, headers, body: Buffer.from(body ?? []) }),
    },
  }) as TargetResponse;
}

export function send(response: TargetResponse, { status, headers, body }: CapturedAnswer): void {
  response.statusCode = status;
  for (const [name, value] of headers) response.setHeader(name, value);
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
