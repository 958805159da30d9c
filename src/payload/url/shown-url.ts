// A URL as messages, records and reports show it: nothing in it that may be a secret.

const SECRET_NAME = /auth|code|cookie|cred|jwt|key|pass|pwd|secret|session|sig|token/i;
/** What nobody types: long, and of letters and digits mixed. */
const SECRET_VALUE = /^(?=.*\d)(?=.*[a-z])[\w.~+/=-]{20,}$/i;
const HIDDEN = '…';

/** Of a header, or of a part of a query. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}

/** Without name and password; of values in its query that look like secrets an ellipsis. */
export function shownUrl(url: URL): string {
  const { origin, pathname, search } = url;
  const pairs = search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '');
  const shown = pairs.map((pair) => {
    const [name = '', ...value] = pair.split('=');
    const isSecret =
      value.length > 0 && (isSecretName(name) || SECRET_VALUE.test(unescaped(value.join('='))));
    return isSecret ? `${name}=${HIDDEN}` : pair;
  });
  return `${origin}${pathname}${shown.length === 0 ? search : `?${shown.join('&')}`}`;
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
