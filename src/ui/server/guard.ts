// Who may ask the lab, and what its pages may do: names that sites could bring (DNS rebinding), pages of
// other origins and whoever has no token are refused before anything else is looked at.

import { timingSafeEqual } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { type LabFacts, targetOrigin } from '../lab-facts.ts';

/** Isolated, so that the clock is fine; kept by nobody, framed by nobody. */
export const HEADERS: Readonly<Record<string, string>> = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/**
 * Everything behind it takes the token, in a header that no form and no link of another origin can send; a
 * page of another origin that has it all the same is refused for its origin.
 */
export function withToken(token: string): MiddlewareHandler {
  return async (context, next) => {
    if (!isToken(context.req.header('Authorization'), token))
      return context.json({ problem: 'the token is not one of this lab' }, 403);
    const origin = context.req.header('Origin');
    if (origin !== undefined && origin !== new URL(context.req.url).origin)
      return context.json({ problem: `pages of ${origin} may ask nothing of this lab` }, 403);
    await next();
  };
}

/** A page speaks with its lab, and with nobody else. */
export function pagePolicy(connect: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    'img-src data:',
    `connect-src ${["'self'", ...connect].join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/**
 * Of the page that measures, which speaks with the target. It is read without the token too, so where other
 * devices may come it may speak with any port of the machine: the target's are not told.
 */
export function targetOrigins(facts: LabFacts, isLocal: boolean): string[] {
  const open = ['http', 'https'].map((scheme) => `${scheme}://${facts.targetHost}:*`);
  const known = (['http1', 'https1', 'h2', 'h3'] as const)
    .map((protocol) => targetOrigin(facts, protocol))
    .filter((origin) => origin !== null);
  return (isLocal ? known : open).flatMap((origin) => [origin, origin.replace(/^http/, 'ws')]);
}

/**
 * Of a document made from a record, which somebody may have written by hand: an origin of its own, from which
 * its script reaches nothing and nobody.
 */
const DOCUMENT_POLICY = [
  'sandbox allow-scripts allow-downloads',
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export function documentHeaders(context: Context): void {
  context.header('Content-Security-Policy', DOCUMENT_POLICY);
}

function isToken(header: string | undefined, token: string): boolean {
  const actual = Buffer.from(header ?? '');
  const expected = Buffer.from(`Bearer ${token}`);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}
