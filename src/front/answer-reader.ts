// Reads answers of HTTP/1.1 (RFC 9112) from the bytes of one connection. Node's own client takes half a
// millisecond for a small answer where caches are cold, and all of that would stand in every exchange.

/** What one answer is made of, told as it comes. */
export interface AnswerEvents {
  /** `version`: `1.0`, `1.1`. Names are in small letters, what comes more than once is joined. */
  head(status: number, headers: Readonly<Record<string, string>>, version: string): void;
  /** `isLast`: known to be, so that nothing else follows but the end. */
  piece(bytes: Uint8Array, isLast: boolean): void;
  /** `isReusable`: another request may follow on this connection. */
  end(isReusable: boolean): void;
}

type State = 'head' | 'length' | 'chunk-size' | 'chunk' | 'chunk-end' | 'trailers' | 'until-close' | 'done';

/** As much as browsers take. */
const LONGEST_HEAD_BYTES = 256 * 1024;
const LONGEST_LINE_BYTES = 16 * 1024;

const LINE_FEED = 0x0a;
const RETURN = 0x0d;

export class AnswerReader {
  readonly #events: AnswerEvents;
  #state: State = 'head';
  /** Of a head or a line that is not all here. */
  #kept: Buffer | null = null;
  #leftBytes = 0;
  #isReusable = false;

  constructor(events: AnswerEvents) {
    this.#events = events;
  }

  /** Whether a byte of the answer has come. */
  get hasBegun(): boolean {
    return this.#state !== 'head' || this.#kept !== null;
  }

  /** Throws where it is not HTTP. */
  take(bytes: Buffer): void {
    let rest = this.#kept === null ? bytes : Buffer.concat([this.#kept, bytes]);
    this.#kept = null;
    while (rest.length > 0) {
      const taken = this.#step(rest);
      if (taken === null) {
        this.#kept = rest;
        return;
      }
      rest = rest.subarray(taken);
    }
  }

  /**
   * The connection has ended, `properly`: without an error, which may have cut the answer off. Whether that
   * was the answer's end too.
   */
  closed(properly: boolean): boolean {
    if (this.#state === 'until-close' && properly) this.#end();
    return this.#state === 'done';
  }

  /** How many bytes of the rest were used; null: more must come first. */
  #step(rest: Buffer): number | null {
    switch (this.#state) {
      case 'head':
        return this.#head(rest);
      case 'length':
        return this.#body(rest, 'done');
      case 'chunk':
        return this.#body(rest, 'chunk-end');
      case 'until-close':
        this.#events.piece(rest, false);
        return rest.length;
      case 'chunk-size':
        return this.#line(rest, (line) => this.#chunk(line));
      case 'chunk-end':
        return this.#line(rest, (line) => {
          if (line !== '') throw notHttp('a chunk is longer than it says');
          this.#state = 'chunk-size';
        });
      case 'trailers':
        return this.#line(rest, (line) => line === '' && this.#end());
      case 'done':
        throw notHttp('more came than the answer');
    }
  }

  #line(rest: Buffer, take: (line: string) => unknown): number | null {
    const end = rest.indexOf(LINE_FEED);
    if (end < 0 ? rest.length > LONGEST_LINE_BYTES : end > LONGEST_LINE_BYTES)
      throw notHttp('an endless line');
    if (end < 0) return null;
    take(rest.toString('latin1', 0, isReturn(rest, end - 1) ? end - 1 : end));
    return end + 1;
  }

  #chunk(line: string): void {
    const size = /^([\da-f]{1,12})[ \t]*(;|$)/i.exec(line)?.[1];
    if (size === undefined) throw notHttp('a chunk without a length');
    this.#leftBytes = Number.parseInt(size, 16);
    this.#state = this.#leftBytes === 0 ? 'trailers' : 'chunk';
  }

  #body(rest: Buffer, next: 'done' | 'chunk-end'): number {
    const taken = Math.min(rest.length, this.#leftBytes);
    this.#leftBytes -= taken;
    const isEnd = this.#leftBytes === 0;
    if (isEnd) this.#state = next;
    this.#events.piece(taken === rest.length ? rest : rest.subarray(0, taken), isEnd && next === 'done');
    if (isEnd && next === 'done') this.#end();
    return taken;
  }

  #end(): void {
    this.#state = 'done';
    this.#events.end(this.#isReusable);
  }

  #head(rest: Buffer): number | null {
    const headBytes = bytesOfHead(rest);
    if (!maybeHttp(rest)) throw notHttp('no status line');
    if (headBytes === null) {
      if (rest.length > LONGEST_HEAD_BYTES) throw notHttp('an endless head');
      return null;
    }
    const [statusLine, ...lines] = rest.toString('latin1', 0, headBytes).trimEnd().split(/\r?\n/);
    const [, minor, code] = /^HTTP\/1\.([01]) (\d{3})(?: |$)/.exec(statusLine!) ?? [];
    if (code === undefined) throw notHttp('no status line');
    const status = Number(code);
    const headers = fieldsOf(lines);
    // The coding of the transfer decides, and whoever hands the answer on takes the length away (6.3).
    if (headers['transfer-encoding'] !== undefined) delete headers['content-length'];
    // Ahead of the answer proper (100, 103); 101 was not asked for.
    if (status >= 100 && status < 200 && status !== 101) return headBytes;
    this.#frame(status, headers, minor!);
    this.#events.head(status, headers, `1.${minor}`);
    if (this.#state === 'length' && this.#leftBytes === 0) this.#end();
    return headBytes;
  }

  /** Where the body ends (RFC 9112, 6.3). */
  #frame(status: number, headers: Readonly<Record<string, string>>, minor: string): void {
    const { 'transfer-encoding': transfer, 'content-length': length } = headers;
    this.#isReusable = keepsConnection(status, headers, `1.${minor}`);
    this.#leftBytes = 0;
    this.#state = 'length';
    if (hasNoBody(status)) return;
    if (transfer !== undefined) {
      this.#state = CHUNKED.test(transfer) ? 'chunk-size' : 'until-close';
    } else if (length !== undefined) {
      const [first, ...others] = length.split(',').map((each) => each.trim());
      if (!/^\d{1,15}$/.test(first!) || others.some((other) => other !== first))
        throw notHttp('a Content-Length that is none');
      this.#leftBytes = Number(first);
    } else this.#state = 'until-close';
  }
}

