// The lab's HTTP server: the agent page and the agent protocol, on loopback, and over HTTPS for agents on
// other machines, where these have a certificate to trust. It never stands in the way of an exchange: agents
// talk to targets directly. It answers to its own names alone, so that no site reaches it through a name that
// was made to lead here (DNS rebinding).

import { randomBytes } from 'node:crypto';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type ServerType, serve } from '@hono/node-server';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { z } from 'zod';
import { EnvironmentError } from '../../base/errors.ts';
import type { DataValue } from '../../data/schema.ts';
import type { Authority } from '../../drive/targets/certificate.ts';
import {
  checksMessage,
  knownWorkMessage,
  probesMessage,
  registrationMessage,
  samplePostMessage,
  troubleMessage,
} from '../../wire/agent-messages.ts';
import type { Ack } from '../../wire/agent-protocol.ts';
import { messageProblems } from '../../wire/message-problems.ts';
import type { Trust } from '../events.ts';
import type { AgentDesk } from './agent-desk.ts';
import { type BrowserAt, browserAt } from './browser-at.ts';
import { agentPage } from './bundle-page.ts';
import { PresentDevices } from './present-devices.ts';
import { trustPage } from './trust-page.ts';
import { WaitingRoom } from './waiting-room.ts';

/**
 * An agent is silent while it measures: a connection closed meanwhile would fail its next post, and its
 * session.
 */
const SERVER_OPTIONS = { keepAliveTimeout: 3_600_000, requestTimeout: 0 } as const;
const MOST_BODY_BYTES = 64 * 1024 * 1024;
/** Of a registration, which anybody on the network may try: it is read before its token is known. */
const MOST_REGISTRATION_BYTES = 64 * 1024;

const LOOPBACK = '127.0.0.1';
const EVERY_ADDRESS = '0.0.0.0';

/** Where agents on other machines find the lab. */
export interface NetworkLab {
  /** An address or a name of this machine. */
  readonly host: string;
  /** null: they come by plain HTTP, and their clock is coarse. */
  readonly tls: NetworkTls | null;
  /** What people are to trust: also of a plain page, where it asks over TLS. Absent: it meets no TLS. */
  readonly authority?: Authority;
}

/** PEM texts. */
export interface NetworkTls {
  readonly key: string;
  readonly cert: string;
}

/** The session that an agent may join now. */
export interface OpenSession {
  readonly desk: AgentDesk;
  /** What the cell must end with, of messages after that one; null for a cell that is not of this session. */
  original(cell: string, message: number): Promise<DataValue> | null;
}

export class ControlServer {
  readonly #script: string;
  /** By the tokens of their pages. */
  readonly #sessions = new Map<string, OpenSession>();
  /**
   * By what their agents were told when they registered: a token stands among a browser's arguments, where
   * anybody on the machine may read it.
   */
  readonly #agents = new Map<string, OpenSession>();
  readonly #outside = new WaitingRoom();
  readonly #present = new PresentDevices((devices) => this.#tellPresent(devices));
  /** Of sessions that a device outside has joined: that it is there for them no more. */
  readonly #leaves = new Map<OpenSession, () => void>();
  #tellPresent: (devices: readonly string[]) => void = () => {};
  #isWatching: (browser: BrowserAt) => boolean = () => false;
  readonly #servers: ServerType[] = [];
  #origin = '';
  #outsideOrigin = '';
  #trust: Trust | null = null;

  /** `script`: the agent page's program. */
  constructor(script: string) {
    this.#script = script;
  }

