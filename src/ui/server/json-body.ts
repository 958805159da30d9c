// The body of a request as a JSON object.

import type { Context } from 'hono';
import { UserError } from '../../base/errors.ts';

/** Throws a UserError where it is none. What is in it nobody has checked. */
export async function jsonBody<T>(context: Context): Promise<Partial<T> & T> {
  try {
    const read = (await context.req.json()) as T;
    if (typeof read === 'object' && read !== null) return read;
  } catch {
    // Told below.
  }
  throw new UserError([{ file: 'request', path: '', what: 'is no JSON object' }]);
}
