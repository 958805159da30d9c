// A W3C WebDriver remote end without browsers, for tests: nodes with slots as Selenium Grid tells them, or
// none as a bare driver, and what it was asked. `onPage` acts what a browser would do on the page.

import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ScriptedGridSettings {
  /** Name → slots; absent: it names none. */
  readonly nodes?: Readonly<Record<string, number>>;
  readonly browserName?: string;
  readonly version?: string;
  /** As it tells of each node, ms; absent: it does not. It drops sessions only when a test says so. */
  readonly sessionTimeout?: number;
  /** `user:password` that it asks for. */
  readonly auth?: string;
  /** The node that the next session is put on; absent: the one with the fewest. */
  readonly place?: (free: readonly string[]) => string;
  /** Before the answer to a new session. */
  readonly beforeSession?: () => Promise<void>;
  readonly onPage?: (url: string, closed: AbortSignal) => Promise<void>;
  /** Why its browsers open no page: `net::ERR_CONNECTION_REFUSED`. */
  readonly opensNone?: string;
  /** Instead of what it says of itself. */
  readonly status?: unknown;
}

interface HeldSession {
  readonly node: string;
  url: string;
  readonly closed: AbortController;
}

export class ScriptedGrid {
  readonly sessions = new Map<string, HeldSession>();
  /** `POST /session`, `GET /url`, … in order. */
  readonly asked: string[] = [];
  /** The capabilities of every new session, in order. */
  readonly wanted: Record<string, unknown>[] = [];
  /** The most sessions that it had at once. */
  mostAtOnce = 0;
  readonly #settings: ScriptedGridSettings;
  /** Sessions that were asked something of. */
  readonly #heard = new Set<string>();
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  constructor(settings: ScriptedGridSettings = {}) {
    this.#settings = settings;
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    for (const id of [...this.sessions.keys()]) this.lose(id);
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** One session more on that node, which nobody here asked for. */
  takeByOthers(node: string): void {
    this.sessions.set(randomUUID(), { node, url: '', closed: new AbortController() });
  }

  /** As a node that dies, and the browser with it. */
  lose(id: string): void {
    this.sessions.get(id)?.closed.abort();
    this.sessions.delete(id);
  }

  /** As a Grid whose sessions were idle too long: those that nobody asked anything of since the last call. */
  dropIdle(): void {
    for (const id of [...this.sessions.keys()]) if (!this.#heard.has(id)) this.lose(id);
    this.#heard.clear();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request;
    this.asked.push(`${method} ${url.replace(/\/session\/[^/]+/, '/session/ID')}`);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const say = (status: number, value: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
      response.end(JSON.stringify({ value }));
    };
    const { auth } = this.#settings;
    if (auth !== undefined && request.headers.authorization !== `Basic ${btoa(auth)}`)
      return void say(401, { error: 'unauthorized' });
    const text = Buffer.concat(chunks).toString();
    const body = text === '' ? {} : (JSON.parse(text) as Record<string, never>);
    if (url === '/status') return void say(200, this.#settings.status ?? this.#status());
    if (method === 'POST' && url === '/session') return this.#newSession(body, say);
    const id = /^\/session\/([^/]+)/.exec(url)?.[1] ?? '';
    const session = this.sessions.get(id);
    if (session === undefined)
      return void say(404, { error: 'invalid session id', message: 'Unable to find session' });
    this.#heard.add(id);
    if (method === 'DELETE') {
      this.lose(id);
      return void say(200, null);
    }
    const { opensNone } = this.#settings;
    if (method === 'POST' && opensNone !== undefined)
      return void say(500, { error: 'unknown error', message: opensNone });
    if (method === 'POST') {
      session.url = String((body as { url?: string }).url);
      void this.#settings.onPage?.(session.url, session.closed.signal).catch(() => undefined);
    }
    say(200, method === 'POST' ? null : session.url);
  }

  async #newSession(
    body: { capabilities?: { alwaysMatch: Record<string, unknown> } },
    say: (status: number, value: unknown) => void,
  ): Promise<void> {
    const { nodes = { bare: 1 }, place, beforeSession, browserName = 'chrome' } = this.#settings;
    this.wanted.push(body.capabilities!.alwaysMatch);
    await beforeSession?.();
    const load = (node: string) => [...this.sessions.values()].filter((each) => each.node === node).length;
    const free = Object.keys(nodes)
      .filter((node) => load(node) < nodes[node]!)
      .sort((a, b) => load(a) - load(b));
    if (free.length === 0) return say(500, { error: 'session not created', message: 'no free slot' });
    const id = randomUUID();
    this.sessions.set(id, { node: place?.(free) ?? free[0]!, url: '', closed: new AbortController() });
    this.mostAtOnce = Math.max(this.mostAtOnce, this.sessions.size);
    const capabilities = { browserName, browserVersion: '156.0', platformName: 'linux', 'se:cdp': 'ws://x' };
    say(200, { sessionId: id, capabilities });
  }

  #status(): unknown {
    const { nodes, browserName = 'chrome', version = '4.48.0', sessionTimeout } = this.#settings;
    if (nodes === undefined)
      return { ready: this.sessions.size === 0, message: '', build: { version: '156.0' } };
    const described = Object.entries(nodes).map(([id, slots]) => {
      const own = [...this.sessions].filter(([, { node }]) => node === id).map(([session]) => session);
      return {
        id,
        uri: `http://${id}:5555`,
        availability: 'UP',
        version,
        ...(sessionTimeout !== undefined && { sessionTimeout }),
        slots: Array.from({ length: slots }, (_, slot) => ({
          stereotype: { browserName },
          session: own[slot] === undefined ? null : { sessionId: own[slot] },
        })),
      };
    });
    return { ready: true, message: 'Selenium Grid ready.', nodes: described };
  }
}
