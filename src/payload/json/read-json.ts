// JSON texts, checked and parsed: a whole document, or one text after the other (NDJSON) with the same
// findings.

import { plural } from '../../base/figures/plurals.ts';
import type { DataRecord, DataValue } from '../../data/schema.ts';
import type { Findings } from '../findings.ts';
import { setOwn } from '../own-property.ts';
import { excerptAt, positionAt, quoted, sayPlace } from '../source-text.ts';
import type { JsonProblem, RoundedNumber } from './problem.ts';
import { JsonScanner, MOST_DEPTH } from './scan.ts';

export class JsonReader {
  readonly #scanner: JsonScanner;
  readonly #findings: Findings;
  readonly #utf8 = new TextDecoder();
  /** Where the first number of each kind stands: `at users[0].id (line 3, column 7)`. */
  readonly #places = new Map<RoundedNumber, string>();

  constructor(findings: Findings, numbers: JsonNumbers = {}) {
    this.#findings = findings;
    this.#scanner = new JsonScanner(numbers);
  }

  /**
   * The text from `start` to `end`, valid UTF-8; null if it has problems, which go to the findings.
   * `firstLine` is the number of the line on which `bytes` begin. `otherwise` is added to a syntax error and
   * says what else the text might be.
   */
  read(
    bytes: Uint8Array,
    { start = 0, end = bytes.length, firstLine = 1, otherwise = '' } = {},
  ): { readonly value: DataValue } | null {
    const { remarks } = this.#scanner;
    const zerosBefore = remarks.negativeZeros;
    let isGood = true;
    this.#scanner.scan(bytes, start, end, (problem) => {
      isGood = false;
      this.#findings.problem(() => {
        const place = positionAt(bytes, problem.offset, firstLine);
        const hint = problem.kind === 'syntax' ? otherwise : '';
        const what = `${sayJsonProblem(problem, (offset) => sayPlace(positionAt(bytes, offset, firstLine)))}${hint}`;
        return { path: sayPlace(place), what: what + excerptAt(bytes, problem.offset, place) };
      });
    });
    this.#placeFirsts(bytes, firstLine);
    // Once there are problems, nobody needs the values.
    if (!isGood || this.#findings.hasProblems) return null;
    const value = JSON.parse(this.#utf8.decode(bytes.subarray(start, end))) as DataValue;
    return { value: remarks.negativeZeros > zerosBefore ? withoutNegativeZero(value) : value };
  }

  /** To be called once, after the last text. */
  tellRemarks(): void {
    const { negativeZeros, loneSurrogates, roundedWhole, rounded } = this.#scanner.remarks;
    if (negativeZeros > 0)
      this.#findings.note(
        `${count(negativeZeros, 'number is', 'numbers are')} −0 and read as 0, which JSON writers send`,
      );
    if (roundedWhole.first !== null)
      this.#findings.note(
        `${count(roundedWhole.count, 'whole number is', 'whole numbers are')} beyond 2^53 and read as the nearest double, as browsers do: ${this.#sayFirst(roundedWhole.first)}; as texts they would keep every digit`,
      );
    if (rounded.first !== null)
      this.#findings.note(
        `${count(rounded.count, 'number has', 'numbers have')} more digits than a double keeps and read as the nearest: ${this.#sayFirst(rounded.first)}`,
      );
    if (loneSurrogates > 0)
      this.#findings.note(
        `${count(loneSurrogates, 'string has', 'strings have')} half of a surrogate pair, which formats that write UTF-8 refuse`,
      );
  }

  /** Keeps the places of numbers that are the first of their kind, while their text is at hand. */
  #placeFirsts(bytes: Uint8Array, firstLine: number): void {
    const { roundedWhole, rounded } = this.#scanner.remarks;
    for (const { first } of [roundedWhole, rounded]) {
      if (first === null || this.#places.has(first)) continue;
      const place = sayPlace(positionAt(bytes, first.offset, firstLine));
      this.#places.set(first, first.path === '' ? place : `${first.path} (${place})`);
    }
  }

  /** `505874924095815681 as 505874924095815680 at users[0].id (line 3, column 7)` */
  #sayFirst(first: RoundedNumber): string {
    return `${shortened(first.text)} as ${shortened(first.readAs)} at ${this.#places.get(first)}`;
  }
}

/** `exact`: whole numbers that a double would change are refused instead of rounded. */
export interface JsonNumbers {
  readonly exact?: boolean;
}

/** `1 number is`, `12 numbers are`. */
export function count(n: number, one: string, several: string): string {
  return `${n} ${plural(n, one, several)}`;
}

function sayJsonProblem(problem: JsonProblem, sayOffset: (offset: number) => string): string {
  switch (problem.kind) {
    case 'syntax':
      return problem.ended ? `the JSON is cut short: ${problem.what}` : `not JSON: ${problem.what}`;
    case 'number':
      return `${at(problem.path)}${shortened(problem.text)} ${problem.why}`;
    case 'duplicate':
      return `${at(problem.path)}the key ${quoted(problem.key)} is there already, on ${sayOffset(problem.firstOffset)}`;
    case 'depth':
      return `the data are nested deeper than ${MOST_DEPTH}`;
  }
}

function at(path: string): string {
  return path === '' ? '' : `at ${path}: `;
}

function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}

/** Changes the value in place. It is nested at most MOST_DEPTH deep. */
function withoutNegativeZero(value: DataValue): DataValue {
  if (Object.is(value, -0)) return 0;
  if (typeof value !== 'object' || value === null) return value;
  const members = value as DataRecord;
  for (const key of Object.keys(members)) {
    const member = members[key]!;
    const read = withoutNegativeZero(member);
    // Only numbers ever change, so that a property named __proto__, which assignment would lose, is touched
    // for them only.
    if (!Object.is(read, member)) setOwn(members, key, read);
  }
  return value;
}
