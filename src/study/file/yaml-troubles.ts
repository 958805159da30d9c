// What is wrong with the text of a study file as YAML, in plain words with what to do. Only the first mistake
// is told, since later ones are mostly echoes of it; where it is plain what was meant, the text is mended and
// read again.

import { type Alias, type Document, isAlias, isScalar, visit, type YAMLError } from 'yaml';
import { plural } from '../../base/figures/plurals.ts';
import { quoted } from '../../base/spelling.ts';
import { bracketTrouble, quotedTextBefore } from './yaml-brackets.ts';
import { inQuotes, YamlLines } from './yaml-lines.ts';

export interface Mistake {
  /** In the text, from 0. */
  readonly offset: number;
  /** As a sentence without a full stop. */
  readonly what: string;
}

export interface YamlTrouble extends Mistake {
  /** The text with this mended and every line in its place; null where nobody knows what was meant. */
  readonly mended: string | null;
}

/** Spaces that look like plain ones, as web pages and word processors put them. */
const ODD_SPACE = /^ *([\u00a0\u2000-\u200b\u3000]+)/gmu;

/** The first thing wrong; null where nothing is. */
export function firstTrouble(whole: string, document: Document.Parsed): YamlTrouble | null {
  const text = new YamlLines(whole);
  const odd = [...whole.matchAll(ODD_SPACE)];
  const errors = [...document.errors, ...document.warnings];
  const tabs = errors.filter(({ code }) => code === 'TAB_AS_INDENT');
  if (tabs.length > 0) return tabTrouble(tabs, text);
  if (odd.length > 0 && !isInsideText(document, odd[0]!.index)) return oddSpaceTrouble(odd[0]!, text);
  const [first] = errors.toSorted((a, b) => a.pos[0] - b.pos[0]);
  if (first !== undefined) return describeTrouble(first, text);
  return unresolvedAlias(document, text) ?? listAsKey(document);
}

function describeTrouble(error: YAMLError, text: YamlLines): YamlTrouble {
  const [offset] = error.pos;
  const { code, message } = error;
  if (/^Flow |^Missing closing|flow-(map|seq)-end/.test(message)) {
    const bracket = bracketTrouble(text);
    if (bracket !== null) return { ...bracket, mended: null };
  }
  switch (code) {
    case 'MULTIPLE_DOCS':
      return { offset, what: 'a second document starts here; a study is one YAML document', mended: null };
    case 'RESOURCE_EXHAUSTION':
      return { offset, what: 'nested too deeply', mended: null };
    case 'BAD_SCALAR_START':
      return needsQuotes(offset, text);
    case 'TAG_RESOLVE_FAILED':
      return unknownTag(offset, text);
    case 'BAD_DQ_ESCAPE':
      return badEscape(offset, text);
    case 'BLOCK_AS_IMPLICIT_KEY':
      return keyWithinValue(offset, text);
    case 'MULTILINE_IMPLICIT_KEY':
      return withoutColon(offset, text);
    case 'BLOCK_IN_FLOW':
      return colonInBrackets(offset, text);
    case 'BAD_INDENT':
      return wrongColumn(offset, text);
    case 'BAD_DIRECTIVE':
      return {
        offset,
        what: `%YAML ${text.wordAt(offset)} is no version of YAML that is read here: leave the line out`,
        mended: null,
      };
    case 'MISSING_CHAR':
      if (message.includes('map values')) return withoutColon(offset, text);
      if (message.includes('Missing ,')) return missingComma(offset, text);
      break;
    case 'UNEXPECTED_TOKEN':
      return unexpected(offset, message, text) ?? plainly(error);
  }
  return plainly(error);
}

/** What nobody has met yet is told in the words of the library. */
function plainly({ pos, message }: YAMLError): YamlTrouble {
  return { offset: pos[0], what: `is not YAML: ${message}`, mended: null };
}

function tabTrouble(tabs: readonly YAMLError[], text: YamlLines): YamlTrouble {
  const lines = [...new Set(tabs.map(({ pos }) => text.lineAt(pos[0])))].sort((a, b) => a - b);
  const [first, ...others] = lines;
  const also = others.length === 0 ? '' : `, as ${plural(others.length, 'line')} ${sayLines(others)} are`;
  return {
    offset: text.startOf(first!),
    what: `is indented with a tab${also.replace(/(line \d+) are$/, '$1 is')}; YAML takes spaces alone`,
    mended: null,
  };
}

/** The first few, and how many more. */
function sayLines(lines: readonly number[]): string {
  const most = 5;
  if (lines.length <= most) return lines.join(', ');
  return `${lines.slice(0, most).join(', ')} and ${lines.length - most} more`;
}

