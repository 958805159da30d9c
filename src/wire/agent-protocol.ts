// What agents and the lab say to each other, over plain HTTP and JSON, so that anything can be an agent.
// docs/reference/agent-protocol.md tells the same in prose. Agents never talk to the lab inside a timed
// exchange.
//
//   POST /agent/register            Registration → Registered
//   GET  /agent/:id/job             → Job (long poll: answers `wait` after a while without work)
//   GET  /agent/:id/original?cell=&message=  → what the cell must end with, as JSON
//   POST /agent/:id/checks          CheckResult[] → Ack
//   POST /agent/:id/samples         SamplePost → Ack
//   POST /agent/:id/probes          ProbeResult[] → Ack
//   POST /agent/:id/known-work      number[] → Ack
//   POST /agent/:id/trouble         Trouble → Ack

import type { DataSchema, DataValue } from '../data/schema.ts';
import type { DataShape } from '../data/store/stored-data.ts';
import type { Computation } from '../factors/computation.ts';
import type { Connection } from '../factors/connection.ts';
import type { Procedure } from '../factors/procedure.ts';
import type { Protocol } from '../factors/protocol.ts';
import type { Thread } from '../factors/thread.ts';
import type { MessageTransport } from '../factors/transport.ts';
import type { Sample } from './sample.ts';
import type { SequenceSpec } from './sequence.ts';
import type { TargetAddress } from './target-contract.ts';

/** Agents of versions before 8 know no secret: the targets of a run would refuse all that they ask. */
export const AGENT_PROTOCOL_VERSION = 8;

export interface Registration {
  readonly protocol: typeof AGENT_PROTOCOL_VERSION;
  readonly token: string;
  /** chromium, firefox, webkit, node, or the name of another client. */
  readonly engine: string;
  readonly engineVersion: string;
  readonly userAgent: string;
  readonly cores: number;
  /** Smallest step seen of the clock that times exchanges, in microseconds. */
  readonly clockStepUs: number;
  readonly crossOriginIsolated: boolean;
  readonly visible: boolean;
  /** Codecs it can run: `json/response.json`, `xml/domparser`. */
  readonly codecs: readonly string[];
  /** What it can send and receive messages by: `xhr`, `websocket`. */
  readonly transports: readonly MessageTransport[];
  /** What it can speak to a target. */
  readonly protocols: readonly Protocol[];
  /**
   * As `codecs`, in a worker; absent: it has no workers, and cells that want one are left out, with a reason.
   */
  readonly workerCodecs?: readonly string[];
  /** A name that stays the same as long as somebody's page does; absent: the lab started it. */
  readonly device?: string;
  /** It can do the known work (`KnownWorkJob`); absent: it is never asked to. */
  readonly knownWork?: true;
  /** Zero of the clock that times exchanges, in milliseconds since 1970: `performance.timeOrigin`. */
  readonly timeOriginMs: number;
}

export interface Registered {
  readonly agent: string;
}

/** All an agent needs to know of a cell. */
export interface CellSpec extends TargetAddress {
  readonly cell: string;
  /** Cold cells may have another one than the warm cells of their network. */
  readonly targetUrl: string;
  readonly connection: Connection;
  readonly protocol: Protocol;
  /** Where requests, decoding and computing run. */
  readonly thread: Thread;
  readonly schema: DataSchema;
  readonly shape: DataShape;
  /** Different bodies, where the data are messages, or of a sequence different messages to encode; else 1. */
  readonly messages: number;
  readonly dataset: string;
  readonly n: number;
  readonly format: string;
  readonly codec: string;
  readonly encoder: string;
  /** `none`, or the content coding: `gzip`, `deflate`, `br`, `zstd`, `dcz`. */
  readonly compression: string;
  readonly level: number | null;
  /** `call` posts a request of its own. */
  readonly procedure: Procedure | 'call';
  readonly computation: Computation;
  /** Of messages; null where the exchange is a request. `n` is how many there are. */
  readonly sequence: CellSequence | null;
  /** Of procedure `call`; null of all others. */
  readonly call: CellCall | null;
  /**
   * Its answers change from one to the next, so that they are decoded and not compared; absent: they do not.
   */
  readonly changes?: true;
  /** The least time from one exchange of such cells to the next, where the server is somebody else's. */
  readonly leastGapMs?: number;
}

