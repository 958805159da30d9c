// What nobody but the environment may know of a Grid: who may ask, and a vendor's keys among the
// capabilities. A remote end may repeat them where it says why it starts no browser, and that comes to stand
// in a record and in the terminal.

import { GRID_CAPABILITIES, GRID_PASSWORD, GRID_USER } from './grid-variables.ts';

const SECRET_NAME = /(key|token|secret|password|passwd|user|username)$/i;
/** Whoever takes away shorter ones takes away letters of words. */
const SHORTEST = 3;

/** The text without them, wherever they stand as words of their own. */
export function withoutGridSecrets(text: string, env: Readonly<Record<string, string | undefined>>): string {
  const { [GRID_USER]: user = '', [GRID_PASSWORD]: password = '', [GRID_CAPABILITIES]: asked = '' } = env;
  const sent = user === '' && password === '' ? '' : basicCredentials(user, password);
  return [sent, password, user, ...secretsIn(parsed(asked))]
    .filter((secret) => secret.length >= SHORTEST)
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, secret) => rest.replace(asWord(secret), '…'), text);
}

export function basicCredentials(user: string, password: string): string {
  return Buffer.from(`${user}:${password}`).toString('base64');
}

function secretsIn(capabilities: unknown): string[] {
  if (typeof capabilities !== 'object' || capabilities === null) return [];
  return Object.entries(capabilities).flatMap(([name, value]) =>
    typeof value === 'string' ? (SECRET_NAME.test(name) ? [value] : []) : secretsIn(value),
  );
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

function asWord(secret: string): RegExp {
  const escaped = secret.replaceAll(/[^\w\s]/g, String.raw`\$&`);
  return new RegExp(String.raw`(?<!\w)${escaped}(?!\w)`, 'g');
}
