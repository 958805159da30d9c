// wirefare verify TARGET|URL: the conformance suite.

import type { Command } from 'commander';
import type { Host } from '../base/host.ts';
import { seededRandom } from '../base/random.ts';
import { targetFolder, targetNames } from '../drive/catalogue.ts';
import { sayReport } from '../verify/report.ts';
import { VerifyInterrupted, type VerifyOptions, verifyTarget } from '../verify/verify.ts';
import { verifyTargetProcess } from '../verify/verify-process.ts';
import { PROJECT_ROOT } from './places.ts';
import { dataDirOf, driversOf, targetProcessDriver } from './run-context.ts';
import { type Finish, wrongFlag } from './verb.ts';

const EXIT_INTERRUPTED = 130;
/** The target is not as it must be. */
const EXIT_NOT_CONFORMING = 4;

export function addVerify(program: Command, host: Host, finish: Finish): void {
  program
    .command('verify <target>')
    .description('hold a target, by name or URL, to the target contract')
    .option('--fast', 'the shorter suite that every run makes before it measures')
    .option('--json', 'the report as JSON')
    .action(async (name: string, flags: { readonly fast?: boolean; readonly json?: boolean }) => {
      const options: VerifyOptions = {
        mode: flags.fast === true ? 'fast' : 'full',
        clock: host.clock,
        random: seededRandom(host.freshSeed()),
        dataDir: dataDirOf(host),
        interrupted: host.interrupted,
        onCheck: ({ name: check, durationMs }) => {
          if (host.errIsTerminal) host.err(`\r\x1b[2K  ${check} ${(durationMs / 1000).toFixed(1)} s`);
        },
      };
      const report = await verify(name, options, host).catch((thrown: unknown) => {
        // What was being built or started then fails, whatever it says.
        if (thrown instanceof VerifyInterrupted || host.interrupted.aborted) return null;
        throw thrown;
      });
      if (host.errIsTerminal) host.err('\r\x1b[2K');
      if (report === null) return finish(EXIT_INTERRUPTED);
      host.out(flags.json === true ? `${JSON.stringify(report, null, 1)}\n` : sayReport(report));
      finish(report.passed ? 0 : EXIT_NOT_CONFORMING);
    });
}

async function verify(name: string, options: VerifyOptions, host: Host) {
  if (/^https?:\/\//.test(name)) return verifyTarget(originOf(name), options);
  const known = targetNames(PROJECT_ROOT);
  if (!known.includes(name))
    throw wrongFlag('verify', `there is no target ${JSON.stringify(name)}`, [...known, 'a URL']);
  const tls = await driversOf(host).certificate([]);
  return verifyTargetProcess(targetProcessDriver(targetFolder(PROJECT_ROOT, name), host), options, tls);
}

function originOf(url: string): string {
  if (!URL.canParse(url)) throw wrongFlag('verify', `${JSON.stringify(url)} is not a URL`);
  return new URL(url).origin;
}
