// What the checks of messages share: one look at each protocol, its findings told apart, and what they ask
// for.

import { messageOf } from '../../base/errors.ts';
import { plural } from '../../base/figures/plurals.ts';
import type { Direction } from '../../factors/direction.ts';
import type { ModeName } from '../../factors/mode.ts';
import type { SizePolicy } from '../../factors/size.ts';
import { randomMessages } from '../../messages/content.ts';
import type { Endpoint, MessageFeatures, RandomContent, SequenceSpec } from '../../wire/sequence.ts';
import type { Check, CheckContext } from '../check.ts';
import { type MessagePlace, messagePlaces } from './place.ts';
import { type PlainClient, plainClient } from './plain-client.ts';

export interface MessageLook {
  readonly client: PlainClient;
  readonly context: CheckContext;
  readonly features: MessageFeatures;
  /** It is there over the protocol that is looked at. */
  has(endpoint: Endpoint): boolean;
}

interface MessageCheckSettings {
  readonly name: string;
  readonly must: string;
  /** Of none of them it has, there is nothing to look at. */
  readonly endpoints: readonly Endpoint[];
  /** Over HTTP/1.1 alone, always or before a run: what it is about hardly depends on the protocol. */
  readonly once?: 'always' | 'fast';
  /** Why there is nothing to look at in a target with these; null where there is. */
  without?(features: MessageFeatures): string | null;
  look(look: MessageLook): Promise<readonly string[]>;
}

export function messageCheck({ name, must, endpoints, once, without, look }: MessageCheckSettings): Check {
  return {
    name,
    must,
    run: async (context) => {
      const features = context.about.features.messages;
      if (features === undefined) return { skipped: 'messages: it has none, or none are measured' };
      const lacks = without?.(features) ?? null;
      if (lacks !== null) return { skipped: lacks };
      const places = messagePlaces(context).filter(({ protocol }) =>
        endpoints.some((endpoint) => isThere(features, endpoint, protocol)),
      );
      if (places.length === 0)
        return { skipped: `it has no ${endpoints.join(', ')} where the suite reaches it` };
      const findings: string[] = [];
      const isOnce = once === 'always' || once === context.mode;
      for (const place of isOnce ? places.slice(0, 1) : places)
        findings.push(...(await lookAt(place, features, context, look)));
      return { findings };
    },
  };
}

/**
 * What the checks ask for takes milliseconds; a target that holds messages back must not cost a minute for
 * each.
 */
const MESSAGES_WITHIN_MS = 10_000;

async function lookAt(
  place: MessagePlace,
  features: MessageFeatures,
  context: CheckContext,
  look: MessageCheckSettings['look'],
): Promise<string[]> {
  const client = plainClient(place, Math.min(context.timeoutMs, MESSAGES_WITHIN_MS));
  const has = (endpoint: Endpoint) => isThere(features, endpoint, place.protocol);
  try {
    const found = await look({ client, context, features, has });
    return found.map((finding) => `${place.protocol}: ${finding}`);
  } catch (error) {
    return [`${place.protocol}: ${messageOf(error)}`];
  } finally {
    client.close();
  }
}

function isThere({ endpoints }: MessageFeatures, endpoint: Endpoint, protocol: string): boolean {
  return endpoints[endpoint]?.includes(protocol) === true;
}

/** What is found where `look` gives up is a finding like any other. */
export async function caughtAs(what: string, look: () => Promise<readonly string[]>): Promise<string[]> {
  try {
    return (await look()).map((finding) => `${what}: ${finding}`);
  } catch (error) {
    return [`${what}: ${messageOf(error)}`];
  }
}

export function randomContent(
  seed: number,
  size: SizePolicy,
  body: RandomContent['body'] = 'text',
): RandomContent {
  return { kind: 'random', body, size, seed };
}

export function randomSpec(
  direction: Direction,
  mode: ModeName,
  messages: number,
  content: RandomContent,
  more: Partial<Pick<SequenceSpec, 'ratePerSecond' | 'compression'>> = {},
): SequenceSpec {
  return { direction, mode, messages, content, ratePerSecond: null, compression: 'none', ...more };
}

/** The messages of one cycle as the lab makes them. */
export function referenceMessages({ content, messages }: SequenceSpec): Uint8Array[] {
  if (content.kind !== 'random') throw new Error('the reference of data is in the data');
  return randomMessages(content, messages);
}

/**
 * The first thing that is wrong with messages that should be those of `spec`, or nothing. `reference`: one
 * cycle of them.
 */
export function contentFindings(
  came: readonly Uint8Array[],
  spec: SequenceSpec,
  reference: readonly Uint8Array[] = referenceMessages(spec),
): string[] {
  if (came.length !== spec.messages)
    return [`${came.length} ${plural(came.length, 'message')} came of ${spec.messages}`];
  const wrong = came.findIndex(
    (message, i) => Buffer.compare(message, reference[i % reference.length]!) !== 0,
  );
  if (wrong < 0) return [];
  const [is, should] = [came[wrong]!, reference[wrong % reference.length]!];
  return [`message ${wrong} is ${shown(is)}, not ${shown(should)}`];
}

function shown(message: Uint8Array): string {
  return `${JSON.stringify(Buffer.from(message.subarray(0, 24)).toString('latin1'))} … of ${message.length} bytes`;
}
