// What the checks of HTTPS and HTTP/2 share: one look at each protocol that the target has, its findings told
// apart.

import { type Exception, isExcepted } from '../wire/exceptions.ts';
import type { Check, CheckContext } from './check.ts';
import { SECURE_PROTOCOLS, type SecureProtocol } from './secure-target.ts';

/** A protocol of the target under test. */
export interface SecurePlace {
  readonly protocol: SecureProtocol;
  /** `https://127.0.0.1:40124`. */
  readonly origin: string;
  readonly port: number;
  /** PEM. */
  readonly certificate: string;
}

export function secureCheck(
  name: string,
  must: string,
  look: (place: SecurePlace, context: CheckContext) => Promise<readonly string[]>,
  /** A target that declares it is not looked at. */
  exception: Exception | null = null,
): Check {
  return {
    name,
    must,
    run: async (context) => {
      const { secure } = context;
      if (secure === null)
        return { skipped: 'HTTPS and HTTP/2: it has neither, or was given no certificate' };
      const findings: string[] = [];
      const there = SECURE_PROTOCOLS.filter((protocol) => secure.ports[protocol] !== undefined);
      const looked = there.filter(
        (protocol) => exception === null || !isExcepted(context.about, protocol, exception),
      );
      if (looked.length === 0) return { skipped: `the target declares the exception ${exception}` };
      for (const protocol of looked) {
        const port = secure.ports[protocol]!;
        const origin = `https://${new URL(context.url).hostname}:${port}`;
        const place = { protocol, origin, port, certificate: secure.certificate };
        const found = await look(place, context).catch((error: unknown) => [String(error)]);
        findings.push(...found.map((finding) => `${protocol}: ${finding}`));
      }
      return { findings };
    },
  };
}
