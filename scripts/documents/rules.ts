// Holds what documents name against the tree: links and their anchors, paths, symbols, npm scripts, verbs and
// options.

import path from 'node:path';
import type { Markdown, Placed } from './markdown.ts';
import type { Tree } from './tree.ts';

/** An identifier, perhaps with members, or a kind with hyphens. */
const NAME = /^[A-Za-z_$][\w$]*(?:[-.][A-Za-z_$][\w$]*)*(?:\(\))?$/;
const SOURCE_FILE = /\.(?:ts|tsx|mjs|java|php|go|rs|cpp|h|py|sh|md)$/;
/** The parts that a reader replaces with a name of their own: `src/formats/NAME.ts`, `targets/<name>/`. */
const PLACEHOLDER = /<[^>]+>|\*\*|\*|(?<![A-Za-z])(?:NAME|NNN-name)(?![A-Za-z])/g;
const DIGEST = /^[0-9a-f]{32,}$/;

/** `except`: names in documents that are not ours, or that a reader makes. */
export function documentProblems(
  documents: readonly Markdown[],
  tree: Tree,
  except: ReadonlySet<string>,
): string[] {
  const anchors = new Map(documents.map((document) => [document.file, document.anchors]));
  return documents.flatMap((document) => {
    const at = ({ line }: Placed, what: string) => `${document.file}:${line}: ${what}`;
    const spans = document.spans.filter(({ text }) => !except.has(text));
    const commands = [...document.commands, ...spans];
    const severalWords = [...document.commands, ...spans.filter(({ text }) => /\s/.test(text))];
    return [
      ...document.links.flatMap((link) =>
        linkProblems(document.file, link.text, tree, anchors).map((what) => at(link, what)),
      ),
      ...spans.flatMap((span) => nameProblems(span.text, tree).map((what) => at(span, what))),
      ...severalWords.flatMap((command) =>
        command.text
          .split(/[\s'"]+/)
          .filter((word) => !except.has(word) && startsInTree(word, tree))
          .flatMap((word) => pathProblems(word, tree).map((what) => at(command, what))),
      ),
      ...commands.flatMap((command) => commandProblems(command.text, tree).map((what) => at(command, what))),
    ];
  });
}

function linkProblems(
  file: string,
  link: string,
  tree: Tree,
  anchors: ReadonlyMap<string, ReadonlySet<string>>,
): string[] {
  if (/^[a-z]+:/.test(link)) return [];
  const [to = '', anchor] = link.split('#');
  const target = to === '' ? file : path.posix.join(path.posix.dirname(file), to).replace(/\/$/, '');
  if (!tree.paths.has(target)) return [`the link ${link} leads to ${target}, which does not exist`];
  if (anchor === undefined || anchors.get(target)?.has(anchor) === true) return [];
  return [`the link ${link} leads to a heading that ${target} does not have`];
}

/** A span is a path, a name or an option; anything else says nothing of the tree. */
function nameProblems(text: string, tree: Tree): string[] {
  if (startsInTree(text, tree) || (SOURCE_FILE.test(text) && /^[\w./*<>-]+$/.test(text)))
    return pathProblems(text, tree);
  const option = /^(--[a-z][a-z-]*)(?:[ =].*)?$/.exec(text)?.[1];
  if (option !== undefined) return tree.words.has(option) ? [] : [`no source has the option ${option}`];
  if (!NAME.test(text) || DIGEST.test(text)) return [];
  const parts = text.replace('()', '').split('.');
  return parts
    .filter((part) => !tree.words.has(part))
    .map((part) => `no source has the name ${part}${parts.length > 1 ? ` (${text})` : ''}`);
}

/** Begins with a folder of the root. */
function startsInTree(text: string, tree: Tree): boolean {
  const first = /^(?:\.\/)?([\w.]+)\/[\w./*<>-]*$/.exec(text)?.[1];
  return first !== undefined && tree.paths.has(first);
}

/** A path from the root, or the end of one: `charts/bar.ts`, `catalogue.ts`. */
function pathProblems(text: string, tree: Tree): string[] {
  const namedPath = text.replace(/^\.\//, '').replace(/\/$/, '');
  if (tree.paths.has(namedPath)) return [];
  const pattern = namedPath
    .split(PLACEHOLDER)
    .map((piece) => piece.replace(/[.+?^$()|[\]\\]/g, '\\$&'))
    .join('[^/]*');
  const start = startsInTree(text, tree) ? '^' : '(?:^|/)';
  const fits = new RegExp(`${start}${pattern}$`);
  for (const each of tree.paths) if (fits.test(each)) return [];
  return [`${text} does not exist`];
}

/**
 * `npm run check`, `./wirefare run STUDY --only network=3g`; of a line with several commands all of them.
 */
function commandProblems(line: string, tree: Tree): string[] {
  return line
    .split(/\s(?:\|\|?|&&|;)\s/)
    .flatMap((command) => [
      ...npxProblems(command),
      ...npmProblems(command, tree),
      ...verbProblems(command, tree),
    ]);
}

/** docs/guide/install.md says why. */
function npxProblems(command: string): string[] {
  return /\bnpx (?:-\S+ )*wirefare\b/.test(command)
    ? ['npx asks the registry for a name that is not published: ./wirefare']
    : [];
}

function npmProblems(command: string, tree: Tree): string[] {
  const script = /\bnpm (?:run )?([a-z-]+)/.exec(command)?.[1];
  if (script === undefined || ['ci', 'exec', 'install'].includes(script) || tree.npmScripts.has(script))
    return [];
  return [`package.json has no script ${script}`];
}

function verbProblems(command: string, tree: Tree): string[] {
  const words = /(?:^|[\s;'(])(?:(?:\.\/)?wirefare|bin\/wirefare\.mjs) (.+)$/.exec(command)?.[1] ?? command;
  const [verb = '', ...rest] = words.replace(/\s--\s.*$/, '').split(/\s+/);
  const isOurs = words !== command;
  const options = tree.options.get(`${verb} ${rest[0]}`) ?? tree.options.get(verb);
  if (options === undefined) return isOurs && /^[a-z]+$/.test(verb) ? [`there is no verb ${verb}`] : [];
  return rest
    .map((word) => /^--[a-z][a-z-]*/.exec(word)?.[0])
    .filter((option) => option !== undefined && !options.has(option))
    .map((option) => `the verb ${verb} has no option ${option}`);
}
