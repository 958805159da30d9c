// Headers that people give for their own servers: which can be written at all (RFC 9110), and which are the
// connection's own business.

const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Text without line breaks, of which Latin-1 is what HTTP carries. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

export function isHeaderName(text: string): boolean {
  return NAME.test(text);
}

export function isHeaderValue(text: string): boolean {
  return VALUE.test(text);
}

/** RFC 9110, 7.6.1; and what says where a request ends, of which a GET has nothing to say. */
const OF_CONNECTION = new Set([
  'connection',
  'content-length',
  'expect',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Why nobody may give it; null where anybody may. */
export function whyNotSent(name: string): string | null {
  return OF_CONNECTION.has(name.toLowerCase())
    ? `${name} belongs to a connection, and each request here has its own: leave it out`
    : null;
}
