// Which content codings this client offers to an origin. A page cannot see its own Accept-Encoding, so the
// target says what came. It depends on the origin: browsers offer brotli and zstd to HTTPS and some of them
// to loopback, and what they do with a coding that they did not offer is theirs (Chromium fails, Firefox
// hands on the bytes as they are, WebKit decompresses brotli all the same); no server would send it.

import { isAsItComes } from '../../factors/compression.ts';
import { needsDictionary, type RequestSeen } from '../../wire/target-contract.ts';
import type { Surroundings } from '../block-exchanges.ts';
import type { CellRunner } from '../cell-runner.ts';
import { offersWithDictionary } from '../dictionary.ts';

/**
 * What is offered to each origin: a client does not change that, so it asks once. For as long as it lives.
 */
export class Offers {
  readonly #offered = new Map<string, readonly string[] | undefined>();

  /** undefined where the target cannot tell. */
  async to(
    spec: CellRunner['spec'],
    { connections }: Pick<Surroundings, 'connections'>,
    signal: AbortSignal,
  ): Promise<readonly string[] | undefined> {
    const { targetUrl, protocol } = spec;
    const origin = `${protocol} ${targetUrl}`;
    if (!this.#offered.has(origin)) {
      // It leaves its connection open, whatever the cell is about.
      const seen = await connections.carryOut(
        { ...spec, connection: 'warm' },
        () => signal,
        () => askSeen(targetUrl, signal),
      );
      this.#offered.set(origin, seen && codingsOf(seen.acceptEncoding));
    }
    return this.#offered.get(origin);
  }
}

/**
 * Why an answer of this cell would be none that its client asks for; null where it would, or the target
 * cannot tell.
 */
export async function notOffered(
  runner: Pick<CellRunner, 'spec'>,
  place: Pick<Surroundings, 'connections' | 'nextSerial'>,
  signal: AbortSignal,
  offers: Offers,
): Promise<string | null> {
  const { spec } = runner;
  const { compression, protocol, targetUrl } = spec;
  if (compression === 'none' || isAsItComes(compression)) return null;
  if (needsDictionary(compression) && (await offersWithDictionary(runner, place, signal))) return null;
  const offered = await offers.to(spec, place, signal);
  if (offered === undefined || offered.includes(compression)) return null;
  const [what, where] = [
    offered.join(', ') || 'no coding at all',
    `${protocol} at ${new URL(targetUrl).hostname}`,
  ];
  const instead =
    protocol === 'http1' && ['br', 'zstd'].includes(compression)
      ? '; browsers offer br and zstd to HTTPS: try protocol https1 or h2'
      : '';
  return `the client does not offer ${compression} over ${where}, only ${what}${instead}`;
}

/** `gzip, br;q=0.5, zstd;q=0` → gzip, br (RFC 9110, 12.5.3). */
export function codingsOf(acceptEncoding: string): string[] {
  return acceptEncoding
    .split(',')
    .map((each) =>
      each
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/),
    )
    .filter(([coding, weight]) => coding !== '' && !/^q=0(\.0*)?$/.test(weight ?? ''))
    .map(([coding]) => coding!);
}

async function askSeen(targetUrl: string, signal: AbortSignal): Promise<RequestSeen | undefined> {
  const response = await fetch(`${targetUrl}/about`, { signal });
  if (!response.ok) throw new Error(`the target answered ${response.status} to /about`);
  return ((await response.json()) as { readonly request?: RequestSeen }).request;
}
