// A network of one's own, as typed among the levels of `network`: {down: 20mbit, up: 5mbit, rtt: 40ms}. The
// values are checked later (own-networks.ts), so that everything wrong with a network is told at once;
// editors get the patterns.

import { z } from 'zod';
import { BYTES_PATTERN, DELAY_PATTERN, RATE_PATTERN, SHARE_PATTERN } from '../../base/units-as-typed.ts';
import { LIMITS } from '../defaults.ts';

export type OwnNetworkFile = z.infer<ReturnType<typeof ownNetworkSchema>>;

/** What a value must be, in words and for editors. */
interface Kind {
  readonly title: string;
  readonly pattern: RegExp;
}

const RATE: Kind = {
  title: 'a rate with its unit (bit/s, kbit, mbit or gbit)',
  pattern: RATE_PATTERN,
};
const DELAY: Kind = { title: 'a time with its unit (ms or s)', pattern: DELAY_PATTERN };
const SIZE: Kind = { title: 'a size with its unit (B, kB or MB)', pattern: BYTES_PATTERN };
const LOSS: Kind = { title: 'a share, in % or from 0 to 1', pattern: SHARE_PATTERN };

export const OWN_NETWORK_NAME = /^[a-z0-9][a-z0-9.-]{0,39}$/;
/** Of a network that has no name. */
export const NAMELESS = 'custom';

/** Title and example of every key: the messages quote them. */
export const OWN_NETWORK_KEYS = {
  name: {
    title: 'a name of at most 40 small letters, digits, hyphens and dots',
    pattern: OWN_NETWORK_NAME,
    description: 'What filters, comparisons and reports call it.',
    example: 'office',
    default: NAMELESS,
  },
  down: { ...RATE, description: 'Rate from the server to the client.', example: '20mbit' },
  up: {
    ...RATE,
    description: 'Rate from the client to the server. Left out: as `down`.',
    example: '5mbit',
  },
  rtt: { ...DELAY, description: 'Round trip; half of it each way.', example: '40ms', default: '0ms' },
  jitter: {
    ...DELAY,
    description: 'Each packet’s delay is drawn evenly from half the round trip ± this.',
    example: '3ms',
    default: '0ms',
  },
  loss: { ...LOSS, description: 'Share of the packets lost, each way.', example: '0.5%', default: '0%' },
  queue: {
    ...SIZE,
    description: 'What may wait for the wire, each way; what does not fit is dropped.',
    example: '64kB',
    default: '1.5MB',
  },
} as const;

export type OwnNetworkKey = keyof typeof OWN_NETWORK_KEYS;

export function ownNetworkSchema() {
  return z
    .looseObject({
      name: value('name'),
      down: value('down'),
      up: value('up'),
      rtt: value('rtt'),
      jitter: value('jitter'),
      loss: value('loss'),
      queue: value('queue'),
    })
    .meta({ required: ['down'], additionalProperties: false });
}

function value(key: OwnNetworkKey) {
  const { title, pattern, description, example, ...more } = OWN_NETWORK_KEYS[key];
  const text = { type: 'string', pattern: pattern.source };
  const shape =
    key === 'loss' ? { anyOf: [{ type: 'number', minimum: 0, maximum: LIMITS.mostLossShare }, text] } : text;
  return z
    .unknown()
    .optional()
    .meta({ ...shape, title, description, examples: [example], ...more });
}
