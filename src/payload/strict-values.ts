// Finds types for sources that have text only (CSV, XML), for each place from all values there. A column has
// numbers only if every value is written exactly as JavaScript writes that number, so that reading loses
// nothing.

import type { DataValue } from '../data/schema.ts';

export type TextType = 'text' | 'number' | 'boolean';

/** What all texts at one place allow. */
export class TextColumn {
  #numbers = true;
  #booleans = true;
  #count = 0;
  emptyCount = 0;
  /** The first text that looks like a number but is none as JavaScript writes it: `007`. */
  #almostNumber: string | null = null;
  /** Whether all texts look like numbers. */
  #looksNumeric = true;

  add(text: string): void {
    if (text === '') {
      this.emptyCount += 1;
      return;
    }
    this.#count += 1;
    if (this.#booleans && text !== 'true' && text !== 'false') this.#booleans = false;
    if (!this.#looksNumeric) return;
    if (!NUMERIC.test(text)) {
      this.#looksNumeric = false;
      this.#numbers = false;
    } else if (!isExactNumber(text)) {
      this.#numbers = false;
      this.#almostNumber ??= text;
    }
  }

  get type(): TextType {
    if (this.#count === 0) return 'text';
    return this.#numbers ? 'number' : this.#booleans ? 'boolean' : 'text';
  }

  /** If a column of numbers is read as text, the text that is the reason; else null. */
  get almostNumber(): string | null {
    return this.#looksNumeric && this.#count > 0 ? this.#almostNumber : null;
  }
}

/** An empty text is null in a column of numbers or booleans. */
export function readAs(type: TextType, text: string): DataValue {
  if (type === 'text') return text;
  if (text === '') return null;
  return type === 'number' ? Number(text) : text === 'true';
}

const NUMERIC = /^[-+]?[\d.,]*\d[\d.,]*([eE][-+]?\d+)?$/;

function isExactNumber(text: string): boolean {
  const value = Number(text);
  if (String(value) !== text) return false;
  return Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value);
}
