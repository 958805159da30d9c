// Cells whose exchange is a sequence of messages: what is asked of runSequence for them, and the sample that
// comes of it.

import type { DataValue } from '../data/schema.ts';
import { SEQUENCE_COLUMNS } from '../items/columns.ts';
import type { CellSequence, CellSpec } from '../wire/agent-protocol.ts';
import type { MessageFigures, Sample } from '../wire/sample.ts';
import { messageData } from './message-data.ts';
import type { SequenceOrder, SequenceOutcome } from './messages/sequence-order.ts';
import { failedSample, tidy } from './sample-from-marks.ts';

export type SequenceCell = CellSpec & { readonly sequence: CellSequence };

export function isSequence(spec: CellSpec): spec is SequenceCell {
  return spec.sequence !== null;
}

/** Answers what a cell must end with, of messages that one. */
export type OriginalOf = (cell: string, message: number) => Promise<DataValue>;

/**
 * The values that a client sends or compares, asked for before anything is timed and kept as long as the
 * agent lives.
 */
export class Originals {
  readonly #original: OriginalOf;
  readonly #kept = new Map<string, Promise<readonly DataValue[]>>();

  constructor(original: OriginalOf) {
    this.#original = original;
  }

  /** One a message, as many as there are different ones; none of random content. */
  valuesOf({ cell, dataset, messages, sequence }: SequenceCell): Promise<readonly DataValue[]> {
    if (sequence.spec.content.kind === 'random') return Promise.resolve([]);
    // Cells that differ in format, transport or network end with the same values.
    const key = `${dataset} ${messages}`;
    let values = this.#kept.get(key);
    if (values === undefined) {
      values = this.#ask(cell, messages);
      this.#kept.set(key, values);
      values.catch(() => this.#kept.delete(key));
    }
    return values;
  }

  async #ask(cell: string, messages: number): Promise<readonly DataValue[]> {
    const values: DataValue[] = [];
    for (let message = 0; message < messages; message++) values.push(await this.#original(cell, message));
    return values;
  }
}

/** The values are asked for only where the client sends them. */
export async function orderOf(spec: SequenceCell, originals: Originals): Promise<SequenceOrder> {
  const { targetUrl, secret, schema, sequence } = spec;
  const { content, direction } = sequence.spec;
  const values = direction === 'server-to-client' ? [] : await originals.valuesOf(spec);
  const data = content.kind === 'random' ? null : messageData(content, direction, schema, values);
  return { targetUrl, secret, ...sequence, data };
}

export interface SequenceDone {
  readonly block: number;
  readonly cell: string;
  readonly sequence: number;
  readonly outcome: SequenceOutcome;
}

export function sampleFromSequence({ cell, block, sequence, outcome }: SequenceDone): Sample {
  const { startMs, totalMs, failure, figures, encodeMs, decodeMs, bytes } = outcome;
  const at = { cell, block, sequence, takes: 'bytes', connection: 'warm', protocol: 'http1' } as const;
  const none = failedSample(
    at,
    startMs,
    startMs + totalMs,
    failure?.outcome ?? 'failed',
    failure?.reason ?? '',
  );
  return {
    ...none,
    outcome: failure?.outcome ?? 'completed',
    requests: 1,
    encodeMs: tidy(encodeMs),
    decodeMs: tidy(decodeMs),
    bytesEncoded: bytes,
    bytesDecoded: bytes,
    messages: tidied(figures),
  };
}

function tidied(figures: MessageFigures): MessageFigures {
  return { ...figures, ...Object.fromEntries(TIDIED.map((name) => [name, tidy(figures[name])])) };
}

const TIDIED = ['setUpMs', 'firstMs', 'wallMs', ...SEQUENCE_COLUMNS, 'clockErrorMs'] as const;
