// Targets that were held to the whole of their contract a moment ago. A run of the project's own tests
// (scripts/test.ts) makes a folder for what `verify` finds, names it in WIREFARE_VERIFIED and takes it away:
// its many labs need not hold the same program to the same contract again and again. Nobody else sets that
// variable, and without it every run holds its targets anew.

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_ROOT } from '../base/places.ts';
import { digestOfSources } from '../drive/targets/target-build.ts';
import { targetFolders } from '../drive/targets/target-names.ts';
import { withoutNginx } from '../factors/target.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** After the whole of it: every dataset, format and protocol, over TLS too, and with own data. */
export function rememberVerified(env: Env, name: string, checks: number): void {
  const file = fileOf(env, name);
  if (file !== null) writeFileSync(file, String(checks));
}

/** How many checks it passed; null where nobody remembers. */
export function verifiedBefore(env: Env, name: string): number | null {
  const file = fileOf(env, name);
  if (file === null) return null;
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/** Of these very sources of the target. */
function fileOf(env: Env, name: string): string | null {
  const { WIREFARE_VERIFIED: kept } = env;
  const folder = targetFolders(PROJECT_ROOT, env).get(withoutNginx(name));
  if (kept === undefined || folder === undefined) return null;
  return path.join(kept, `${name}-${digestOfSources(folder)}`);
}
