// The five calls of W3C WebDriver that a session elsewhere takes, by plain HTTP: whatever speaks the standard
// understands them, a Selenium Grid, a bare driver or a vendor's service.

import { EnvironmentError } from '../../base/errors.ts';
import { basicCredentials, withoutGridSecrets } from './grid-secrets.ts';
import { GRID_PASSWORD, GRID_USER } from './grid-variables.ts';

/** How a browser is asked for, and what came. */
export type Capabilities = Readonly<Record<string, unknown>>;

export interface MadeSession {
  readonly id: string;
  /** As the remote end tells them, all of them. */
  readonly capabilities: Capabilities;
}

export interface RemoteEnd {
  /** `GET /status`: its `value`, of which the standard asks for `ready` and `message` alone. */
  status(): Promise<unknown>;
  /**
   * `alwaysMatch`. Waits as long as it can: a session that nobody waited for would stay until the Grid finds
   * it idle.
   */
  newSession(capabilities: Capabilities): Promise<MadeSession>;
  openUrl(session: string, url: string): Promise<void>;
  currentUrl(session: string): Promise<string>;
  /** It is no mistake if it is gone already. */
  deleteSession(session: string): Promise<void>;
}

export interface RemoteEndSettings {
  /** No slash at the end. */
  readonly server: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly fetch?: typeof fetch;
  /** For every call but that for a new session; absent: 20 s. */
  readonly withinMs?: number;
  /** For a new session; absent: 290 s. */
  readonly sessionWithinMs?: number | undefined;
}

const WITHIN_MS = 20_000;
/** A little less than fetch waits by itself, which then would not say what it waited for. */
const SESSION_WITHIN_MS = 290_000;
/** What is said of a Grid that answers a new session with nothing. */
export const KEPT_IN_QUEUE = 'kept the request for a session in its queue';
const SHOWN_CHARACTERS = 300;

/** The remote end itself says that it cannot: `session not created`, `invalid session id`. */
export class RemoteEndError extends Error {
  /** The error code of the standard; null where the answer had none. */
  readonly code: string | null;
  readonly status: number;
  constructor(what: string, code: string | null, status: number) {
    super(what);
    this.name = 'RemoteEndError';
    this.code = code;
    this.status = status;
  }
}

/**
 * All calls throw an EnvironmentError where the server cannot be reached or does not let us in, and a
 * RemoteEndError where it answers that it cannot.
 */
export function remoteEnd(settings: RemoteEndSettings): RemoteEnd {
  const { withinMs = WITHIN_MS, sessionWithinMs = SESSION_WITHIN_MS } = settings;
  const session = (id: string, rest = '') => `/session/${encodeURIComponent(id)}${rest}`;
  return {
    status: () => ask(settings, 'GET', '/status', undefined, withinMs),
    newSession: async (capabilities) => {
      const body = { capabilities: { alwaysMatch: capabilities } };
      return madeSession(await ask(settings, 'POST', '/session', body, sessionWithinMs), settings.server);
    },
    openUrl: async (id, url) => {
      await ask(settings, 'POST', session(id, '/url'), { url }, withinMs);
    },
    currentUrl: async (id) => String(await ask(settings, 'GET', session(id, '/url'), undefined, withinMs)),
    deleteSession: async (id) => {
      try {
        await ask(settings, 'DELETE', session(id), undefined, withinMs);
      } catch (thrown) {
        if (!(thrown instanceof RemoteEndError) || thrown.code !== 'invalid session id') throw thrown;
      }
    },
  };
}

function madeSession(value: unknown, server: string): MadeSession {
  const { sessionId, capabilities } = (value ?? {}) as { sessionId?: unknown; capabilities?: unknown };
  if (typeof sessionId === 'string' && typeof capabilities === 'object' && capabilities !== null)
    return { id: sessionId, capabilities: capabilities as Capabilities };
  throw new RemoteEndError(`${server} made a session without saying which`, null, 200);
}

