// Pieces of Python that snippets are made of, for names and values that may be anything.

import type { TypeSpec } from '../../../../data/schema.ts';
import type { SnippetFile } from '../snippet.ts';

/** How a server in Python makes a body. */
export interface PythonBody {
  /** As pip installs them. */
  readonly packages: readonly string[];
  /** Imports of the standard library, of packages, and of modules beside the server. */
  readonly standard?: readonly string[];
  readonly imports?: readonly string[];
  readonly beside?: readonly string[];
  /** Functions and constants before the server; functions stand between two empty lines. */
  readonly setup: readonly string[];
  /** An expression over DATA. */
  readonly body: string;
  /** Beside the server's own. */
  readonly files?: readonly SnippetFile[];
  /** What must be done once, between installing and starting. */
  readonly commands?: readonly string[];
  readonly notes?: readonly string[];
}

/** A literal, with as few backslashes as can be. What JSON escapes, Python escapes in the same way. */
export function pythonText(text: string): string {
  const literal = JSON.stringify(text);
  return /'|\\[^"n]/.test(literal) || !text.includes('"')
    ? literal
    : `'${literal.slice(1, -1).replaceAll('\\"', '"')}'`;
}

export function access(dict: string, key: string): string {
  return `${dict}[${pythonText(key)}]`;
}

/** A function of one value, with the empty lines after it. */
export function definition(name: string, parameter: string, type: string, returned: string): string {
  return `def ${name}(${parameter}: ${type}) -> dict:\n    return ${returned}\n\n`;
}

/** A dict, an entry a line where there are several. */
export function dict(entries: readonly string[]): string {
  if (entries.length <= 1) return `{${entries.join('')}}`;
  return ['{', ...entries.map((each) => `        ${each},`), '    }'].join('\n');
}

/** Whether a value that json has read is of that kind. */
export function kindTest(type: TypeSpec, value: string): string {
  switch (type.kind) {
    case 'null':
    case 'never':
      return `${value} is None`;
    case 'array':
      return `isinstance(${value}, list)`;
    case 'integer':
    case 'double':
      // To Python a bool is a whole number too.
      return `isinstance(${value}, (int, float)) and not isinstance(${value}, bool)`;
    case 'boolean':
      return `isinstance(${value}, bool)`;
    case 'string':
      return `isinstance(${value}, str)`;
    default:
      return `isinstance(${value}, dict)`;
  }
}

/** What becomes of each item of a list, where `made` is that of `each`. */
export function mapped(list: string, made: string): string {
  return made === 'each' ? list : `[${made} for each in ${list}]`;
}

/** The same for the values of a dict whose keys are data. */
export function mappedValues(values: string, made: string): string {
  return made === 'each' ? values : `{key: ${made} for key, each in ${values}.items()}`;
}

/** Names of functions by what they are for: `to_order_line` of OrderLine, and no two the same. */
export function functionNames(prefix: string): (of: string) => string {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  return (of) => {
    const before = names.get(of);
    if (before !== undefined) return before;
    const wish = `${prefix}_${snakeCase(of)}`;
    let name = wish;
    for (let count = 2; taken.has(name); count++) name = `${wish}_${count}`;
    taken.add(name);
    names.set(of, name);
    return name;
  };
}

function snakeCase(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/\W+/g, '_')
    .toLowerCase();
}
