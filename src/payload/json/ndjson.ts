// NDJSON (JSON lines): one text a line, blank lines skipped. It is read chunk by chunk, so that a file may be
// larger than memory.

import { isUtf8 } from 'node:buffer';
import type { DataValue } from '../../data/schema.ts';
import { invalidUtf8At } from '../encoding.ts';
import type { Findings } from '../findings.ts';
import { CARRIAGE_RETURN, LINE_FEED, SPACE, TAB } from './bytes.ts';
import { type JsonNumbers, JsonReader } from './read-json.ts';

export class NdjsonReader {
  readonly #findings: Findings;
  readonly #json: JsonReader;
  readonly #each: (value: DataValue) => void;
  /** The chunks of a line that has not ended yet. */
  #begun: Uint8Array[] = [];
  #line = 1;

  constructor(findings: Findings, each: (value: DataValue) => void, numbers: JsonNumbers = {}) {
    this.#findings = findings;
    this.#json = new JsonReader(findings, numbers);
    this.#each = each;
  }

  /** Takes the next piece of the file, without byte order mark. */
  push(chunk: Uint8Array): void {
    const lastFeed = chunk.lastIndexOf(LINE_FEED);
    if (lastFeed === -1) {
      this.#begun.push(chunk);
      return;
    }
    this.#lines(this.#withBegun(chunk.subarray(0, lastFeed + 1)));
    if (lastFeed + 1 < chunk.length) this.#begun = [chunk.subarray(lastFeed + 1)];
  }

  end(): void {
    this.#lines(this.#withBegun(new Uint8Array(0)));
    this.#json.tellRemarks();
  }

  #withBegun(rest: Uint8Array): Uint8Array {
    if (this.#begun.length === 0) return rest;
    const whole = Buffer.concat([...this.#begun, rest]);
    this.#begun = [];
    return whole;
  }

  /** Whole lines; the last one may lack its line feed. */
  #lines(bytes: Uint8Array): void {
    if (!isUtf8(bytes)) {
      this.#findings.problem(() => invalidUtf8At(bytes, this.#line));
      this.#findings.throwIfProblems();
    }
    for (let start = 0; start < bytes.length; ) {
      const feed = bytes.indexOf(LINE_FEED, start);
      const end = feed === -1 ? bytes.length : feed;
      if (!isBlank(bytes, start, end)) this.#oneLine(bytes.subarray(start, end));
      this.#line += 1;
      start = end + 1;
    }
  }

  #oneLine(bytes: Uint8Array): void {
    const read = this.#json.read(bytes, { firstLine: this.#line });
    if (read !== null) this.#each(read.value);
  }
}

function isBlank(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    const byte = bytes[i]!;
    if (byte !== SPACE && byte !== TAB && byte !== CARRIAGE_RETURN) return false;
  }
  return true;
}
