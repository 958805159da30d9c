// Before a cell of messages is timed a short sequence of it is carried out: every message has to arrive
// whole, and what is decoded is compared with the originals, value by value.

import { firstDifference } from '../../data/equal.ts';
import { type DataValue, keyOrderVaries } from '../../data/schema.ts';
import { formatNamed } from '../../formats/catalogue.ts';
import type { CheckResult } from '../../wire/agent-protocol.ts';
import type { DataContent, SequenceSpec } from '../../wire/sequence.ts';
import { runSequence } from '../messages/run-sequence.ts';
import type { SequenceOutcome } from '../messages/sequence-order.ts';
import { type Originals, orderOf, type SequenceCell } from '../sequence-cells.ts';

const MOST_CHECKED = 100;
const NEVER = new AbortController().signal;

export async function checkSequence(
  cell: SequenceCell,
  originals: Originals,
  now: () => number,
  timeoutMs: number,
): Promise<CheckResult> {
  try {
    const order = await orderOf(cell, originals);
    const spec = shortened(order.spec);
    const outcome = await runSequence({ ...order, spec, keepDecoded: true }, { now, timeoutMs }, NEVER);
    const difference =
      outcome.failure?.reason ?? sentPlain(spec, outcome) ?? (await differenceIn(cell, outcome, originals));
    return resultOf(cell, outcome, difference);
  } catch (thrown) {
    return resultOf(cell, null, thrown instanceof Error ? thrown.message : String(thrown));
  }
}

/**
 * Shorter ones need not become smaller: of them only what is exactly as long as plain frames is told to be
 * plain.
 */
const DEFLATABLE_BYTES = 200;
/** Header and mask of a frame from a client, at the least (RFC 6455, 5.2). */
const FRAME_BYTES = 6;

/**
 * A client may agree to permessage-deflate and send nothing deflated (RFC 7692 leaves it to the sender, and
 * Node's WebSocket does so): that would be timed under a wrong name. null where all is well, or cannot be
 * told: random bytes do not shrink.
 */
function sentPlain(
  { compression, direction, content, messages }: SequenceSpec,
  { bytes, figures }: SequenceOutcome,
): string | null {
  const isDeflated = compression === 'permessage-deflate' && direction !== 'server-to-client';
  const shrinks = content.kind === 'data' || content.body === 'text';
  if (!isDeflated || !shrinks || figures.wireBytesUp === null) return null;
  const sentBytes = direction === 'both-ways' ? bytes / 2 : bytes;
  const plainBytes = sentBytes + FRAME_BYTES * messages;
  const isPlain =
    sentBytes < DEFLATABLE_BYTES * messages
      ? figures.wireBytesUp === plainBytes
      : figures.wireBytesUp >= plainBytes;
  if (!isPlain) return null;
  return 'the client agreed to permessage-deflate and sends nothing deflated';
}

/** As fast as it goes, or one by one: a pace tells nothing of whether messages are right. */
function shortened(spec: SequenceSpec): SequenceSpec {
  const mode = spec.mode === 'ping-pong' ? 'ping-pong' : 'throughput';
  return { ...spec, mode, ratePerSecond: null, messages: Math.min(spec.messages, MOST_CHECKED) };
}

/** Of values that were kept; null where there are none. */
export async function differenceIn(
  cell: SequenceCell,
  { decoded }: SequenceOutcome,
  originals: Originals,
): Promise<string | null> {
  const { content } = cell.sequence.spec;
  if (content.kind === 'random' || decoded === undefined) return null;
  const values = await originals.valuesOf(cell);
  const options = { keyOrder: keyOrderOf(cell, content) };
  for (const [i, value] of decoded.entries()) {
    const difference = firstDifference(value, values[i] as DataValue, options);
    if (difference !== null) return `message ${i}: ${difference}`;
  }
  return null;
}

function keyOrderOf({ schema }: SequenceCell, { format }: DataContent): 'kept' | 'schema' {
  return keyOrderVaries(schema) ? formatNamed(format).keyOrder : 'kept';
}

function resultOf(
  { cell, sequence }: SequenceCell,
  outcome: SequenceOutcome | null,
  difference: string | null,
): CheckResult {
  const delivered = outcome?.figures.delivered ?? 0;
  const times = sequence.spec.direction === 'both-ways' ? 2 : 1;
  const bytes = delivered === 0 ? 0 : Math.round(outcome!.bytes / delivered / times);
  return {
    cell,
    difference,
    bytesEncoded: bytes,
    bytesDecoded: bytes,
    contentEncoding: '',
    compared: delivered,
  };
}
