// Keeps what people read as sentences (comments of sources, paragraphs of documents) within the formatter's
// width, which the formatter itself leaves as it is. Only paragraphs with a line that is too wide are
// touched, from that line on.

/** The same as `lineWidth` in biome.json. */
export const WIDTH = 110;

/** Neither wrapped nor judged: pictures, columns, addresses, and what a tool reads. */
const AS_IT_STANDS = /\S {2,}\S|[─-╿►◄▲▼]|https?:\/\/\S{40}|^(?:biome-ignore|@ts-|eslint|\/ <reference|<!--)/;
const BEGINS_ITEM = /^(?:[-*+·] |\d+[.)] |@\w)/;
/** These would be read as marks at the start of a line. */
const NEVER_FIRST = /^(?:[-+*>|=]|#+|\d+[.)]|@.*)$/;

interface Paragraph {
  /** What its first line begins with: `  // `, `   * `, `- `. */
  readonly first: string;
  /** What its other lines begin with, the indent of a list's item in it. */
  readonly prefix: string;
  readonly texts: string[];
}

/** The source with its wide comments wrapped. */
export function wrapComments(source: string): string {
  return wrapParagraphs(expandWideComments(source).split('\n'), commentLine).join('\n');
}

/** The document with its wide paragraphs wrapped: no tables, no headings, no blocks of code. */
export function wrapMarkdown(text: string): string {
  let isCode = false;
  return wrapParagraphs(text.split('\n'), (line) => {
    const isFence = /^\s*```/.test(line);
    if (isFence) isCode = !isCode;
    return isFence || isCode ? null : proseLine(line);
  }).join('\n');
}

interface ReadLine {
  readonly prefix: string;
  readonly text: string;
  /** For an item, which begins a paragraph: what the lines after it begin with. null for any other line. */
  readonly rest: string | null;
}

/**
 * `  // text` or `   * text` within a comment of several lines; null for code and for lines without words.
 */
function commentLine(line: string): ReadLine | null {
  const [, prefix, text] = /^(\s*(?:\/\/|\*) )(?! )(.+)$/.exec(line) ?? [];
  if (prefix === undefined || text!.endsWith('*/')) return null;
  const item = BEGINS_ITEM.exec(text!)?.[0];
  const indent = item === undefined || item.startsWith('@') ? '' : ' '.repeat(item.length);
  return { prefix, text: text!, rest: item === undefined ? null : prefix + indent };
}

function proseLine(line: string): ReadLine | null {
  const [, prefix, text] = /^(\s*)(\S.*)$/.exec(line) ?? [];
  if (prefix === undefined || /^(?:#|\||>|<!--|\[[^\]]+\]:)/.test(text!)) return null;
  const item = BEGINS_ITEM.exec(text!)?.[0];
  return { prefix, text: text!, rest: item === undefined ? null : prefix + ' '.repeat(item.length) };
}

/** A wide comment of one line becomes one of three lines, so that it can be wrapped. */
function expandWideComments(source: string): string {
  return source
    .split('\n')
    .flatMap((line) => {
      const [, indent, text] = /^(\s*)\/\*\* (.*) \*\/$/.exec(line) ?? [];
      if (indent === undefined || line.length <= WIDTH) return [line];
      return [`${indent}/**`, `${indent} * ${text}`, `${indent} */`];
    })
    .join('\n');
}

function wrapParagraphs(lines: readonly string[], read: (line: string) => ReadLine | null): string[] {
  const pieces: (string | Paragraph)[] = [];
  for (const line of lines) {
    const its = read(line);
    const last = pieces.at(-1);
    if (its === null || AS_IT_STANDS.test(its.text)) pieces.push(line);
    else if (typeof last === 'object' && its.rest === null && its.prefix === last.prefix)
      last.texts.push(its.text);
    else pieces.push({ first: its.prefix, prefix: its.rest ?? its.prefix, texts: [its.text] });
  }
  return pieces.flatMap((piece) => (typeof piece === 'string' ? [piece] : wrapped(piece)));
}

/** From the first line that is too wide to the end; lines before it stay. */
function wrapped({ first, prefix, texts }: Paragraph): string[] {
  const prefixAt = (i: number) => (i === 0 ? first : prefix);
  const isWide = (text: string, i: number) => prefixAt(i).length + text.length > WIDTH;
  const from = texts.some(isWide) ? lineOutsideCode(texts, texts.findIndex(isWide)) : texts.length;
  const kept = texts.slice(0, from).map((text, i) => prefixAt(i) + text);
  if (from === texts.length) return kept;
  const lines: string[] = [];
  let line = '';
  for (const word of unbreakable(texts.slice(from).join(' '))) {
    const indent = prefixAt(kept.length + lines.length);
    if (line !== '' && indent.length + line.length + 1 + word.length > WIDTH) {
      lines.push(indent + line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...kept, ...lines, prefixAt(kept.length + lines.length) + line];
}

/** This line, or the one before it in which code between backticks begins that goes on here. */
function lineOutsideCode(texts: readonly string[], line: number): number {
  const isInCode = (texts.slice(0, line).join('').split('`').length - 1) % 2 === 1;
  return isInCode ? lineOutsideCode(texts, line - 1) : line;
}

/**
 * Words; code between backticks and a number such as 10 000 are one, and a mark stays with the word before
 * it.
 */
function unbreakable(text: string): string[] {
  const words: string[] = [];
  for (const word of text.match(/(?:`[^`]*`|[^\s`])+|`/g) ?? []) {
    const last = words.at(-1);
    const isNumber = /\d$/.test(last ?? '') && /^\d{3}\b/.test(word);
    if (last !== undefined && (isNumber || NEVER_FIRST.test(word))) words[words.length - 1] += ` ${word}`;
    else words.push(word);
  }
  return words;
}
