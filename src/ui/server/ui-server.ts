// Serves the page. It answers only requests that name loopback or an address of this machine, and tells and
// does nothing but for whoever has the token: files of the page hold no secret, all else stands under /api.

import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { type ServerType, serve } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { EnvironmentError } from '../../base/errors.ts';
import type { LabFacts } from '../lab-facts.ts';
import { SECTIONS, type Section } from '../sections.ts';
import { LOOPBACK } from './addresses.ts';
import { compressedAnswers } from './compressed-answers.ts';
import { HEADERS, pagePolicy, targetOrigins, withToken } from './guard.ts';
import type { PageFiles } from './page-files.ts';
import { answerFailure } from './say-failure.ts';

export interface UiSettings {
  /** An IPv4 address of this machine; 0.0.0.0 for all of them. */
  readonly host: string;
  /** 0 for any free one. */
  readonly port: number;
  /** Under which it may be asked for, beside loopback. */
  readonly addresses: readonly string[];
  readonly files: PageFiles;
  /** By name: what stands under `/api/NAME`, for whoever has the token. */
  readonly routes: Readonly<Record<string, Hono>>;
  /** What stands under `/made`, for whoever was given its address: addresses that nobody can guess. */
  readonly documents: Hono;
}

export interface UiServer {
  readonly port: number;
  readonly token: string;
  /** Resolves when a page has asked with the token. */
  readonly asked: Promise<void>;
  /** From now on the page is there, with this target. */
  show(facts: Omit<LabFacts, 'targetHost'>): void;
  /** The target has gone, and why: only who measures messages is refused, until another is shown. */
  lose(why: string): void;
  close(): Promise<void>;
}

const LOOPBACK_NAMES = [LOOPBACK, 'localhost'];
const TOKEN_BYTES = 16;

/** Rejects with an EnvironmentError where it cannot listen. */
export async function openUiServer(settings: UiSettings): Promise<UiServer> {
  const { host, port } = settings;
  const token = randomBytes(TOKEN_BYTES).toString('hex');
  const shown: Shown = { facts: null, lost: null };
  const asked = Promise.withResolvers<void>();
  const app = application(settings, token, shown, asked.resolve);
  const opened = await new Promise<{ server: ServerType; port: number }>((resolve, reject) => {
    const server = serve({ fetch: app.fetch, port, hostname: host }, (address: AddressInfo) =>
      resolve({ server, port: address.port }),
    );
    server.on('error', (error: NodeJS.ErrnoException) => reject(cannotListen(error, host, port)));
  });
  const show: UiServer['show'] = (facts) => {
    shown.facts = facts;
    shown.lost = null;
  };
  const lose: UiServer['lose'] = (why) => {
    shown.lost = why;
  };
  return { port: opened.port, token, asked: asked.promise, show, lose, close: () => closed(opened.server) };
}

/** null until the target is up: it is started when the page's own origin is known. */
interface Shown {
  facts: Omit<LabFacts, 'targetHost'> | null;
  lost: string | null;
}

function application(
  { host, addresses, files, routes, documents }: UiSettings,
  token: string,
  shown: Shown,
  asked: () => void,
): Hono {
  const app = new Hono();
  const isLocal = host === LOOPBACK;
  const names = [...LOOPBACK_NAMES, ...addresses];
  const factsFor = (context: Context): LabFacts => ({
    ...shown.facts!,
    targetHost: isLocal ? LOOPBACK : new URL(context.req.url).hostname,
  });
  app.use(compressedAnswers());
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
    if (!context.res.headers.has('Content-Security-Policy'))
      context.header('Content-Security-Policy', pagePolicy([]));
  });
  for (const [i, section] of SECTIONS.entries()) {
    const { name, speaksWithTarget }: Section = section;
    const { html, script, style } = files[section.name];
    for (const path of i === 0 ? ['/', `/${name}`] : [`/${name}`])
      app.get(path, (context) => {
        if (speaksWithTarget)
          context.header('Content-Security-Policy', pagePolicy(targetOrigins(factsFor(context), isLocal)));
        return context.html(html);
      });
    app.get(`/${name}.js`, (context) =>
      context.body(script, 200, { 'Content-Type': 'text/javascript; charset=utf-8' }),
    );
    app.get(`/${name}.css`, (context) =>
      context.body(style, 200, { 'Content-Type': 'text/css; charset=utf-8' }),
    );
  }
  app.use('/api/*', withToken(token));
  app.use('/api/*', (_, next) => {
    asked();
    return next();
  });
  app.get('/api/lab', (context) =>
    shown.lost === null ? context.json(factsFor(context)) : context.json({ problem: shown.lost }, 409),
  );
  for (const [name, own] of Object.entries(routes)) app.route(`/api/${name}`, own);
  app.route('/made', documents);
  app.onError((thrown, context) => answerFailure(context, thrown));
  return app;
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
