// Names of payloads: short enough for file names, cells and tables.

import { UserError } from '../base/errors.ts';

const LONGEST = 40;

/** `My Orders (2).json`'s stem → `my-orders-2`; `payload` if nothing is left. */
export function payloadName(text: string): string {
  const words = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return words?.join('-').slice(0, LONGEST).replace(/-$/, '') ?? 'payload';
}

/** Checks a name that the user gives; throws if it is invalid. */
export function checkedName(name: string): string {
  if (name.length <= LONGEST && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) return name;
  const what = `${JSON.stringify(name)} is no name for a payload: small letters, digits and hyphens between them, at most ${LONGEST}`;
  throw new UserError([{ file: '--name', path: '', what, nearest: payloadName(name) }]);
}
