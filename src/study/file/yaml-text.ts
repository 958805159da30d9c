// The text of a study file → plain values, with the line of every path. Knows YAML and nothing of studies.

import { type Document, isMap, isScalar, isSeq, LineCounter, type ParsedNode, parseDocument } from 'yaml';
import { messageOf, type Problem, UserError } from '../../base/errors.ts';
import type { Path } from './problem-list.ts';
import { firstTrouble, type Mistake, repeatedKeys } from './yaml-troubles.ts';

export interface YamlText {
  readonly value: unknown;
  /** What is wrong with the text as YAML, where it is plain what was meant. */
  readonly problems: readonly Problem[];
  /** Line, from 1, of the deepest part of the path that stands in the file. */
  lineOf(path: Path): number | null;
}

/** Mistakes of syntax told at once: each is mended before the next is looked for. */
const MOST_TROUBLES = 20;
/** Stops documents that grow without bound by naming anchors again and again. */
const MOST_ALIASES = 100;

/**
 * Throws a UserError where the text is not one YAML document and it is not plain what was meant. Where it is,
 * the text is read as it was meant, and what is wrong with it is in `problems`.
 */
export function readYaml(text: string, fileName: string): YamlText {
  const problems: Problem[] = [];
  let meant = text;
  while (true) {
    const lines = new LineCounter();
    const document = parseDocument(meant, { lineCounter: lines, prettyErrors: false, uniqueKeys: false });
    const trouble = firstTrouble(meant, document);
    const tell = ({ offset, what }: Mistake) => {
      const { line, col } = lines.linePos(offset);
      problems.push({ file: `${fileName}:${line}:${col}`, path: '', what });
    };
    if (trouble === null) {
      for (const repeated of repeatedKeys(document, (offset) => lines.linePos(offset).line)) tell(repeated);
      return { ...readValue(document, lines, fileName), problems };
    }
    tell(trouble);
    if (trouble.mended === null || problems.length === MOST_TROUBLES) throw new UserError(problems);
    meant = trouble.mended;
  }
}

function readValue(
  document: Document.Parsed,
  lines: LineCounter,
  fileName: string,
): Omit<YamlText, 'problems'> {
  const lineAtPath = (path: Path) => {
    const offset = offsetAtPath(document.contents, path);
    return offset === null ? null : lines.linePos(offset).line;
  };
  try {
    return { value: document.toJS({ maxAliasCount: MOST_ALIASES }), lineOf: lineAtPath };
  } catch (thrown) {
    const isTooMuch = messageOf(thrown).startsWith('Excessive alias count');
    const what = isTooMuch
      ? `repeats by * what is marked & more than ${MOST_ALIASES} times; write it out`
      : `is not usable YAML: ${messageOf(thrown)}`;
    throw new UserError([{ file: fileName, path: '', what }]);
  }
}

/** Where the path starts in the text: at its key, or as far along the path as the file goes. */
function offsetAtPath(root: ParsedNode | null, path: Path): number | null {
  let node: unknown = root;
  let offset = root?.range[0] ?? null;
  for (const step of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value ?? '') === step);
      if (pair === undefined) break;
      if (isScalar(pair.key) && pair.key.range) offset = pair.key.range[0];
      node = pair.value;
    } else if (isSeq(node)) {
      node = node.items[Number(step)];
      const range = (node as ParsedNode | undefined)?.range;
      if (range) offset = range[0];
    } else break;
  }
  return offset;
}