function oddSpaceTrouble(match: RegExpExecArray, text: YamlLines): YamlTrouble {
  const what =
    'is indented with spaces that are no plain ones, as web pages and word processors have them: type them anew';
  const mended = text.whole.replace(ODD_SPACE, (all) => ' '.repeat(all.length));
  return { offset: match.index, what, mended };
}

/** Is this place within a text of several lines, where any space may be? */
function isInsideText(document: Document.Parsed, offset: number): boolean {
  let inside = false;
  visit(document, {
    Scalar: (_, { range, type }) => {
      if (range && range[0] < offset && offset < range[1] && type !== 'PLAIN') inside = true;
    },
  });
  return inside;
}

/** `title: @mine` */
function needsQuotes(offset: number, text: YamlLines): YamlTrouble {
  const value = text.rightOf(offset);
  const isWhole = text.isValueAt(offset);
  const example = isWhole ? `: ${inQuotes(value)}` : '';
  return {
    offset,
    what: `a text that starts with ${value[0]} needs quotes${example}`,
    mended: isWhole ? text.with(offset, value.length, inQuotes(value)) : null,
  };
}

function unknownTag(offset: number, text: YamlLines): YamlTrouble {
  const [tag] = /^\S*/.exec(text.rightOf(offset))!;
  const what = `${quoted(tag)} is a tag of YAML that means nothing here: leave it out, or put a text that starts with ! in quotes`;
  const value = text.rightOf(offset);
  const isText = text.isValueAt(offset) && !tag.startsWith('!!');
  const mended = isText
    ? text.with(offset, value.length, inQuotes(value))
    : text.with(offset, tag.length, ' '.repeat(tag.length));
  return { offset, what, mended };
}

/** `"C:\mine"` */
function badEscape(offset: number, text: YamlLines): YamlTrouble {
  const sequence = text.whole.slice(offset, offset + 2);
  const what = `${sequence} means nothing between double quotes: write \\\\ for a backslash, or take single quotes`;
  return { offset, what, mended: text.with(offset, 1, '\\\\') };
}

/** A key where a value is, in the same line (`title: Mine: the first`) or in the next. */
function keyWithinValue(offset: number, text: YamlLines): YamlTrouble {
  const value = text.rightOf(offset);
  if (/^\s*(\n|$)/.test(value) || /^\s*- /.test(value)) return strayItem(offset, text);
  if (/^[?|>-](\s|$)/.test(value)) return needsQuotes(offset, text);
  if (/:(\s|$)/.test(value)) {
    const isWhole = text.isValueAt(offset);
    const what = `a text with a colon in it needs quotes: ${inQuotes(value)}`;
    return { offset, what, mended: isWhole ? text.with(offset, value.length, inQuotes(value)) : null };
  }
  const line = text.lineAt(offset);
  const what = `is indented deeper than line ${line}, which has its value already: start both in the same column, or put a text of several lines in quotes`;
  return { offset: text.startOf(line + 1), what, mended: null };
}

/** An item of a list beneath a key that has its value already. */
function strayItem(offset: number, text: YamlLines): YamlTrouble {
  const at = offset + /^\s*/.exec(text.whole.slice(offset))![0].length;
  const what = `${quoted(text.rightOf(at))} is an item of a list, and the line above has a value already: give every item a line of its own, or put them all between [ and ]`;
  return { offset: at, what, mended: null };
}

/** `n:1`, or no colon at all. */
function withoutColon(offset: number, text: YamlLines): YamlTrouble {
  const value = text.rightOf(offset);
  if (value.startsWith('- ')) return strayItem(offset, text);
  const [, key, rest] = /^([\w.-]+):(\S.*)$/.exec(value) ?? [];
  if (key !== undefined) {
    const mended = text.with(offset + key.length, 1, ': ');
    return { offset, what: `a space is missing after the colon: ${key}: ${rest}`, mended };
  }
  const indent = text.leftOf(offset).length;
  const below = text.line(text.lineAt(offset) + 1);
  if (/^[\w.-]+$/.test(value) && /^ */.exec(below)![0].length > indent) {
    const mended = text.with(offset + value.length, 0, ':');
    return { offset, what: `a colon is missing after ${value}`, mended };
  }
  return {
    offset,
    what: `${quoted(value)} has no colon: it is neither a key with its value nor a part of the text above`,
    mended: null,
  };
}

