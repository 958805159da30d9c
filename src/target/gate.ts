// Who may ask. A run's target listens on loopback, or for the whole network, where any page in the user's own
// browser can send it requests: only whoever was told the secret is answered, and only pages of one origin
// may read. A page whose own name was made to lead here (DNS rebinding) is known by the Host that it sends.

import { timingSafeEqual } from 'node:crypto';
import type { RequestProblem } from './problem.ts';
import type { TargetRequest } from './send.ts';

export interface Gate {
  /** The one origin whose pages may read; `*` for all of them. */
  readonly origin: string;
  /** null: started by hand, it answers anybody. */
  readonly guard: {
    readonly secret: string;
    /** What a request's Host may be, without its port, in small letters. */
    readonly hosts: ReadonlySet<string>;
  } | null;
}

export const OPEN_GATE: Gate = { origin: '*', guard: null };

/** `search`: the query without question mark and secret. Or why nobody else is to see the request. */
export type Admission =
  | { readonly path: string; readonly search: string }
  | { readonly problem: RequestProblem };

type Asked = Pick<TargetRequest, 'method' | 'url' | 'headers'>;

export function admit({ guard }: Gate, request: Asked): Admission {
  const { path, secrets, search } = parts(request.url ?? '/');
  if (guard === null) return { path, search };
  if (!guard.hosts.has(hostOf(request))) return { problem: WRONG_HOST };
  const isOpen = request.method === 'OPTIONS' || (request.method === 'GET' && path === '/about');
  const isKnown = secrets.length === 1 && isEqual(secrets[0]!, guard.secret);
  return isOpen || isKnown ? { path, search } : { problem: NO_SECRET };
}

const SECRET = 'secret=';

function parts(url: string): { path: string; secrets: readonly string[]; search: string } {
  const mark = url.indexOf('?');
  if (mark < 0) return { path: url, secrets: [], search: '' };
  const [path, search] = [url.slice(0, mark), url.slice(mark + 1)];
  if (!search.includes(SECRET)) return { path, secrets: [], search };
  const { secret = [], other = [] } = Object.groupBy(search.split('&'), (part) =>
    part.startsWith(SECRET) ? 'secret' : 'other',
  );
  return { path, secrets: secret.map((part) => part.slice(SECRET.length)), search: other.join('&') };
}

/** Of `[::1]:40123` the name in its brackets; empty where no Host came. */
function hostOf({ headers }: Asked): string {
  const authority = String(headers[':authority'] ?? headers.host ?? '');
  return authority.toLowerCase().replace(/:\d*$/, '');
}

/** How long it takes tells nothing of where the two begin to differ. */
function isEqual(given: string, secret: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(secret)];
  return one.length === other.length && timingSafeEqual(one, other);
}

const NO_SECRET: RequestProblem = {
  status: 403,
  detail: 'the secret of this run is missing or wrong',
  parameter: 'secret',
};

const WRONG_HOST: RequestProblem = { status: 421, detail: 'the Host is none that this target was given' };
