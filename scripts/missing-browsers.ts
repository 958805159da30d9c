// Tells the set-up (bin/browsers.mjs) which of the browsers named as arguments, of what the link needs
// (`link`), of what tests alone need (`driver`), and of what our targets and clients say that they need
// (`programs`), cannot be found, as JSON: [{ name, tried, packages, override }], override being the variable
// that points to nowhere, or null.

import path from 'node:path';
import { getuid } from 'node:process';
import { EnvironmentError } from '../src/base/errors.ts';
import { CHROMIUM } from '../src/drive/agents/chromium.ts';
import { clientFolders } from '../src/drive/agents/client-names.ts';
import { FIREFOX } from '../src/drive/agents/firefox.ts';
import { WEBKIT } from '../src/drive/agents/webkit.ts';
import { XVFB } from '../src/drive/agents/xvfb.ts';
import { CARGO, findCargo, IP } from '../src/drive/links/link-program.ts';
import { findProgram, type Wanted } from '../src/drive/machine/find-program.ts';
import { missingNeeds } from '../src/drive/machine/needs.ts';
import { NGINX_NEED } from '../src/drive/nginx/behind-nginx.ts';
import { wantedProgram } from '../src/drive/targets/target-build.ts';
import { readClientFile, readTargetFile } from '../src/drive/targets/target-file.ts';
import { targetFolders } from '../src/drive/targets/target-names.ts';
import { CHROMEDRIVER } from '../test/support/real/bare-driver.ts';

const ROOT = path.dirname(import.meta.dirname);

const NEEDED: Readonly<Record<string, readonly Wanted[]>> = {
  chromium: [CHROMIUM],
  firefox: [FIREFOX],
  webkit: [WEBKIT, XVFB],
  driver: [CHROMEDRIVER],
  link: [CARGO, IP],
};

interface Missing {
  readonly name: string;
  readonly tried: readonly string[];
  readonly packages: readonly string[];
  readonly override: string | null;
}

async function missingPrograms(wanted: readonly Wanted[]): Promise<Missing[]> {
  const missing: Missing[] = [];
  for (const each of wanted) {
    try {
      const around = { env: process.env, isRoot: getuid?.() === 0 };
      await (each === CARGO ? findCargo(around) : findProgram(each, around));
    } catch (error) {
      if (!(error instanceof EnvironmentError)) throw error;
      const override = process.env[each.override] ? each.override : null;
      missing.push({ name: each.name, tried: error.tried, packages: each.packages, override });
    }
  }
  return missing;
}

/**
 * What all targets and clients of this checkout lack, not those elsewhere: their builders and runners, and
 * the needs that they name.
 */
async function missingOfOurs(): Promise<Missing[]> {
  const files = await Promise.all([
    ...[...targetFolders(ROOT, {}).values()].map(readTargetFile),
    ...[...clientFolders(ROOT, {}).values()].map(readClientFile),
  ]);
  const programs = new Set(files.flatMap(({ build, start }) => [build?.[0], start[0]]));
  const wanted = [...programs].map((program) => (program === undefined ? null : wantedProgram(program)));
  // Programs of one group have the same needs.
  const needs = new Map(
    [...files.flatMap((file) => file.needs ?? []), NGINX_NEED].map((need) => [need.what, need]),
  );
  const lacking = await missingNeeds([...needs.values()], process.env);
  return [
    ...(await missingPrograms(wanted.filter((each) => each !== null))),
    ...lacking.map(({ what, files, command, packages }) => {
      const tried = files ?? [command!.join(' ')];
      return { name: what, tried, packages, override: null };
    }),
  ];
}

const missing = [];
for (const name of process.argv.slice(2)) {
  missing.push(...(name === 'programs' ? await missingOfOurs() : await missingPrograms(NEEDED[name] ?? [])));
}
process.stdout.write(`${JSON.stringify(missing)}\n`);
