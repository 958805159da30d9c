// Serves the interactive page. It answers only requests that name loopback or an address of this machine, so
// that no site can reach it through a name of its own (DNS rebinding); where other devices may come, only
// whoever has the token is told where the target is, and its secret.

import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { type ServerType, serve } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { EnvironmentError } from '../../base/errors.ts';
import type { LabFacts } from '../lab-facts.ts';
import { targetOrigin } from '../lab-facts.ts';
import { LOOPBACK } from './addresses.ts';
import type { PageFiles } from './page-files.ts';

export interface UiSettings {
  /** An IPv4 address of this machine; 0.0.0.0 for all of them. */
  readonly host: string;
  /** 0 for any free one. */
  readonly port: number;
  /** Under which it may be asked for, beside loopback. */
  readonly addresses: readonly string[];
  readonly files: PageFiles;
}

export interface UiServer {
  readonly port: number;
  /** null on loopback. */
  readonly token: string | null;
  /** From now on the page is there, with this target. */
  show(facts: Omit<LabFacts, 'targetHost'>): void;
  close(): Promise<void>;
}

const LOOPBACK_NAMES = [LOOPBACK, 'localhost'];
const TOKEN_BYTES = 16;

/** Rejects with an EnvironmentError where it cannot listen. */
export async function openUiServer(settings: UiSettings): Promise<UiServer> {
  const { host, port } = settings;
  const token = host === LOOPBACK ? null : randomBytes(TOKEN_BYTES).toString('hex');
  const shown: Shown = { facts: null };
  const app = routes(settings, token, shown);
  const opened = await new Promise<{ server: ServerType; port: number }>((resolve, reject) => {
    const server = serve({ fetch: app.fetch, port, hostname: host }, (address: AddressInfo) =>
      resolve({ server, port: address.port }),
    );
    server.on('error', (error: NodeJS.ErrnoException) => reject(cannotListen(error, host, port)));
  });
  const show: UiServer['show'] = (facts) => {
    shown.facts = facts;
  };
  return { port: opened.port, token, show, close: () => closed(opened.server) };
}

/** null until the target is up: it is started when the page's own origin is known. */
interface Shown {
  facts: Omit<LabFacts, 'targetHost'> | null;
}

function routes({ host, addresses, files }: UiSettings, token: string | null, shown: Shown): Hono {
  const app = new Hono();
  const isLocal = host === LOOPBACK;
  const names = [...LOOPBACK_NAMES, ...addresses];
  const factsFor = (context: Context): LabFacts => ({
    ...shown.facts!,
    targetHost: isLocal ? LOOPBACK : new URL(context.req.url).hostname,
  });
  app.use(async (context, next) => {
    const asked = new URL(context.req.url);
    if (!names.includes(asked.hostname))
      return context.text(`this page is to be found under ${names.join(', ')} alone`, 421);
    if (shown.facts === null) return context.text('the target is being started', 503);
    // The target lets one origin read.
    if (isLocal && asked.hostname !== LOOPBACK) {
      asked.hostname = LOOPBACK;
      return context.redirect(asked.href, 307);
    }
    await next();
    for (const [name, value] of Object.entries(HEADERS)) context.header(name, value);
    context.header('Content-Security-Policy', policy(factsFor(context), isLocal));
  });
  app.get('/', (context) => context.html(files.html));
  app.get('/page.js', (context) =>
    context.body(files.script, 200, { 'Content-Type': 'text/javascript; charset=utf-8' }),
  );
  app.get('/page.css', (context) =>
    context.body(files.style, 200, { 'Content-Type': 'text/css; charset=utf-8' }),
  );
  app.get('/lab.json', (context) =>
    token === null || isToken(context.req.header('Authorization'), token)
      ? context.json(factsFor(context))
      : context.json({ problem: 'the token is not one of this lab' }, 403),
  );
  return app;
}

/** Isolated, so that the clock is fine; kept by nobody, framed by nobody. */
const HEADERS: Readonly<Record<string, string>> = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/**
 * The page may speak with its lab and with the target, and with nobody else. It is read without the token
 * too, so where that is wanted the page may speak with any port of the machine: the target's are not told.
 */
function policy(facts: LabFacts, isLocal: boolean): string {
  const open = ['http', 'https'].map((scheme) => `${scheme}://${facts.targetHost}:*`);
  const known = (['http1', 'https1', 'h2', 'h3'] as const)
    .map((protocol) => targetOrigin(facts, protocol))
    .filter((origin) => origin !== null);
  const origins = (isLocal ? known : open).flatMap((origin) => [origin, origin.replace(/^http/, 'ws')]);
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    'img-src data:',
    `connect-src 'self' ${origins.join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function isToken(header: string | undefined, token: string): boolean {
  const actual = Buffer.from(header ?? '');
  const expected = Buffer.from(`Bearer ${token}`);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

async function closed(server: ServerType): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    if ('closeAllConnections' in server) server.closeAllConnections();
  });
}

function cannotListen(error: NodeJS.ErrnoException, host: string, port: number): EnvironmentError {
  return new EnvironmentError(
    `the page cannot be served on ${host}:${port}`,
    [`listen: ${error.message}`],
    'name another port (--port), or leave it out for any free one; --host takes an address of this machine',
  );
}
