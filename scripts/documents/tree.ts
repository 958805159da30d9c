// What the tree has that a document may name: paths, words of the sources, npm scripts, verbs with their
// options.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { runCli } from '../../src/cli/program.ts';
import { fakeHost } from '../../test/support/host/fake-host.ts';

export interface Tree {
  /** Files and folders relative to the root. */
  readonly paths: ReadonlySet<string>;
  /** Every name in the sources: identifiers, kinds with hyphens, options. */
  readonly words: ReadonlySet<string>;
  readonly npmScripts: ReadonlySet<string>;
  /** `run`, `networks check` → its options. */
  readonly options: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Folders that runs and builds leave behind, and other people's code. */
const NOT_OURS = new Set(['node_modules', '.git', 'runs', 'dist', '__pycache__']);
const BUILT = new Set(['link/target']);
const TEXT =
  /\.(?:ts|tsx|mjs|json|java|php|go|rs|py|cpp|h|sh|xml|toml|yaml|proto|cmake|txt|in|conf|html|css|cnf)$/;

/**
 * `except`: folders whose words do not count, because they hold exceptions to the very rules that read them.
 */
export async function readTree(root: string, except: readonly string[]): Promise<Tree> {
  const paths = new Set(pathsBelow(root, ''));
  const sources = [...paths].filter(
    (file) => TEXT.test(file) && !except.some((folder) => file.startsWith(`${folder}/`)),
  );
  const words = new Set(sources.flatMap((file) => findWords(readFileSync(path.join(root, file), 'utf8'))));
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  return { paths, words, npmScripts: new Set(Object.keys(scripts)), options: await optionsOfVerbs() };
}

function pathsBelow(root: string, folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (NOT_OURS.has(entry.name) || BUILT.has(name)) return [];
    return entry.isDirectory() ? [name, ...pathsBelow(root, name)] : [name];
  });
}

export function findWords(text: string): string[] {
  return text.match(/--[a-z][a-z-]*|[A-Za-z_$][\w$]*(?:-[\w$]+)*/g)?.flatMap(withParts) ?? [];
}

/** `late-first-message` is a word, and so are its parts: `a-b` may also be a difference. */
function withParts(word: string): string[] {
  return word.startsWith('--') || !word.includes('-') ? [word] : [word, ...word.split('-')];
}

/** The command line tells it itself. */
async function optionsOfVerbs(): Promise<Map<string, Set<string>>> {
  const options = new Map<string, Set<string>>([['help', new Set()]]);
  for (const verb of verbsIn(await help())) {
    const text = await help(verb);
    options.set(verb, optionsIn(text));
    for (const inner of verbsIn(text)) options.set(`${verb} ${inner}`, optionsIn(await help(verb, inner)));
  }
  return options;
}

async function help(...verb: readonly string[]): Promise<string> {
  const clock = { nowMs: () => 0, date: () => new Date(0) };
  const host = fakeHost('/nowhere', clock);
  await runCli([...verb, '--help'], host);
  return host.printed();
}

function verbsIn(helpText: string): string[] {
  const commands = /^Commands:\n((?:.+\n)*)/m.exec(helpText)?.[1] ?? '';
  return [...commands.matchAll(/^ {2}([a-z]+) /gm)]
    .map((match) => match[1]!)
    .filter((verb) => verb !== 'help');
}

function optionsIn(helpText: string): Set<string> {
  return new Set(
    helpText.match(/^ {2}(?:-\w, )?--[a-z-]+/gm)?.map((option) => option.replace(/^.*--/, '--')),
  );
}
