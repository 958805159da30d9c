// wirefare verify TARGET|URL: the conformance suite.

import { UserError } from '../base/errors.ts';
import { EXIT_FAILED, EXIT_INTERRUPTED } from '../base/exit-codes.ts';
import type { Host } from '../base/host.ts';
import { seededRandom } from '../base/random.ts';
import { unknownWord } from '../base/spelling.ts';
import { targetFolders } from '../drive/targets/target-names.ts';
import { sayReport } from '../verify/report.ts';
import { VerifyInterrupted, type VerifyOptions, verifyTarget } from '../verify/verify.ts';
import { verifyTargetProcess } from '../verify/verify-process.ts';
import { withTargetFolder } from './study/named-folders.ts';
import { PROJECT_ROOT } from './surroundings/folders.ts';
import { dataDirectory, makeDrivers, targetProcessDriver } from './surroundings/run-context.ts';
import { wrongFlag } from './verb.ts';

/** The target is not as it must be. */

export interface VerifyFlags {
  readonly fast?: boolean;
  readonly json?: boolean;
}

export async function verify(name: string, flags: VerifyFlags, host: Host): Promise<number> {
  const options: VerifyOptions = {
    mode: flags.fast === true ? 'fast' : 'full',
    clock: host.clock,
    random: seededRandom(host.freshSeed()),
    dataDir: dataDirectory(host),
    interrupted: host.interrupted,
    onCheck: ({ name: check, durationMs }) => {
      if (host.errIsTerminal) host.err(`\r\x1b[2K  ${check} ${(durationMs / 1000).toFixed(1)} s`);
    },
  };
  const report = await verified(name, options, host).catch((thrown: unknown) => {
    // What was being built or started then fails, whatever it says.
    if (thrown instanceof VerifyInterrupted || host.interrupted.aborted) return null;
    throw thrown;
  });
  if (host.errIsTerminal) host.err('\r\x1b[2K');
  if (report === null) return EXIT_INTERRUPTED;
  host.out(flags.json === true ? `${JSON.stringify(report, null, 1)}\n` : sayReport(report));
  return report.passed ? 0 : EXIT_FAILED;
}

async function verified(word: string, options: VerifyOptions, host: Host) {
  if (/^https?:\/\//.test(word)) return verifyTarget(parseOrigin(word), options);
  const { name, host: there } = withTargetFolder(word, 'verify', host);
  const folders = targetFolders(PROJECT_ROOT, there.env);
  const folder = folders.get(name);
  if (folder === undefined) {
    const names = [...folders.keys()];
    const listed = [...names, 'a URL', 'a folder, such as ./mine'];
    throw new UserError([unknownWord('verify', 'target', name, names, { listed })]);
  }
  const tls = await makeDrivers(there).certificate([]);
  return verifyTargetProcess(targetProcessDriver(folder, there), options, tls);
}

function parseOrigin(url: string): string {
  if (!URL.canParse(url)) throw wrongFlag('verify', `${JSON.stringify(url)} is not a URL`);
  return new URL(url).origin;
}
