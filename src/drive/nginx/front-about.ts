// What /about says of a target behind nginx: what the target has, with what nginx adds, cannot keep, or does
// not carry.

import type { Protocol } from '../../factors/protocol.ts';
import type { Exception } from '../../wire/exceptions.ts';
import type { About } from '../../wire/target-contract.ts';

/** Codings that nginx has a filter for → its levels. */
export const FILTERS: Readonly<Record<string, readonly number[]>> = {
  gzip: [1, 2, 3, 4, 5, 6, 7, 8, 9],
  br: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
};

/** Of nginx: it does not let anybody end a connection of HTTP/2, and it fills records of TLS. */
const EXCEPTIONS: Readonly<Partial<Record<Protocol, readonly Exception[]>>> = {
  https1: ['head-with-body'],
  h2: ['head-with-body', 'no-goaway'],
};

export interface Nginx {
  /** `1.22.1`. */
  readonly version: string;
  /** Is its brotli module there? */
  readonly hasBrotli: boolean;
  /** Was it given a certificate? */
  readonly speaksTls: boolean;
}

/**
 * Levels of the codings that nginx applies while it sends. The target has them too, since it makes the
 * answers to `opaque=1` itself.
 */
export function streamedLevels(inner: About, { hasBrotli }: Nginx): Record<string, readonly number[]> {
  const filters = Object.entries(FILTERS).filter(([coding]) => coding !== 'br' || hasBrotli);
  const levels = filters.map(
    ([coding, own]) =>
      [coding, own.filter((level) => inner.features.compressions[coding]?.includes(level) === true)] as const,
  );
  return Object.fromEntries(levels.filter(([, both]) => both.length > 0));
}

/**
 * Messages are left out: nginx is set to what exchanges and calls of its users want, and holds streams back.
 */
export function frontAbout(name: string, inner: About, nginx: Nginx): About {
  const { messages: _, exceptions: __, ...features } = inner.features;
  const levels = streamedLevels(inner, nginx);
  const streamed = [...new Set([...(features.streamed ?? []), ...Object.keys(levels)])];
  return {
    ...inner,
    name,
    versions: { nginx: nginx.version, ...inner.versions },
    features: {
      ...features,
      compressions: { ...features.compressions, ...levels },
      ...(streamed.length > 0 && { streamed }),
      protocols: nginx.speaksTls ? ['http1', 'https1', 'h2'] : ['http1'],
      ...(nginx.speaksTls && { exceptions: EXCEPTIONS }),
    },
  };
}