/**
 * With the empty line that ends it; null: that has not come. Some servers end lines with a line feed alone,
 * and whoever reads takes that (RFC 9112, 2.2).
 */
function bytesOfHead(bytes: Buffer): number | null {
  for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, end + 1)) {
    const next = isReturn(bytes, end + 1) ? end + 2 : end + 1;
    if (bytes[next] === LINE_FEED) return next + 1;
  }
  return null;
}

function isReturn(bytes: Buffer, at: number): boolean {
  return bytes[at] === RETURN;
}

const CHUNKED = /(^|,)\s*chunked\s*$/i;

function hasNoBody(status: number): boolean {
  return status === 204 || status === 304;
}

/**
 * Whether another request may follow on the connection of such an answer (RFC 9112, 9.3). `version`: `1.0`,
 * `1.1`.
 */
export function keepsConnection(
  status: number,
  headers: Readonly<Record<string, string>>,
  version: string,
): boolean {
  const { connection = '', 'transfer-encoding': transfer, 'content-length': length } = headers;
  const says = connection.toLowerCase();
  const isMeant = version === '1.0' ? /\bkeep-alive\b/.test(says) : !/\bclose\b/.test(says);
  // A body without an end of its own ends where the connection does.
  const hasEnd = transfer === undefined ? length !== undefined : CHUNKED.test(transfer);
  return isMeant && (hasEnd || hasNoBody(status));
}

const BEGINNING = Buffer.from('HTTP/1.');

/** Found out at once: what is not HTTP may never have the end of a head. */
function maybeHttp(bytes: Buffer): boolean {
  const length = Math.min(bytes.length, BEGINNING.length);
  return bytes.compare(BEGINNING, 0, length, 0, length) === 0;
}

function fieldsOf(lines: readonly string[]): Record<string, string> {
  const fields: Record<string, string> = Object.create(null);
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    if (colon < 1 || !/^[!#$%&'*+.^_`|~\w-]+$/.test(name)) throw notHttp('a header without a name');
    const value = line.slice(colon + 1).trim();
    const before = fields[name];
    fields[name] = before === undefined ? value : `${before}, ${value}`;
  }
  return fields;
}

function notHttp(why: string): Error {
  return Object.assign(new Error(`what answers is not HTTP: ${why}`), { name: 'HTTPParserError' });
}
