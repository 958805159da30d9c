// wirefare list studies|targets|formats|networks|browsers.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { parse } from 'yaml';
import type { Host } from '../base/host.ts';
import { AGENT_NAMES, targetNames } from '../drive/catalogue.ts';
import { FORMATS } from '../formats/catalogue.ts';
import { networkList } from './network-names.ts';
import { PROJECT_ROOT } from './places.ts';
import { studyNames } from './study-options.ts';
import { type Finish, wrongFlag } from './verb.ts';

/** A name and what there is to say of it. */
type Row = readonly [name: string, about: string];

const LISTS: Readonly<Record<string, () => readonly Row[]>> = {
  studies: () => studyNames().map((name) => [name, titleOf(join('studies', `${name}.yaml`))]),
  targets: () =>
    targetNames(PROJECT_ROOT).map((name) => [name, titleOf(join('targets', name, 'target.json'))]),
  formats: () =>
    FORMATS.map((format) => [
      format.name,
      `${format.title}: ${format.codecs.map(({ name }) => name).join(', ')}`,
    ]),
  browsers: () => AGENT_NAMES.map((name) => [name, BROWSERS[name] ?? '']),
};

/** A table of its own (network-names.ts). */
const NETWORKS = 'networks';
const WHAT = [...Object.keys(LISTS), NETWORKS];

const BROWSERS: Readonly<Record<string, string>> = {
  chromium: 'Chromium (Blink, V8)',
  firefox: 'Firefox (Gecko, SpiderMonkey)',
  webkit: 'WebKitGTK MiniBrowser (WebKit, JavaScriptCore)',
  node: 'the same exchange code in Node, without a browser',
};

export function addList(program: Command, host: Host, finish: Finish): void {
  program
    .command('list [what]')
    .description(`what there is: ${WHAT.join(', ')}`)
    .option('--json', 'as JSON')
    .action((what: string | undefined, flags: { readonly json?: boolean }) => {
      if (what === NETWORKS) {
        host.out(networkList(flags.json === true, host.colour));
        return finish(0);
      }
      const rows = LISTS[what ?? '']?.();
      if (rows === undefined)
        throw wrongFlag(
          'list',
          what === undefined ? 'of what?' : `there is no list of ${JSON.stringify(what)}`,
          WHAT,
        );
      if (flags.json === true) {
        host.out(
          `${JSON.stringify(
            rows.map(([name, about]) => ({ name, about })),
            null,
            1,
          )}\n`,
        );
      } else {
        const width = Math.max(...rows.map(([name]) => name.length));
        for (const [name, about] of rows) host.out(`  ${name.padEnd(width)}  ${about}\n`);
      }
      finish(0);
    });
}

/** YAML reads JSON too. */
function titleOf(file: string): string {
  const { title } = parse(readFileSync(join(PROJECT_ROOT, file), 'utf8')) as { title?: string };
  return title ?? '';
}
