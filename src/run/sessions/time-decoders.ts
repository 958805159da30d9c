// How long decoders take where they will run: one short session on loopback that carries out nothing but
// probes of one payload, decoder after decoder. It compares nothing: whoever is measured afterwards is
// checked then.

import { messageOf } from '../../base/errors.ts';
import { usualRequest } from '../../factors/cell.ts';
import { UNCOMPRESSED } from '../../factors/compression.ts';
import type { PlannedCell } from '../../plan/plan.ts';
import type { PayloadRef } from '../../study/study.ts';
import { cellSpec } from './checks/cell-spec.ts';
import { type Opened, type OpeningContext, SessionGround } from './open-session.ts';
import { SessionTrouble } from './session-guard.ts';
import { addressOf, ON_LOOPBACK } from './session-places.ts';

/** For one decoder, beside the first run of it and the target's work. */
const MOST_EACH_MS = 100;
/** Of all the time, for decoding; the rest is the target's and the agent's. */
const DECODING_SHARE = 0.5;
/** A list with more JSON than this is timed by a part of its length. */
const MOST_JSON_BYTES = 2_000_000;
/** An agent that decodes is silent: the time for all ends the session before this does. */
const SILENT_MS = 60_000;

export interface DecodersQuestion {
  readonly payload: PayloadRef;
  /** Records of a list in one body; 1 for other data. */
  readonly n: number;
  readonly browser: string;
  readonly target: string;
  /** In this order, until the time is over. */
  readonly decoders: readonly AskedDecoder[];
  /** For all of them, from the moment that the browser is there. */
  readonly withinMs: number;
}

export interface AskedDecoder {
  readonly format: string;
  /** Writes the body. */
  readonly encoder: string;
  readonly codec: string;
}

export interface DecodersTimed {
  readonly timed: readonly TimedDecoder[];
  readonly untimed: readonly (AskedDecoder & { readonly reason: string })[];
}

export interface TimedDecoder extends AskedDecoder {
  /** From a body's bytes to the objects, UTF-8 to text included; of messages, their mean. */
  readonly decodeMs: number;
}

/**
 * Resolves also where the session breaks off or is interrupted: what was timed until then counts, the reason
 * stands at what was not. Rejects where a program is missing.
 */
export async function timeDecoders(
  question: DecodersQuestion,
  context: OpeningContext,
): Promise<DecodersTimed> {
  const { browser, target, payload, decoders } = question;
  const n = timedN(question);
  const cells = decoders.map((decoder, index) => cellOf(decoder, index, n, question));
  const ground = new SessionGround(
    {
      browser,
      targets: [target],
      cells,
      payloads: [payload],
      places: async () => ON_LOOPBACK,
      isSlowed: false,
      certificate: async () => null,
      tellOutside: null,
      isOverNetwork: false,
      silenceMs: SILENT_MS,
    },
    context,
  );
  const found: (number | string)[] = [];
  let ended = 'no time was left for it';
  try {
    const opened = await ground.open({ target: () => undefined });
    await probeAll({ cells, ground, opened, question, context }, found);
    ground.desk.end();
  } catch (thrown) {
    if (!(thrown instanceof SessionTrouble)) throw thrown;
    ended = messageOf(thrown);
  } finally {
    await ground.close();
  }
  return results(decoders, found, n === 0 ? 1 : question.n / n, ended);
}

interface Probing {
  readonly cells: readonly PlannedCell[];
  readonly ground: SessionGround;
  readonly opened: Opened;
  readonly question: DecodersQuestion;
  readonly context: OpeningContext;
}

/**
 * `found` gets each cell's ms, or why there is none. One job a cell: what is done is kept, whatever comes
 * after.
 */
async function probeAll({ cells, ground, opened, question, context }: Probing, found: (number | string)[]) {
  const { desk, guard } = ground;
  const { targets, registration, places } = opened;
  const { browser, withinMs, payload } = question;
  const untilMs = context.clock.nowMs() + withinMs;
  const decodeWithinMs = Math.min(MOST_EACH_MS, (DECODING_SHARE * withinMs) / cells.length);
  const timer = setTimeout(() => guard.fail(new SessionTrouble('no time was left for it')), withinMs);
  try {
    for (const cell of cells) {
      const { format, codec } = cell.factors;
      if (context.clock.nowMs() >= untilMs) return;
      if (!registration.codecs.includes(`${format}/${codec}`)) {
        found.push(`${browser} cannot run it`);
        continue;
      }
      const spec = cellSpec(
        cell,
        await guard.wait(addressOf(cell, places, targets[0]!)),
        [payload],
        NO_SEQUENCES,
      );
      const job = { kind: 'probe', cells: [spec], timeoutMs: withinMs, decodeWithinMs } as const;
      const [probe] = await guard.wait(desk.probe(job));
      guard.heard();
      found.push(probe?.decodeMs ?? `${browser} could not time it`);
    }
  } finally {
    clearTimeout(timer);
  }
}

function results(
  decoders: readonly AskedDecoder[],
  found: readonly (number | string)[],
  scale: number,
  ended: string,
): DecodersTimed {
  return {
    timed: decoders.flatMap((decoder, index) => {
      const ms = found[index];
      return typeof ms === 'number' ? [{ ...decoder, decodeMs: ms * scale }] : [];
    }),
    untimed: decoders.flatMap((decoder, index) => {
      const ms = found[index];
      return typeof ms === 'number' ? [] : [{ ...decoder, reason: ms ?? ended }];
    }),
  };
}

/** It times decoders of answers alone. */
const NO_SEQUENCES = { seed: 0, certificate: null };

/** Decoding a list takes time in proportion to its length. */
function timedN({ n, payload: { shape, count, jsonBytes } }: DecodersQuestion): number {
  if (shape !== 'list' || count === 0) return n;
  const most = Math.max(1, Math.floor((MOST_JSON_BYTES * count) / jsonBytes));
  return Math.min(n, most);
}

function cellOf(
  { format, encoder, codec }: AskedDecoder,
  index: number,
  n: number,
  { payload, browser, target }: DecodersQuestion,
): PlannedCell {
  return {
    id: `${index} ${format}/${codec}`,
    part: 'decoders',
    factors: usualRequest({
      dataset: payload.name,
      n,
      format,
      codec,
      encoder,
      compression: UNCOMPRESSED,
      browser,
      target,
    }),
    twinOf: null,
    skip: null,
  };
}
