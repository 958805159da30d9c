// What the page runs, and the results.

import type { SequenceOutcome } from '../../exchange/messages/sequence-order.ts';
import type { Protocol } from '../../factors/protocol.ts';
import type { SizePolicy } from '../../factors/size.ts';
import type { MessageTransport } from '../../factors/transport.ts';
import { roughBytes } from '../../messages/sizes.ts';
import type { SequenceSpec } from '../../wire/sequence.ts';

/** A spec whose content is random: the page sends no other. */
export type RandomSpec = SequenceSpec & { readonly content: { readonly kind: 'random' } };

export interface PageOrder {
  readonly transport: MessageTransport;
  readonly protocol: Protocol;
  readonly spec: RandomSpec;
  /** How often the same is carried out, one after the other. */
  readonly repeats: number;
}

export interface PageRun {
  /** From 1, in the order of time. */
  readonly number: number;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly order: PageOrder;
  /** As many as `order.repeats`; fewer if the run was stopped or if one failed, which is then the last. */
  readonly outcomes: readonly SequenceOutcome[];
  /** The page was hidden meanwhile, and browsers slow hidden pages down. */
  readonly wasHidden: boolean;
}

/** Mean bytes of a message, head and all; of random ones what is expected. */
export function messageBytes({ spec }: PageOrder): number {
  return roughBytes(spec.content.size, spec.messages) / spec.messages;
}

/** `100 B`, `100 – 1 000 B`, `growing by 100 B`. */
export function saySize(size: SizePolicy, grouped: (value: number) => string): string {
  switch (size.policy) {
    case 'fixed':
      return `${grouped(size.bytes)} B`;
    case 'random':
      return `${grouped(size.least)} – ${grouped(size.most)} B`;
    case 'growing':
      return `growing by ${grouped(size.bytes)} B`;
  }
}