/** `{n: 1 format: json}`, `{title: Formats: all}` */
function colonInBrackets(offset: number, text: YamlLines): YamlTrouble {
  const [entry] = /^[^,\]}]*/.exec(text.rightOf(offset))!;
  const what = `${quoted(entry)} is one value with a colon in it: a comma is missing, or quotes around a text with a colon`;
  return { offset, what, mended: null };
}

function missingComma(offset: number, text: YamlLines): YamlTrouble {
  return { offset, what: `a comma is missing before ${text.wordAt(offset)}`, mended: null };
}

function wrongColumn(offset: number, text: YamlLines): YamlTrouble {
  const line = text.lineAt(offset);
  const content = text.line(line);
  const column = content.length - content.trimStart().length + 1;
  const at = text.startOf(line) + column - 1;
  if (!/:(\s|$)|^\s*-(\s|$)/.test(content)) {
    const what = `${quoted(content.trim())} is neither an item of a list (- …) nor a key with its value (…: …)`;
    return { offset: at, what, mended: null };
  }
  const what = `starts in column ${column}, where no entry above starts: give all entries of a group the same column`;
  return { offset: at, what, mended: null };
}

function unexpected(offset: number, message: string, text: YamlLines): YamlTrouble | null {
  if (message.startsWith('Unexpected block-seq-ind')) return needsQuotes(offset, text);
  if (message.startsWith('Not a YAML token')) {
    const [, before = ''] = /([|>][+\d-]*\s+)$/.exec(text.leftOf(offset)) ?? [];
    return needsQuotes(offset - before.length, text);
  }
  if (message.startsWith('Unexpected ,')) {
    return {
      offset,
      what: 'nothing stands before this comma: take it away, or name what is missing',
      mended: null,
    };
  }
  const former = quotedTextBefore(text, offset);
  if (/node end$/.test(message) && former !== null)
    return afterQuote(former.offset, former.source, offset, text);
  if (/scalar at node end$|quoted-scalar token$/.test(message)) return missingComma(offset, text);
  return null;
}

/** `'What's mine'`, or a quote that was closed by the next one only. */
function afterQuote(opened: number, source: string, offset: number, text: YamlLines): YamlTrouble {
  const quote = source[0]!;
  if (source.includes('\n')) {
    const what = `the quote ${quote} that opens here is closed only in line ${text.lineAt(offset)}: close it in its own line`;
    return { offset: opened, what, mended: null };
  }
  const inside =
    quote === "'"
      ? "an apostrophe within single quotes is written ''"
      : 'a quote within double quotes is written \\"';
  const what = `${quoted(text.rightOf(offset))} stands after the closing ${quote}: put all of the text between the quotes (${inside})`;
  return { offset, what, mended: null };
}

function unresolvedAlias(document: Document.Parsed, text: YamlLines): YamlTrouble | null {
  let unresolved: Alias | null = null;
  visit(document, {
    Alias: (_, node) => {
      if (unresolved === null && node.resolve(document) === undefined) unresolved = node;
    },
  });
  if (unresolved === null) return null;
  const { source, range } = unresolved as Alias;
  const offset = range![0];
  const isWhole = text.isValueAt(offset);
  const value = text.rightOf(offset);
  const what = `*${source} stands for what is marked &${source}, and nothing above is; put a text that starts with * in quotes`;
  return { offset, what, mended: isWhole ? text.with(offset, value.length, inQuotes(value)) : null };
}

/** `{{ title }}`: a key that is a list or a group. */
function listAsKey(document: Document.Parsed): YamlTrouble | null {
  let offset: number | null = null;
  visit(document, {
    Pair: (_, { key }) => {
      if (offset !== null || key === null || isScalar(key) || isAlias(key)) return;
      offset = (key as { range?: [number, number, number] | null }).range?.[0] ?? 0;
    },
  });
  if (offset === null) return null;
  const what = 'a bracket opens where a key is wanted; put a text that starts with a bracket in quotes';
  return { offset, what, mended: null };
}

/** Every key that its group has already. */
export function repeatedKeys(document: Document.Parsed, lineAt: (offset: number) => number): Mistake[] {
  const mistakes: Mistake[] = [];
  visit(document, {
    Map: (_, { items }) => {
      const lines = new Map<unknown, number>();
      for (const { key } of items) {
        if (!isScalar(key) || !key.range) continue;
        const [offset] = key.range;
        const former = lines.get(key.value);
        if (former === undefined) lines.set(key.value, lineAt(offset));
        else mistakes.push({ offset, what: `the key ${key.value} is there twice: first in line ${former}` });
      }
    },
  });
  return mistakes;
}
