// `${ORDERS_TOKEN}` in a study file is the variable of that name of the environment: secrets stand in no file
// that is kept.

import { isHeaderValue } from '../../wire/request-headers.ts';

const VARIABLE = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

export type Environment = Readonly<Record<string, string | undefined>>;

export function hasVariables(text: string): boolean {
  return text.search(VARIABLE) >= 0;
}

/** What of it stands in the file as it is, `instead` in place of each variable. */
export function withoutVariables(text: string, instead = ''): string {
  return text.replace(VARIABLE, instead);
}

/** Words that stand before a credential (RFC 9110, 11.1), registered ones and those of well-known APIs. */
const SCHEME =
  /^\s*(?:api-?key|aws4-hmac-sha256|basic|bearer|bot|digest|dpop|hawk|jwt|key|negotiate|oauth|sharedaccesssignature|ssws|token)\s+/i;
/** A cookie or parameter without its value, then variables and signs alone; or nothing but signs. */
const NO_VALUE =
  /^(?:[\w!#%&'*+.^`|~-]+=)?["':./|~-]*(?:\$\{[A-Za-z_][A-Za-z0-9_]*\}["':./|~-]*)+$|^["':./|~-]*$/;

/**
 * Whether all that could be a secret comes by variables: beside them stand a scheme, names and signs alone.
 */
export function isOfVariables(text: string): boolean {
  const parts = text.replace(SCHEME, '').split(/[\s;,&]+/);
  return hasVariables(text) && parts.every((part) => NO_VALUE.test(part));
}

/**
 * The text with each variable's value, as `spell` writes it; the names of those that are not set go to
 * `missing`.
 */
export function fromEnvironment(
  text: string,
  env: Environment,
  missing: Set<string>,
  spell: (value: string) => string = String,
): string {
  return text.replace(VARIABLE, (whole, name: string) => {
    const value = env[name];
    if (value !== undefined && value !== '') return spell(value);
    missing.add(name);
    return whole;
  });
}

/** A header's text, whose variables may hold what no header can: why goes to `wrong`. */
export function headerFromEnvironment(
  header: string,
  text: string,
  env: Environment,
  missing: Set<string>,
  wrong: string[],
): string {
  const value = fromEnvironment(text, env, missing, (each) => each.trim());
  if (!isHeaderValue(value))
    wrong.push(
      `${header}: what its variables hold in the environment is no header: it has line breaks, or letters beyond Latin-1`,
    );
  return value;
}
