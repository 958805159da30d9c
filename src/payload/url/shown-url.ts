// A URL as messages, records and reports show it: nothing in it that may be a secret.

const SECRET_NAME = /auth|code|cookie|cred|jwt|key|pass|pwd|secret|sessid|session|sig|token/i;
/** Too short to be told inside of other words. */
const SECRET_WORD =
  /(?:^|[^a-z])(?:bearer|csrf|hmac|jsid|nonce|otp|pin|pw|sas|sid|tan|ticket|tok|totp|xsrf)(?:$|[^a-z])/i;
/** What nobody types: long, and of letters and digits mixed. */
const SECRET_VALUE = /^(?=.*\d)(?=.*[a-z])[\w.~+/=-]{20,}$/i;
/** RFC 7519; its first part is JSON in base64url. */
const JWT = /(?:^|[^\w-])eyJ[\w-]{5,}\.[\w-]+/;
const CREDENTIAL = /^\s*(?:bearer\s+\S|(?:apikey|digest|token)\s+(?=\S*\d)\S{8})/i;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** In place of what may be a secret. */
export const HIDDEN = '…';

/** Of a header, or of a part of a query. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name) || SECRET_WORD.test(name);
}

/** By its look, whatever its name: a credential, a JWT, something long and random. Of a header. */
export function isSecretText(text: string): boolean {
  if (isCredential(text)) return true;
  return text.split(/[\s,;:"'=]+/).some((word) => UUID.test(word) || isRandom(word, 20));
}

/** The same without what is long and random: servers number their answers so. */
export function isCredential(text: string): boolean {
  const [, pair] = /^\s*basic\s+([A-Za-z\d+/]+=*)\s*$/i.exec(text) ?? [];
  const isPair = pair !== undefined && Buffer.from(pair, 'base64').includes(':');
  return isPair || CREDENTIAL.test(text) || JWT.test(text);
}

export function isHttp({ protocol }: URL): boolean {
  return protocol === 'http:' || protocol === 'https:';
}

/**
 * Without name and password; of what looks like a secret in path and query an ellipsis. Of another scheme,
 * such as an app's to which a sign-in leads, the scheme alone: what stands behind it anybody may have made.
 */
export function shownUrl(url: URL): string {
  if (!isHttp(url)) return `${url.protocol}${HIDDEN}`;
  const { origin, pathname, search } = url;
  const pairs = search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '');
  const shown = pairs.map((pair) => {
    const [name = '', ...rest] = pair.split('=');
    // A token may stand by itself.
    if (rest.length === 0) return looksSecret(unescaped(name)) ? HIDDEN : pair;
    return isSecretPair(name, unescaped(rest.join('='))) ? `${name}=${HIDDEN}` : pair;
  });
  return `${origin}${shownPath(pathname)}${shown.length === 0 ? search : `?${shown.join('&')}`}`;
}

/** The same of the queries of addresses in any text: `<https://x/?page=2&token=…>; rel="next"`. */
export function withoutSecretPairs(text: string): string {
  return text.replace(QUERY_PAIR, (pair, start: string, name: string, value: string) =>
    isSecretPair(name, unescaped(value)) ? `${start}${name}=${HIDDEN}` : pair,
  );
}

const QUERY_PAIR = /([?&])([^=&\s<>"]+)=([^&\s<>",;]+)/g;

function isSecretPair(name: string, value: string): boolean {
  return value !== '' && (isSecretName(name) || looksSecret(value));
}

function looksSecret(value: string): boolean {
  return SECRET_VALUE.test(value) || JWT.test(value);
}

/** Java's servers write sessions into paths: `/orders;jsessionid=1A53…`. */
function shownPath(path: string): string {
  const segments = path.split('/').map((segment) => {
    const [own = '', ...pairs] = segment.split(';');
    const shown = pairs.map((pair) => {
      const [name = '', ...rest] = pair.split('=');
      return isSecretPair(name, unescaped(rest.join('='))) ? `${name}=${HIDDEN}` : pair;
    });
    return [shownSegment(own), ...shown].join(';');
  });
  return segments.join('/');
}

/** UUIDs stay: many APIs name what they have by them. */
function shownSegment(segment: string): string {
  const text = unescaped(segment);
  if (UUID.test(text)) return segment;
  const isSecret = JWT.test(text) || isRandom(text, 32) || text.split('-').some((part) => isRandom(part, 32));
  return isSecret ? HIDDEN : segment;
}

/** Letters and digits mixed in one piece, or base64; no words with hyphens between them. */
function isRandom(text: string, leastLength: number): boolean {
  if (text.length < leastLength || !/\d/.test(text)) return false;
  if (/^[a-z\d]+$/i.test(text)) return /[a-z]/i.test(text);
  const isBase64 = /^[\w+/=~:-]+$/.test(text) && /[a-z]/.test(text) && /[A-Z]/.test(text);
  return isBase64 && /[A-Za-z\d]{12}/.test(text);
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
