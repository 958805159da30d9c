// Which browser asks, as far as its request tells: two pages of one browser ask from one address and call
// themselves the same.

import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

export interface BrowserAt {
  /** Empty where nobody can say. */
  readonly address: string;
  readonly userAgent: string;
}

export function browserAt(context: Context): BrowserAt {
  const { incoming } = (context.env ?? {}) as Partial<HttpBindings>;
  return {
    address: incoming?.socket.remoteAddress ?? '',
    userAgent: context.req.header('User-Agent') ?? '',
  };
}
