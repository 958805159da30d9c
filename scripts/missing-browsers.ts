// Tells the set-up (bin/browsers.mjs) which of the browsers named as arguments, and of what the link needs (`link`),
// cannot be found, as JSON:
// [{ name, tried, packages, override }], override being the variable that points to nowhere, or null.

import { getuid } from 'node:process';
import { EnvironmentError } from '../src/base/errors.ts';
import { CHROMIUM } from '../src/drive/chromium.ts';
import { findProgram, type Wanted } from '../src/drive/find-program.ts';
import { FIREFOX } from '../src/drive/firefox.ts';
import { CARGO, findCargo, IP } from '../src/drive/link-program.ts';
import { WEBKIT } from '../src/drive/webkit.ts';
import { XVFB } from '../src/drive/xvfb.ts';

const NEEDED: Readonly<Record<string, readonly Wanted[]>> = {
  chromium: [CHROMIUM],
  firefox: [FIREFOX],
  webkit: [WEBKIT, XVFB],
  link: [CARGO, IP],
};

const missing = [];
for (const browser of process.argv.slice(2)) {
  for (const wanted of NEEDED[browser] ?? []) {
    try {
      const around = { env: process.env, isRoot: getuid?.() === 0 };
      await (wanted === CARGO ? findCargo(around) : findProgram(wanted, around));
    } catch (error) {
      if (!(error instanceof EnvironmentError)) throw error;
      const override = process.env[wanted.override] ? wanted.override : null;
      missing.push({ name: wanted.name, tried: error.tried, packages: wanted.packages, override });
    }
  }
}
process.stdout.write(`${JSON.stringify(missing)}\n`);
