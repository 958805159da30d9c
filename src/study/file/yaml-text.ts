// The text of a study file → plain values, with the line of every path. Knows YAML and nothing of studies.

import { isMap, isScalar, isSeq, LineCounter, type ParsedNode, parseDocument, type YAMLError } from 'yaml';
import { messageOf, type Problem, UserError } from '../../base/errors.ts';
import type { Path } from './problem-list.ts';

export interface YamlText {
  readonly value: unknown;
  /** Line, from 1, of the deepest part of the path that stands in the file. */
  lineOf(path: Path): number | null;
}

/** Syntax errors told at once; later ones are mostly echoes of the first. */
const MOST_SYNTAX_ERRORS = 5;
/** Stops documents that grow without bound by naming anchors again and again. */
const MOST_ALIASES = 100;

/** Throws a UserError where the text is not one YAML document. */
export function readYaml(text: string, fileName: string): YamlText {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const troubles = [...document.errors, ...document.warnings].slice(0, MOST_SYNTAX_ERRORS);
  if (troubles.length > 0) {
    throw new UserError(troubles.map((trouble) => syntaxProblem(trouble, fileName, lines)));
  }
  const lineOf = (path: Path) => {
    const offset = offsetOf(document.contents, path);
    return offset === null ? null : lines.linePos(offset).line;
  };
  try {
    return { value: document.toJS({ maxAliasCount: MOST_ALIASES }), lineOf };
  } catch (thrown) {
    throw new UserError([{ file: fileName, path: '', what: `is not usable YAML: ${messageOf(thrown)}` }]);
  }
}

function syntaxProblem(trouble: YAMLError, fileName: string, lines: LineCounter): Problem {
  const file = `${fileName}:${lines.linePos(trouble.pos[0]).line}`;
  return { file, path: '', what: sayTrouble(trouble) };
}

function sayTrouble({ code, message }: YAMLError): string {
  if (code === 'MULTIPLE_DOCS') return 'a second document starts here; a study is one YAML document';
  if (code === 'DUPLICATE_KEY') return 'the same key twice';
  if (code === 'RESOURCE_EXHAUSTION') return 'nested too deeply';
  return `is not YAML: ${message}`;
}

/** Where the path starts in the text: at its key, or as far along the path as the file goes. */
function offsetOf(root: ParsedNode | null, path: Path): number | null {
  let node: unknown = root;
  let offset = root?.range[0] ?? null;
  for (const step of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === step);
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