  /**
   * `network`: for agents on other machines. With a certificate they are served over HTTPS alone, and plain
   * HTTP from outside finds nothing but the page that says how to trust it; without one, the lab listens on
   * every address, beside that page where there is something to trust all the same.
   */
  async listen(port = 0, network: NetworkLab | null = null): Promise<void> {
    const tls = network?.tls ?? null;
    const host = network === null || tls !== null ? LOOPBACK : EVERY_ADDRESS;
    const outside = network === null ? [] : [network.host];
    const { fetch } = this.#routes([LOOPBACK, 'localhost'], tls === null ? outside : []);
    const own = await this.#serve(fetch, host, port);
    // Of the lab's own browsers too where it listens on every address: only loopback is a secure context for
    // them.
    this.#origin = `http://${LOOPBACK}:${own}`;
    this.#outsideOrigin = `http://${network?.host ?? LOOPBACK}:${own}`;
    if (network === null) return;
    if (tls !== null) {
      const secure = await this.#serve(this.#routes([], outside).fetch, EVERY_ADDRESS, 0, tls);
      this.#outsideOrigin = `https://${network.host}:${secure}`;
    }
    const { host: name, authority } = network;
    if (authority === undefined) return;
    const trusting = { host: name, origin: this.#outsideOrigin, authority, isPagePlain: tls === null };
    const trustPort = await this.#serve(trustPage(trusting).fetch, EVERY_ADDRESS, 0);
    const { sha256Fingerprint } = authority;
    const url = `http://${name}:${trustPort}/`;
    this.#trust = { url, sha256Fingerprint, ...(tls === null && { isNeeded: true }) };
  }

  /** What says how to trust the certificate; null where there is none to trust. Nothing secret is there. */
  get trust(): Trust | null {
    return this.#trust;
  }

  /** Answers the port. */
  #serve(fetch: Hono['fetch'], host: string, port: number, tls?: NetworkTls): Promise<number> {
    const secure = tls && { createServer: createSecureServer, serverOptions: { ...SERVER_OPTIONS, ...tls } };
    return new Promise((resolve, reject) => {
      const plain = { fetch, port, hostname: host, serverOptions: SERVER_OPTIONS };
      const server = serve({ ...plain, ...secure } as Parameters<typeof serve>[0], (address: AddressInfo) =>
        resolve(address.port),
      );
      server.on('error', (error: NodeJS.ErrnoException) => reject(cannotListen(error, host, port)));
      this.#servers.push(server);
    });
  }

  /**
   * A page URL with a token of its own: whoever has it may register for this session, once. `isOverNetwork`:
   * as browsers on other machines find it.
   */
  open(session: OpenSession, isOverNetwork = false): { readonly pageUrl: string; close(): void } {
    const token = randomBytes(16).toString('hex');
    this.#sessions.set(token, session);
    const origin = isOverNetwork ? this.#outsideOrigin : this.#origin;
    return { pageUrl: `${origin}/#token=${token}`, close: () => this.#forget(token) };
  }

  /** Likewise, for whichever agent outside asks first at this URL, which is the same for all sessions. */
  openOutside(session: OpenSession): { readonly pageUrl: string; close(): void } {
    const token = randomBytes(16).toString('hex');
    this.#sessions.set(token, session);
    this.#outside.offer(token);
    return { pageUrl: this.outsideUrl, close: () => this.#forget(token) };
  }

  #forget(token: string): void {
    this.#outside.withdraw(token);
    const session = this.#sessions.get(token);
    this.#sessions.delete(token);
    if (session === undefined) return;
    this.#leaves.get(session)?.();
    this.#leaves.delete(session);
    for (const [id, registered] of this.#agents) if (registered === session) this.#agents.delete(id);
  }

  /** Told the names of the devices outside that are there, whenever one has come or gone. */
  whenPresentChange(tell: (devices: readonly string[]) => void): void {
    this.#tellPresent = tell;
  }

  /** How to tell the browser that follows the run, in which somebody may open the page, too. */
  askWhoWatches(isWatching: (browser: BrowserAt) => boolean): void {
    this.#isWatching = isWatching;
  }

  /** What people open on a phone: it stays there for all sessions. */
  get outsideUrl(): string {
    return `${this.#outsideOrigin}/#key=${this.#outside.key}`;
  }

  async close(): Promise<void> {
    // Who leaves now is of no interest any more.
    this.#tellPresent = () => {};
    const closing = this.#servers.splice(0).map(
      (server) =>
        new Promise<void>((resolve) => {
          server.close(() => resolve());
          if ('closeAllConnections' in server) server.closeAllConnections();
        }),
    );
    await Promise.all(closing);
  }

  /** `outside`: names by which agents on other machines come; `own`: by which those on this one do. */
  #routes(own: readonly string[], outside: readonly string[]): Hono {
    const app = new Hono();
    app.use(async (context, next) => {
      if (![...own, ...outside].includes(new URL(context.req.url).hostname))
        return context.json({ problem: 'this lab is not to be found under that name' }, 421);
      await next();
      context.header('Cross-Origin-Opener-Policy', 'same-origin');
      context.header('Cross-Origin-Embedder-Policy', 'require-corp');
      context.header('Cache-Control', 'no-store');
    });
    app.get('/', (context) => {
      const { hostname } = new URL(context.req.url);
      return context.html(agentPage(outside.includes(hostname) ? hostname : null));
    });
    app.get('/agent.js', (context) => {
      context.header('Content-Type', 'text/javascript; charset=utf-8');
      return context.body(this.#script);
    });
    app.get('/favicon.ico', (context) => context.body(null, 204));
    app.get('/agent/next', async (context) => {
      if (context.req.query('key') !== this.#outside.key) return noAgent(context);
      const device = context.req.query('device');
      const left = this.#present.came(device);
      const token = await this.#outside.next(context.req.raw.signal, device).finally(left);
      return context.json(token === null ? { kind: 'wait' } : { kind: 'join', token });
    });
    app.post('/agent/register', bodyLimit({ maxSize: MOST_REGISTRATION_BYTES }), async (context) => {
      const read = await readMessage(context, registrationMessage);
      if ('refusal' in read) return read.refusal;
      const session = this.#sessions.get(read.message.token);
      if (session === undefined) return context.json({ problem: 'the token is not one of this lab' }, 403);
      // Whatever the lab has started is another one, however alike it calls itself.
      const isWatching = read.message.device !== undefined && this.#isWatching(browserAt(context));
      if (!session.desk.register(read.message, isWatching)) {
        return context.json({ problem: 'an agent has registered with this token already' }, 409);
      }
      this.#outside.joined(read.message.token, read.message.device);
      this.#leaves.set(session, this.#present.came(read.message.device));
      const agent = randomBytes(16).toString('hex');
      this.#agents.set(agent, session);
      return context.json({ agent });
    });
    app.get('/agent/:id/job', async (context) => {
      const session = this.#agents.get(context.req.param('id'));
      return context.json(session === undefined ? { kind: 'end' } : await session.desk.takeJob());
    });
    app.get('/agent/:id/original', async (context) => {
      const session = this.#agents.get(context.req.param('id'));
      if (session === undefined) return noAgent(context);
      const original = session.original(
        context.req.query('cell') ?? '',
        Number(context.req.query('message') ?? 0),
      );
      return original === null
        ? context.json({ problem: 'no such cell' }, 404)
        : context.json(await original);
    });
    this.#post(app, 'checks', checksMessage, (desk, message) => desk.putChecks(message));
    this.#post(app, 'samples', samplePostMessage, (desk, message) => desk.putSamples(message));
    this.#post(app, 'probes', probesMessage, (desk, message) => desk.putProbes(message));
    this.#post(app, 'known-work', knownWorkMessage, (desk, message) => desk.putKnownWork(message));
    this.#post(app, 'trouble', troubleMessage, (desk, message) => {
      desk.putTrouble(message);
      return { goOn: false };
    });
    return app;
  }

