// Reads the sources of src/ and checks them against the import table and the rule for process files.

import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface Source {
  /** Relative to the root, `src/run/sessions/session.ts`. */
  readonly file: string;
  readonly text: string;
}

export function readSources(root: string): Source[] {
  return globSync('src/**/*.{ts,tsx}', { cwd: root })
    .sort()
    .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }));
}

/** `src/run/sessions/session.ts` → `run`; null for files that stand in src/ itself. */
export function roomName(file: string): string | null {
  const parts = file.split('/');
  return parts.length > 2 ? parts[1]! : null;
}

/** Everything a source names in `from '…'`, `import '…'` or `import('…')`. */
export function findImports(text: string): string[] {
  const matches = text.matchAll(/\b(?:from|import)\s*\(?\s*(['"])([^'"\n]+)\1/g);
  return [...withoutComments(text, matches)];
}

function* withoutComments(text: string, found: Iterable<RegExpMatchArray>): Generator<string> {
  const code = blankComments(text);
  for (const match of found) if (code[match.index!] === text[match.index!]) yield match[2]!;
}

/** Comments become blanks of the same length; strings stay, so that `//` in a URL is not taken for one. */
export function blankComments(text: string): string {
  const pieces = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g;
  return text.replace(pieces, (piece) => (piece.startsWith('/') ? piece.replace(/[^\n]/g, ' ') : piece));
}

/** Strings become blanks too: what is left is code. Templates stay, since they may hold some. */
export function stripComments(text: string): string {
  return blankComments(text).replace(/'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g, (string) =>
    ' '.repeat(string.length),
  );
}

/**
 * Finds what breaks the table: imports that it does not allow, and rows and names in it that nothing uses.
 * Unit tests may import from every room and from test/support; shipped code may not import code that is only
 * there for tests.
 */
export function tableProblems(
  sources: readonly Source[],
  table: Readonly<Record<string, readonly string[]>>,
  where: string,
): string[] {
  const problems: string[] = [];
  const used = new Set<string>();
  for (const { file, text } of sources) {
    const room = roomName(file);
    if (room === null || file.endsWith('.test.ts')) continue;
    if (table[room] === undefined) problems.push(`${file}: the room ${room} has no row in ${where}`);
    for (const imported of findImports(text).filter((name) => name.startsWith('.'))) {
      const to = path.posix.join(path.posix.dirname(file), imported);
      if (to.startsWith('test/'))
        problems.push(`${file}: ships, and may not import from test/ (${imported})`);
      const other = to.startsWith('src/') ? roomName(to) : null;
      if (other === null || other === room) continue;
      used.add(`${room} ${other}`);
      if (table[room]?.includes(other) !== false) continue;
      problems.push(`${file}: ${room} may not import from ${other} (${imported}); the table is ${where}`);
    }
  }
  return [...problems, ...staleRows(sources, table, used, where)];
}

function staleRows(
  sources: readonly Source[],
  table: Readonly<Record<string, readonly string[]>>,
  used: ReadonlySet<string>,
  where: string,
): string[] {
  const rooms = new Set(sources.map(({ file }) => roomName(file)));
  const noRooms = Object.keys(table).filter((room) => !rooms.has(room));
  const unused = Object.entries(table).flatMap(([room, others]) =>
    others.filter((other) => rooms.has(room) && !used.has(`${room} ${other}`)).map((other) => [room, other]),
  );
  return [
    ...noRooms.map((room) => `${where}: the row ${room} is stale, there is no such room`),
    ...unused.map(
      ([room, other]) => `${where}: the row ${room} is stale, nothing in it imports from ${other}`,
    ),
  ];
}