/** What is posted, again and again. `schema` of the cell describes the answer. */
export interface CellCall {
  /** `books`, `getroute`. */
  readonly operation: string;
  readonly schema: DataSchema;
  readonly request: DataValue;
  /** The client's encoder of the request. */
  readonly encoder: string;
}

export interface CellSequence {
  readonly transport: MessageTransport;
  /** What the target is asked for: POST /sequence. */
  readonly spec: SequenceSpec;
  /**
   * SHA-256 of the target's certificate, base64: what WebTransport trusts it by; null where there is none.
   */
  readonly certificateSha256Base64: string | null;
}

/** Do each cell once, untimed, and compare the objects with the original's, value by value. */
export interface CheckJob {
  readonly kind: 'check';
  readonly cells: readonly CellSpec[];
  readonly timeoutMs: number;
}

export interface CheckResult {
  readonly cell: string;
  /**
   * null where the objects are equal; else the first difference, `[17].price: 12.5, expected 12.25`, or what
   * is wrong.
   */
  readonly difference: string | null;
  /** With a `difference` that is none of values: the exchange failed, or came otherwise than asked for. */
  readonly failed?: true;
  /** Of messages, the mean of those compared. */
  readonly bytesEncoded: number;
  readonly bytesDecoded: number;
  readonly contentEncoding: string;
  /**
   * Bodies compared: of messages all, or as many as are enough, evenly spread; else 1. 0 where none came so
   * far.
   */
  readonly compared: number;
}

/** One visit of a cell: that many exchanges, one after the other. */
export interface Visit {
  readonly cell: string;
  readonly exchanges: number;
}

export interface BlockSpec {
  readonly block: number;
  /**
   * Of messages every visit takes this one first, modulo their number, and then the next ones: all cells of
   * the block take the same.
   */
  readonly firstMessage: number;
  readonly visits: readonly Visit[];
  /**
   * Exchanges whose objects are to be compared with the original, as in a check, when the block is over;
   * absent: none.
   */
  readonly compare?: readonly DrawnAnswer[];
}

/** One exchange of a block: the `nth`, from 0, of its visit number `visit`, from 0. */
export interface DrawnAnswer {
  readonly visit: number;
  readonly nth: number;
}

/** Do the blocks in order; stop after the block in which `stopAfterMs` ran out. */
export interface BlocksJob {
  readonly kind: 'blocks';
  readonly cells: readonly CellSpec[];
  readonly blocks: readonly BlockSpec[];
  readonly stopAfterMs: number;
  /** Post what is finished whenever this much time has gone by, between blocks. */
  readonly postEveryMs: number;
  /** For one exchange. */
  readonly timeoutMs: number;
}

/**
 * Items measured alone: decode and compute in batches below the clock's step, decompression of the same
 * bytes.
 */
export interface ProbeJob {
  readonly kind: 'probe';
  readonly cells: readonly CellSpec[];
  readonly timeoutMs: number;
  /**
   * Time nothing but decoding, whatever its length, and in about that time for each cell: from the body's
   * bytes to the objects, UTF-8 to text included, by JSON.parse where the codec takes body and objects in one
   * step.
   */
  readonly decodeWithinMs?: number;
  /** For the pairs of answers that tell of decompression, of each cell, about; absent: 500. */
  readonly pairsWithinMs?: number;
  /**
   * So many of them at least, where they do not take long; absent: 2. One: it is of an answer that takes so
   * long that none has to go before, and its body is the one that is decoded. 0: none is wanted.
   */
  readonly leastPairs?: number;
  /** Of their order; absent: 0. */
  readonly seed?: number;
  /** Watch by a heartbeat how long exchanges keep the main thread busy: of use where cells differ in it. */
  readonly heartbeat?: true;
}

