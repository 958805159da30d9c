// Where a target's messages are looked at: over each protocol that the lab reaches it by.

import type { CheckContext } from '../check.ts';
import { SECURE_PROTOCOLS } from '../secure-target.ts';

export interface MessagePlace {
  readonly protocol: 'http1' | 'https1' | 'h2';
  /** `https://127.0.0.1:40124`. */
  readonly origin: string;
  readonly secret: string | null;
  /** PEM, nothing else is trusted; null without TLS. */
  readonly certificate: string | null;
}

/** Plain HTTP/1.1 first; the others where the target was given a certificate and has them. */
export function messagePlaces({ url, address: { secret }, secure }: CheckContext): MessagePlace[] {
  const places: MessagePlace[] = [{ protocol: 'http1', origin: url, secret, certificate: null }];
  for (const protocol of SECURE_PROTOCOLS) {
    const port = secure?.ports[protocol];
    if (secure === null || port === undefined) continue;
    const origin = `https://${new URL(url).hostname}:${port}`;
    places.push({ protocol, origin, secret, certificate: secure.certificate });
  }
  return places;
}