  /** What somebody else on the network sends fills nothing: it is read to its end, and kept nowhere. */
  readonly #agentsAlone: MiddlewareHandler = async (context, next) => {
    if (this.#agents.has(context.req.param('id') ?? '')) return next();
    await context.req.raw.body?.pipeTo(new WritableStream()).catch(() => undefined);
    return noAgent(context);
  };

  #post<T>(
    app: Hono,
    what: string,
    schema: z.ZodType<T>,
    put: (desk: AgentDesk, message: T) => Ack | null | Promise<Ack | null>,
  ): void {
    const limited = bodyLimit({ maxSize: MOST_BODY_BYTES });
    app.post(`/agent/:id/${what}`, this.#agentsAlone, limited, async (context) => {
      // The whole message is read first: an answer before its end would close the connection under the next
      // one.
      const read = await readMessage(context, schema);
      const session = this.#agents.get(context.req.param('id') ?? '');
      if (session === undefined) return noAgent(context);
      if ('refusal' in read) return read.refusal;
      const ack = await put(session.desk, read.message);
      return ack === null ? context.json({ problem: `no ${what} were asked for` }, 409) : context.json(ack);
    });
  }
}

async function readMessage<T>(
  context: Context,
  schema: z.ZodType<T>,
): Promise<{ readonly message: T } | { readonly refusal: Response }> {
  let body: unknown;
  try {
    body = await context.req.json();
  } catch {
    return { refusal: context.json({ problem: 'the body is not JSON' }, 400) };
  }
  const parsed = schema.safeParse(body);
  if (parsed.success) return { message: parsed.data };
  const problems = messageProblems(parsed.error.issues, body);
  return { refusal: context.json({ problem: 'the message is not of the protocol', problems }, 400) };
}

function noAgent(context: Context): Response {
  return context.json({ problem: 'no such agent' }, 404);
}

function cannotListen(error: NodeJS.ErrnoException, host: string, port: number): EnvironmentError {
  return new EnvironmentError(
    `the lab cannot listen on ${host}:${port}`,
    [`listen: ${error.message}`],
    'see which programs hold ports (ss -ltn), and that 127.0.0.1 is up',
  );
}
