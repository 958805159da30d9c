// How whoever reads a message calls Wirefare again. `npx wirefare`, and a bare name that no PATH has, may be
// anybody's package: messages say what runs this very one.

import os from 'node:os';
import path from 'node:path';
import { IS_CHECKOUT, PROJECT_ROOT } from './places.ts';

const NAME = 'wirefare';
/** npm refuses where it is not installed, instead of asking the registry. */
const OF_PROJECT = `npm exec --no -- ${NAME}`;
/** Farther away than that, a path from here is harder to read than the whole one. */
const MOST_UP = 2;

/** Nobody else's word after the name makes a command of it. */
export const VERBS = [
  'advise',
  'compare',
  'completion',
  'doctor',
  'gate',
  'help',
  'list',
  'map',
  'measure',
  'merge',
  'networks',
  'plan',
  'predict',
  'report',
  'reproduce',
  'run',
  'schema',
  'serve',
  'sizes',
  'verify',
] as const;

/**
 * From the folder `cwd`: the script in a checkout, npm where the package belongs to the project that one is
 * in, and the name where it is installed for everything. `root`: where its files are.
 */
export function commandForm(
  cwd: string,
  isCheckout = IS_CHECKOUT,
  root = PROJECT_ROOT,
  platform: string = os.platform(),
): string {
  if (isCheckout && platform === 'win32') return onWindows(cwd, root);
  if (isCheckout) return scriptFrom(cwd, path.join(root, NAME));
  const project = path.dirname(path.dirname(root));
  const isOfProject = path.basename(path.dirname(root)) === 'node_modules' && isWithin(cwd, project);
  return isOfProject ? OF_PROJECT : NAME;
}

function scriptFrom(cwd: string, script: string): string {
  const near = fromHere(cwd, script, path);
  const typed = path.isAbsolute(near) || near.startsWith('..') ? near : `./${near}`;
  return /^[\w./+-]+$/.test(typed) ? typed : `'${typed.replaceAll("'", "'\\''")}'`;
}

/** The script is one for `sh`, which no shell of Windows starts. */
function onWindows(cwd: string, root: string): string {
  const file = fromHere(cwd, path.win32.join(root, 'bin', 'wirefare.mjs'), path.win32);
  return /^[\w.:\\+-]+$/.test(file) ? `node ${file}` : `node "${file}"`;
}

function fromHere(cwd: string, file: string, { relative, sep }: Pick<path.PlatformPath, 'relative' | 'sep'>) {
  const near = relative(cwd, file);
  const up = near.split(sep).filter((part) => part === '..').length;
  return up > MOST_UP ? file : near;
}

function isWithin(folder: string, above: string): boolean {
  const relative = path.relative(above, folder);
  return relative === '' || !(relative.startsWith('..') || path.isAbsolute(relative));
}

/** Of help too. Not within a path, a longer name, or a command that says already who runs it. */
const COMMANDS = new RegExp(
  `(?<![\\w./-]|-- )${NAME}(?=\\s+(?:(?:${VERBS.join('|')})\\b|\\[options\\]))`,
  'g',
);

/** A message in whose commands `wirefare VERB` is called as `form` says. */
export function withCommands(message: string, form: string): string {
  return message.replace(COMMANDS, () => form);
}
