// The messages of the agent protocol as validators, for the side that receives them: what an agent posts is
// checked before it is believed. The types stand in agent-protocol.ts; the compiler holds these to them.

import { z } from 'zod';
import { MESSAGE_TRANSPORTS } from '../factors/transport.ts';
import { CALL_COLUMNS, mayBeAbsent, SEQUENCE_COLUMNS, TIME_COLUMNS } from '../items/columns.ts';
import {
  AGENT_PROTOCOL_VERSION,
  type CheckResult,
  type ComparedAnswer,
  type Decompression,
  type ProbeResult,
  type Registration,
  type SamplePost,
  type Trouble,
} from './agent-protocol.ts';
import type { CallFigures, MessageFigures, Sample } from './sample.ts';

const MOST_SAMPLES_IN_A_POST = 100_000;
const MOST_CELLS = 10_000;
const MOST_PAIRS = 10_000;

const label = z.string().max(1_000);
const reason = z.string().max(10_000);
const count = z.number().int().nonnegative();
/** Records keep them in 32 bits, where a larger one would become another. */
const ordinal = count.max(0xffff_ffff);
/** Differences of two stamps: a clock's rounding may take them below zero. */
const ms = z.number().min(-1e9).max(1e9);
/** A mean over a batch. */
const meanMs = z.number().min(0).max(1e9).nullable();

/** A validator for each, in their order. */
function times<C extends string>(columns: readonly C[]): Record<C, typeof ms> {
  const validators = columns.map((column) => [column, mayBeAbsent(column) ? ms.optional() : ms]);
  return Object.fromEntries(validators);
}

export const registrationMessage: z.ZodType<Registration> = z.strictObject({
  protocol: z.literal(AGENT_PROTOCOL_VERSION),
  token: label,
  engine: label,
  engineVersion: label,
  userAgent: label,
  cores: count,
  clockStepUs: z.number().positive(),
  crossOriginIsolated: z.boolean(),
  visible: z.boolean(),
  codecs: z.array(label).max(1_000),
  transports: z.array(z.enum(MESSAGE_TRANSPORTS)).max(20),
  protocols: z.array(z.enum(['http1', 'https1', 'h2', 'h3'])).max(10),
  workerCodecs: z.array(label).max(1_000).optional(),
  device: label.optional(),
  knownWork: z.literal(true).optional(),
  timeOriginMs: z.number().nonnegative(),
});

const messageFigures: z.ZodType<MessageFigures> = z.strictObject({
  delivered: count,
  reordered: count,
  setUpMs: ms,
  firstMs: ms,
  wallMs: ms,
  ...times(SEQUENCE_COLUMNS),
  serverCpuMs: ms.nullable(),
  wireBytesUp: count.nullable(),
  wireBytesDown: count.nullable(),
  latencies: z.array(z.tuple([count, count])).max(10_000),
  clockErrorMs: ms,
});

const callFigures: z.ZodType<CallFigures> = z.strictObject({
  ...times(CALL_COLUMNS),
  bytesRequest: count,
});

const sampleMessage: z.ZodType<Sample> = z.strictObject({
  cell: label,
  block: ordinal,
  sequence: ordinal,
  startMs: ms,
  outcome: z.enum(['completed', 'failed', 'timed-out']),
  reason,
  totalMs: ms,
  requests: ordinal,
  ...times(TIME_COLUMNS),
  bytesEncoded: count,
  bytesDecoded: count,
  timingDoubtful: z.boolean(),
  messages: messageFigures.optional(),
  call: callFigures.optional(),
});

const comparedAnswer: z.ZodType<ComparedAnswer> = z.strictObject({
  cell: label,
  block: ordinal,
  sequence: ordinal,
  difference: reason.nullable(),
});

export const samplePostMessage: z.ZodType<SamplePost> = z.strictObject({
  samples: z.array(sampleMessage).max(MOST_SAMPLES_IN_A_POST),
  compared: z.array(comparedAnswer).max(MOST_SAMPLES_IN_A_POST).optional(),
  blocks: z.array(count).max(MOST_SAMPLES_IN_A_POST),
  voided: z.array(z.strictObject({ block: count, why: reason })).max(MOST_SAMPLES_IN_A_POST),
  done: z.boolean(),
  wallMs: ms,
});

/** Nobody is asked for more. */
const MOST_TIMES = 100;

export const knownWorkMessage: z.ZodType<number[]> = z
  .array(z.number().positive().max(1e9))
  .min(1)
  .max(MOST_TIMES);

export const checksMessage: z.ZodType<CheckResult[]> = z
  .array(
    z.strictObject({
      cell: label,
      difference: reason.nullable(),
      failed: z.literal(true).optional(),
      bytesEncoded: count,
      bytesDecoded: count,
      contentEncoding: label,
      compared: count,
    }),
  )
  .max(MOST_CELLS);

const decompression: z.ZodType<Decompression> = z.strictObject({
  pairs: count.min(1),
  standardErrorMs: meanMs,
  parts: z
    .strictObject({
      usualTransferMs: ms,
      opaqueTransferMs: ms,
      usualDeliveryMs: ms,
      opaqueDeliveryMs: ms,
    })
    .nullable(),
  grownMs: z
    .array(z.tuple([ms, ms]))
    .min(1)
    .max(MOST_PAIRS)
    .optional(),
});

export const probesMessage: z.ZodType<ProbeResult[]> = z
  .array(
    z.strictObject({
      cell: label,
      decodeMs: meanMs,
      clientComputeMs: meanMs,
      clientEncodeMs: meanMs.optional(),
      decompressMs: ms.nullable(),
      decompressBy: z.enum(['stream', 'difference']).nullable(),
      decompression: decompression.optional(),
      receiveMs: meanMs.optional(),
      mainBusyMs: z.number().min(0).max(1e9).optional(),
    }),
  )
  .max(MOST_CELLS);

export const troubleMessage: z.ZodType<Trouble> = z.strictObject({ what: reason, stack: reason });
