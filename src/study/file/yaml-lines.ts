// The text of a YAML document, looked at line by line: what messages about its mistakes show of it.

import { quoted } from '../../base/spelling.ts';

/** `key: `, or an item of a list of such, up to its value. */
const KEY_BEFORE = /^\s*(?:- +)*(?:[\w.-]+|"[^"]*"|'[^']*'): +$/;

export class YamlLines {
  readonly whole: string;

  constructor(whole: string) {
    this.whole = whole;
  }

  lineAt(offset: number): number {
    return this.whole.slice(0, offset).split('\n').length;
  }

  /** From 1. */
  line(number: number): string {
    return this.whole.split('\n')[number - 1] ?? '';
  }

  startOf(line: number): number {
    const before = this.whole.split('\n').slice(0, line - 1);
    return before.reduce((sum, each) => sum + each.length + 1, 0);
  }

  /** What stands left of this place in its line. */
  leftOf(offset: number): string {
    return this.whole.slice(this.whole.lastIndexOf('\n', offset - 1) + 1, offset);
  }

  /** From this place to the end of its line, without a comment. */
  rightOf(offset: number): string {
    const end = this.whole.indexOf('\n', offset);
    const rest = this.whole.slice(offset, end < 0 ? undefined : end);
    return rest.replace(/(^|\s)#.*$/, '').trimEnd();
  }

  with(offset: number, length: number, instead: string): string {
    return this.whole.slice(0, offset) + instead + this.whole.slice(offset + length);
  }

  /** Is this the start of a value that goes on to the end of its line? */
  isValueAt(offset: number): boolean {
    return KEY_BEFORE.test(this.leftOf(offset));
  }

  /** The word, or the quoted text, that starts at this place; else whatever does. */
  wordAt(offset: number): string {
    const right = this.rightOf(offset);
    return /^(?:"[^"]*"|'[^']*'|[^\s,:[\]{}]+)/.exec(right)?.[0] ?? quoted(right);
  }
}

/** In double quotes, without the curly ones that somebody put around it. */
export function inQuotes(value: string): string {
  return JSON.stringify(value.replace(/^[“”„](.*)[“”]$/, '$1'));
}
