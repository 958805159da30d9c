// What the strings seen at one place have in common.

import { STRING_FORMATS, type StringFormat, type StringType } from '../schema.ts';

/** More different values than this are no enumeration. */
const MOST_ENUM_VALUES = 32;
const LONGEST_ENUM_VALUE = 64;
/**
 * Each value must have come this often on average: ten countries among twelve records are data, not a type.
 */
const ENUM_REPEATS = 10;

const LOOKS: Readonly<Record<StringFormat, RegExp>> = {
  'date-time':
    /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/,
  date: /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/,
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  uri: /^https?:\/\/[^\s]+$/,
  base64: /^([A-Za-z0-9+/]{4}){3,}([A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{2}==)$/,
};

export class StringShape {
  #count = 0;
  /** null if there are too many values for an enumeration. */
  #distinct: Set<string> | null = new Set();
  #formats: readonly StringFormat[] = STRING_FORMATS;
  /** Whether one value had a character that words do not have; without it, base64 is only a guess. */
  #surelyBase64 = false;

  add(value: string): void {
    this.#count += 1;
    if (this.#distinct !== null) this.#addDistinct(value);
    if (this.#formats.length > 0) this.#formats = this.#formats.filter((format) => LOOKS[format].test(value));
    if (!this.#surelyBase64 && this.#formats.includes('base64')) this.#surelyBase64 = /[+/=]/.test(value);
  }

  merge(other: StringShape): void {
    this.#count += other.#count;
    if (other.#distinct === null) this.#distinct = null;
    else for (const value of other.#distinct) this.#addDistinct(value);
    this.#formats = this.#formats.filter((format) => other.#formats.includes(format));
    this.#surelyBase64 ||= other.#surelyBase64;
  }

  type(): StringType {
    const distinct = this.#distinct;
    if (distinct !== null && distinct.size * ENUM_REPEATS <= this.#count) {
      return { kind: 'string', enum: [...distinct] };
    }
    const format = this.#formats[0];
    if (format === undefined || (format === 'base64' && !this.#surelyBase64)) return { kind: 'string' };
    return { kind: 'string', format };
  }

  #addDistinct(value: string): void {
    if (this.#distinct === null) return;
    this.#distinct.add(value);
    const tooMany = this.#distinct.size > MOST_ENUM_VALUES;
    if (tooMany || value.length > LONGEST_ENUM_VALUE || !value.isWellFormed()) this.#distinct = null;
  }
}