async function ask(
  { server, env, fetch: send = fetch }: RemoteEndSettings,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body: unknown,
  withinMs: number,
): Promise<unknown> {
  const tried = `${method} ${server}${path.replace(/^\/session\/[^/]+/, '/session/…')}`;
  const init: RequestInit = {
    method,
    headers: {
      Accept: 'application/json',
      // The charset is not needed by the standard, and some Grids refuse a body without it.
      ...(body !== undefined && { 'Content-Type': 'application/json; charset=utf-8' }),
      ...authorization(env),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(withinMs),
    // A remote end redirects nobody: a login page would.
    redirect: 'manual',
  };
  let response: Response;
  let text: string;
  try {
    response = await send(server + path, init);
    text = await response.text();
  } catch (thrown) {
    if (path === '/session' && (thrown as Error).name === 'TimeoutError')
      throw keptInQueue(tried, server, withinMs);
    throw notReached(tried, server, thrown, withinMs);
  }
  if (response.status === 401 || response.status === 403) throw notLetIn(tried, server, response.status, env);
  return valueIn(text, response.status, tried, { server, env });
}

/** From the environment, so that neither a record nor a list of processes has it. */
function authorization(env: RemoteEndSettings['env']): Record<string, string> {
  const { [GRID_USER]: user = '', [GRID_PASSWORD]: password = '' } = env;
  if (user === '' && password === '') return {};
  return { Authorization: `Basic ${basicCredentials(user, password)}` };
}

function valueIn(
  text: string,
  status: number,
  tried: string,
  { server, env }: Pick<RemoteEndSettings, 'server' | 'env'>,
): unknown {
  const answer = parsed(text);
  const isObject = typeof answer === 'object' && answer !== null;
  if (!isObject || !('value' in answer))
    throw notWebDriver(tried, server, status, withoutGridSecrets(text, env));
  const { value } = answer as { readonly value: unknown };
  if (status < 400) return value;
  const { error = null, message = '' } = (value ?? {}) as { error?: string | null; message?: string };
  // Selenium appends its stack and what it runs on.
  const first = withoutGridSecrets(String(message).split('\n')[0]!, env);
  const words = first.slice(0, SHOWN_CHARACTERS).trim();
  throw new RemoteEndError([error, words].filter(Boolean).join(': ') || `status ${status}`, error, status);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Whoever waits for a node stands in the Grid's queue, and the Grid may let it stand longer than we do. */
function keptInQueue(tried: string, server: string, withinMs: number): EnvironmentError {
  const withinS = withinMs / 1_000;
  return new EnvironmentError(
    `${server} ${KEPT_IN_QUEUE} for ${withinS} s`,
    [`${tried}: no answer within ${withinS} s`],
    'start another node, or wait until others give their sessions back; a session-request-timeout of the Grid below that makes it say itself why',
  );
}

function notReached(tried: string, server: string, thrown: unknown, withinMs: number): EnvironmentError {
  const { name, message, cause } = thrown as Error & { cause?: { code?: string; message?: string } };
  const why =
    name === 'TimeoutError'
      ? `no answer within ${withinMs / 1000} s`
      : (cause?.message ?? cause?.code ?? message);
  const [what, remedy] = whatMends(server, cause?.code ?? '');
  return new EnvironmentError(`${what}: ${why}`, [`${tried}: ${why}`], remedy);
}

/** By the code of what went wrong: what it is, and what mends it. */
function whatMends(server: string, code: string): readonly [what: string, remedy: string] {
  const refused = `the certificate of ${server} is not trusted here`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return [refused, 'name the server by a name that its certificate is for'];
  if (/^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/.test(code))
    return [refused, 'have its certificate renewed, and see that the clocks of both machines are right'];
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code))
    return [
      refused,
      'let NODE_EXTRA_CA_CERTS name the PEM file of the authority that signed its certificate',
    ];
  const unreached = `${server} cannot be reached`;
  if (/^(ERR_SSL_|EPROTO)/.test(code))
    return [unreached, `if it answers without TLS, name it as ${server.replace(/^https:/, 'http:')}`];
  return [unreached, `start it, or name where it is; curl ${server}/status says whether it can be reached`];
}

function notLetIn(
  tried: string,
  server: string,
  status: number,
  env: RemoteEndSettings['env'],
): EnvironmentError {
  const isNamed = (env[GRID_USER] ?? '') !== '';
  return new EnvironmentError(
    isNamed
      ? `${server} does not let the user of ${GRID_USER} in (${status})`
      : `${server} asks for a user and a password (${status})`,
    [tried],
    `set ${GRID_USER} and ${GRID_PASSWORD} in the environment to what it takes; no record keeps them`,
  );
}

function notWebDriver(tried: string, server: string, status: number, text: string): EnvironmentError {
  const came = text.replaceAll(/\s+/g, ' ').trim().slice(0, 80);
  return new EnvironmentError(
    `${server} does not answer as a W3C WebDriver remote end`,
    [`${tried}: ${status}, ${came === '' ? 'no body' : `“${came}…”`}`],
    'name a Selenium Grid from version 4 on, or a driver; the URL may need a path, such as /wd/hub',
  );
}
