// What the package takes from the checkout as it stands: the command, studies, targets and clients with their
// sources, the link's sources, documents and the files for CI that they name. Only what git knows goes in,
// whatever else lies about.

import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_ROOT } from '../../src/base/places.ts';

/** Folders and files, as git names them. */
const TAKEN = [
  'LICENSE',
  'README.md',
  'CHANGELOG.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'bin',
  'action.yml',
  'clients',
  'deploy',
  'docs',
  'link',
  'studies',
  'targets',
  'load',
  'src/drive/processes/guardian.sh',
  'src/drive/load/clients.k6.js',
];

/** Set-up and tests of a checkout, what only tests of the link need, and records: megabytes. */
const LEFT_OUT =
  /^(?:bin\/(?:browsers|build-all|packages|setup|site|start|test)\.mjs|link\/tests\/|docs\/results\/.*\/|docs\/records\/)|(?:^|\/)\.gitignore$/;

/** How the command is typed where the package is installed: npm runs that one, and asks no registry. */
const IN_A_CHECKOUT = './wirefare ';
const WHERE_INSTALLED = 'npm exec --no -- wirefare ';

export async function copySources(stage: string): Promise<void> {
  const listed = execFileSync('git', ['ls-files', '-z', '--', ...TAKEN], {
    cwd: PROJECT_ROOT,
    encoding: 'utf8',
  });
  const files = listed.split('\0').filter((name) => name !== '' && !LEFT_OUT.test(name));
  for (const file of files) {
    const to = path.join(stage, file);
    mkdirSync(path.dirname(to), { recursive: true });
    const from = path.join(PROJECT_ROOT, file);
    if (file.endsWith('.md'))
      writeFileSync(to, asInstalled(readFileSync(from, 'utf8'), path.dirname(file), files));
    else if (file.endsWith('/target.json'))
      writeFileSync(to, withBundledPrograms(readFileSync(from, 'utf8')));
    else cpSync(from, to);
  }
}

/** A document: commands as they are typed there, and links to what stays in the checkout as words alone. */
export function asInstalled(text: string, folder: string, files: readonly string[]): string {
  const isThere = (link: string) => {
    const [file = ''] = link.split('#');
    const named = path.posix.normalize(path.posix.join(folder, file)).replace(/\/$/, '');
    return files.some((one) => one === named || one.startsWith(`${named}/`));
  };
  return text
    .replaceAll(IN_A_CHECKOUT, WHERE_INSTALLED)
    .replaceAll(LINK, (whole, words: string, link: string) =>
      /^(?:[a-z]+:|#)/.test(link) || isThere(link) ? whole : words,
    );
}

/** Of Markdown, pictures aside. */
const LINK = /(?<!!)\[([^\]]*)\]\(([^)\s]+)\)/g;

/** The embedded target is started by the path of its source. */
function withBundledPrograms(targetFile: string): string {
  return targetFile.replaceAll(/(\.\.\/src\/[\w/-]+)\.ts"/g, '$1.js"');
}