export interface ProbeResult {
  readonly cell: string;
  /**
   * Mean of a batch of decodes of one body, the middle of some, ms; null where single decodes are long enough
   * to time. With `decodeWithinMs` the median of such means after a first decode, or that one where it is
   * long; never null.
   */
  readonly decodeMs: number | null;
  /** Of computations on fresh copies, ms; likewise. */
  readonly clientComputeMs: number | null;
  /** Of encodes of a call's request, ms; likewise; absent of others. */
  readonly clientEncodeMs?: number | null;
  /** What decompressing adds, ms; null without compression, and where nobody can tell it. */
  readonly decompressMs: number | null;
  /**
   * `difference`: to an answer, the same bytes opaque taken off · `stream`: alone, by a decompressor that the
   * client can call; null likewise.
   */
  readonly decompressBy: 'stream' | 'difference' | null;
  /** Of `difference`; absent where the client tells its mean alone. */
  readonly decompression?: Decompression;
  /**
   * How long an exchange keeps the main thread from anything else, ms, as a heartbeat there missed it in
   * exchanges of its own; absent where nobody looked.
   */
  readonly mainBusyMs?: number;
  /**
   * Making a worker's objects anew on the main thread, alone, ms; null where it is stamped; absent without a
   * worker.
   */
  readonly receiveMs?: number | null;
}

/** What a decompression rests on. */
export interface Decompression {
  /** An answer that the client decompresses and the same bytes opaque, one after the other. */
  readonly pairs: number;
  /** Of the mean difference, ms; null of one pair. */
  readonly standardErrorMs: number | null;
  /** Means of those pairs that have their Resource Timing, ms; null where none has. */
  readonly parts: {
    readonly usualTransferMs: number;
    readonly opaqueTransferMs: number;
    readonly usualDeliveryMs: number;
    readonly opaqueDeliveryMs: number;
  } | null;
  /**
   * Of each pair that has its Resource Timing, in the order asked: by how much transfer and delivery were
   * longer of what the client decompresses, ms. Absent where none has it, and of clients that tell means
   * alone.
   */
  readonly grownMs?: readonly (readonly [transferMs: number, deliveryMs: number])[];
}

/**
 * Do the fixed piece of work on the main thread so many times, and post how long each took, ms: before and
 * after the client is slowed down. Sent only to agents that say `knownWork`.
 */
export interface KnownWorkJob {
  readonly kind: 'known-work';
  readonly times: number;
}

export interface WaitJob {
  readonly kind: 'wait';
}
export interface EndJob {
  readonly kind: 'end';
}

export type Job = CheckJob | BlocksJob | ProbeJob | KnownWorkJob | WaitJob | EndJob;

/** A block that must not count, and why. */
export interface VoidedBlock {
  readonly block: number;
  readonly why: string;
}

/** What came of comparing the objects of a timed exchange with the original. */
export interface ComparedAnswer {
  readonly cell: string;
  readonly block: number;
  /** The number of its sample. */
  readonly sequence: number;
  /** null where they are equal; else as in a check. */
  readonly difference: string | null;
}

export interface SamplePost {
  readonly samples: readonly Sample[];
  /**
   * One for each drawn exchange of these blocks that completed; may be absent where there is none, and
   * before version 7.
   */
  readonly compared?: readonly ComparedAnswer[];
  /** Blocks finished in this post. */
  readonly blocks: readonly number[];
  readonly voided: readonly VoidedBlock[];
  /** The job is done: the agent will ask for the next one. */
  readonly done: boolean;
  /** Wall time of the blocks in this post, ms, from their first call to their last mark. */
  readonly wallMs: number;
}

export interface Ack {
  /** False: drop the rest of the job and ask for the next. */
  readonly goOn: boolean;
}

/** Something the agent could not do and did not expect. */
export interface Trouble {
  readonly what: string;
  readonly stack: string;
}
