// What is asked of whoever carries out a sequence of messages, and what comes of it: the loop of an agent,
// the interactive page and the benches ask the same.

import type { DataValue } from '../../data/schema.ts';
import type { MessageTransport } from '../../factors/transport.ts';
import type { Arrived } from '../../messages/receiver.ts';
import type { MessageFigures } from '../../wire/sample.ts';
import type { SequenceSpec } from '../../wire/sequence.ts';
import type { TargetAddress } from '../../wire/target-contract.ts';

export interface SequenceOrder extends TargetAddress {
  readonly transport: MessageTransport;
  readonly spec: SequenceSpec;
  /** SHA-256 of the target's certificate, base64, for WebTransport; else null. */
  readonly certificateSha256Base64: string | null;
  /** Of content `data`; null of random content. */
  readonly data: MessageData | null;
  /** Of content `data` to the client: keep the decoded values of the first cycle, for comparing. */
  readonly keepDecoded?: boolean;
  /** Keep every message's latency in the order of the messages, for a chart; else only the histogram. */
  readonly keepLatencies?: boolean;
}

/** Bound to the schema of one message, so that all that is timed is the work on it. */
export interface MessageData {
  /** Of what the client sends, one a message, in order; none where it only receives. */
  readonly values: readonly DataValue[];
  /** Null where the client only receives. */
  readonly encode: ((value: DataValue) => Uint8Array) | null;
  /** Of a message, head and all; null where the client only sends. */
  readonly decode: ((message: Arrived) => DataValue) | null;
}

export interface SequenceOutcome {
  /** Clock of the agent, ms. */
  readonly startMs: number;
  /** As a sample's: of paced sequences the sum of the latencies. */
  readonly totalMs: number;
  /** Where it did not complete, or a message was lost or changed. */
  readonly failure: { readonly outcome: 'failed' | 'timed-out'; readonly reason: string } | null;
  readonly figures: MessageFigures;
  /** The server's encoding and the client's decoding, sums, ms. */
  readonly encodeMs: number;
  readonly decodeMs: number;
  /** Of all messages, heads included, those that came back counted twice. */
  readonly bytes: number;
  readonly decoded?: readonly DataValue[];
  readonly latenciesMs?: Float64Array;
}

export interface SequencePlace {
  readonly now: () => number;
  /** Nothing arriving for so long ends the sequence as timed out. */
  readonly timeoutMs: number;
  /** Told of every message received or acknowledged so far, at most every 100 ms; for people who watch. */
  readonly onProgress?: (delivered: number) => void;
}

/** Never rejects because of the target or the network: that is an outcome. Rejects when `signal` fires. */
export type RunSequence = (
  order: SequenceOrder,
  place: SequencePlace,
  signal: AbortSignal,
) => Promise<SequenceOutcome>;
