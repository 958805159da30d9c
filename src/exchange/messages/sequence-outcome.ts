// From what was stamped and counted to the outcome of a sequence, when nothing is timed any more.

import { plural } from '../../base/figures/plurals.ts';
import { LatencyHistogram } from '../../messages/latencies.ts';
import type { Verdict } from '../../messages/receiver.ts';
import type { SequenceSpec, SequenceState } from '../../wire/sequence.ts';
import type { LastWord } from './control.ts';
import type { Flow } from './flow.ts';
import type { Incoming } from './incoming.ts';
import type { Outgoing } from './outgoing.ts';
import { plannedMs } from './pacer.ts';
import { SequenceFailure } from './sequence-failure.ts';
import type { SequenceOrder, SequenceOutcome } from './sequence-order.ts';

/** What is left of a sequence when it is over. */
export interface Left {
  readonly startMs: number;
  /** When it was given up, where it was. */
  readonly overMs: number;
  readonly setUpMs: number;
  readonly flow: Flow | null;
  readonly outgoing: Outgoing | null;
  readonly incoming: Incoming | null;
  /** The target's last word. */
  readonly last: LastWord;
  /** Planned time of the start of paced sequences, in our clock; and how far it may be off, ms. */
  readonly pacedFromMs: number;
  readonly clockErrorMs: number;
  readonly failure: SequenceFailure | null;
}

export function outcomeOf(order: SequenceOrder, left: Left): SequenceOutcome {
  const { spec } = order;
  const { flow, outgoing, incoming, startMs } = left;
  const { state } = left.last;
  const verdict = incoming?.verdict(spec.messages) ?? null;
  const delivered = deliveredOf(left, verdict);
  const failure = failureOf(spec, left, verdict, delivered);
  const endMs = failure === null ? flow!.endMs : left.overMs;
  const latencies = latenciesOf(spec, left, Math.min(flow?.delivered ?? 0, spec.messages));
  const wallMs = endMs - startMs;
  return {
    startMs,
    totalMs: spec.mode === 'throughput' ? wallMs : sumOf(latencies),
    failure,
    figures: {
      delivered,
      reordered: spec.direction === 'client-to-server' ? (state?.reordered ?? 0) : (verdict?.reordered ?? 0),
      setUpMs: left.setUpMs,
      firstMs: flow === null || Number.isNaN(flow.firstAtMs) ? 0 : flow.firstAtMs - startMs,
      wallMs,
      clientEncodeMs: outgoing?.encodeMs ?? 0,
      serverDecodeMs: state?.decodeMs ?? 0,
      checkMs: (verdict?.checkMs ?? 0) + (state?.checkMs ?? 0),
      serverCpuMs: state?.cpuMs ?? null,
      wireBytesUp: state?.bytesReceived ?? null,
      wireBytesDown: state?.bytesSent ?? null,
      latencies: histogramOf(latencies),
      clockErrorMs: left.clockErrorMs,
    },
    encodeMs: state?.encodeMs ?? 0,
    decodeMs: incoming?.decodeMs ?? 0,
    bytes: (flow?.sentBytes ?? 0) + (verdict?.bytes ?? 0),
    ...(incoming?.decoded === undefined ? {} : { decoded: incoming.decoded }),
    ...(order.keepLatencies === true && spec.mode !== 'throughput' ? { latenciesMs: latencies } : {}),
  };
}

function deliveredOf({ flow, last }: Left, verdict: Verdict | null): number {
  return verdict?.received ?? Math.max(flow?.delivered ?? 0, last.state?.received ?? 0);
}

function failureOf(
  spec: SequenceSpec,
  left: Left,
  verdict: Verdict | null,
  delivered: number,
): SequenceOutcome['failure'] {
  const { state } = left.last;
  const found = wrongMessage(verdict) ?? left.failure ?? faultOf(spec, left.last, verdict);
  if (found === null) return null;
  const { outcome } = found;
  const target = isMissing(state?.failure) ? null : state!.failure;
  const also = target === null || found.message.includes(target) ? '' : `; the target says: ${target}`;
  const held = outcome === 'timed-out' ? heldBack(spec, state, delivered) : '';
  const reason = `${found.message}${held}${also}; ${delivered} of ${spec.messages} ${plural(spec.messages, 'message')} delivered`;
  return { outcome, reason };
}

/** Says more than that the rest did not come: after a lost message one waits in vain for the last. */
function wrongMessage(verdict: Verdict | null): SequenceFailure | null {
  const fault = verdict?.fault;
  return isMissing(fault) ? null : new SequenceFailure('failed', fault!);
}

/** Nothing wrong, or only that messages did not come: that follows from the rest. */
function isMissing(fault: string | null | undefined): boolean {
  return fault == null || fault.endsWith('did not arrive');
}

/** What is wrong with a sequence that came to its end. */
function faultOf(
  { direction, messages }: SequenceSpec,
  { state, silence }: LastWord,
  verdict: Verdict | null,
): SequenceFailure | null {
  const failed = (reason: string) => new SequenceFailure('failed', reason);
  if (verdict !== null && verdict.fault !== null) return failed(verdict.fault);
  if (state === null) return failed(`${silence}, so nobody knows what it received`);
  if (state.failure !== null) return failed(state.failure);
  if (direction !== 'server-to-client' && state.received !== messages)
    return failed(`the target says that it received ${state.received} ${plural(state.received, 'message')}`);
  return null;
}

/** A stall where the target has sent: what there is between must be named. */
function heldBack({ direction }: SequenceSpec, state: SequenceState | null, delivered: number): string {
  if (state === null || direction === 'client-to-server' || state.sent <= delivered) return '';
  return `, though the target has sent ${state.sent}: something between keeps them back (a proxy that buffers?)`;
}

/** From sending, or from the planned time, ms, in the order of the messages; empty in throughput. */
function latenciesOf(
  { mode, ratePerSecond }: SequenceSpec,
  { flow, pacedFromMs }: Left,
  delivered: number,
): Float64Array {
  const at = flow?.deliveredAtMs ?? null;
  if (at === null) return new Float64Array(0);
  const everyMs = 1_000 / (ratePerSecond ?? 1);
  return at
    .subarray(0, delivered)
    .map((atMs, i) => atMs - (mode === 'paced' ? plannedMs(pacedFromMs, everyMs, i) : flow!.sentAtMs![i]!));
}

function histogramOf(latencies: Float64Array): SequenceOutcome['figures']['latencies'] {
  const histogram = new LatencyHistogram();
  for (const ms of latencies) histogram.add(ms);
  return histogram.latencies();
}

function sumOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}
