// wirefare verify TARGET|URL: the conformance suite.

import { UserError } from '../base/errors.ts';
import { EXIT_FAILED, EXIT_INTERRUPTED } from '../base/exit-codes.ts';
import type { Host } from '../base/host.ts';
import { PROJECT_ROOT } from '../base/places.ts';
import { seededRandom } from '../base/random.ts';
import { unknownWord } from '../base/spelling.ts';
import { targetFolders } from '../drive/targets/target-names.ts';
import { isBehindNginx, withoutNginx } from '../factors/target.ts';
import { shownUrl } from '../payload/url/shown-url.ts';
import { sayReport, type VerifyReport } from '../verify/report.ts';
import { rememberVerified } from '../verify/verified-before.ts';
import { VerifyInterrupted, type VerifyOptions, verifyTarget } from '../verify/verify.ts';
import { verifyTargetProcess } from '../verify/verify-process.ts';
import { withTargetFolder } from './study/named-folders.ts';
import { dataDirectory, makeDrivers, targetProcessDriver } from './surroundings/run-context.ts';
import { sayOut } from './surroundings/say-out.ts';
import { quotedWhereNeeded, urlInShell, Variables } from './urls/url-in-shell.ts';
import { wrongFlag } from './verb.ts';

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
  if (flags.json === true) host.out(`${JSON.stringify(report, null, 1)}\n`);
  else sayOut(host, sayReport(report));
  if (isUrl(name)) host.err(aboutUrl(name, report));
  else if (report.passed) rememberVerified(host.env, name, report.checks.length);
  return report.passed ? 0 : EXIT_FAILED;
}

async function verified(word: string, options: VerifyOptions, host: Host) {
  if (isUrl(word)) return verifyTarget(parseOrigin(word), options);
  const { name, host: there } = withTargetFolder(word, 'verify', host);
  const folders = targetFolders(PROJECT_ROOT, there.env);
  const folder = folders.get(withoutNginx(name));
  if (folder === undefined) {
    const names = [...folders.keys()];
    const listed = [...names, 'nginx+NAME', 'a URL', 'a folder, such as ./mine'];
    throw new UserError([unknownWord('verify', 'target', name, names, { listed })]);
  }
  const tls = await makeDrivers(there).certificate([]);
  return verifyTargetProcess(
    targetProcessDriver(folder, there, { behindNginx: isBehindNginx(name) }),
    options,
    tls,
  );
}

function isUrl(word: string): boolean {
  return /^https?:\/\//i.test(word);
}

/** Whoever names an API that he has looks for something else than the contract. */
function aboutUrl(url: string, { about, target }: VerifyReport): string {
  const { origin } = new URL(url);
  const path = shownUrl(new URL(url)).slice(origin.length);
  if (about !== null)
    return path === '/' ? '' : `verify asks the target at ${target}: ${path} is passed over\n`;
  return [
    `There is no target at ${target}: of one verify would learn from ${target}/about what it can.`,
    `  measured as it stands:        ${measureCommand(url)}`,
    '  what makes a server a target: targets/template/README.md',
    '',
  ].join('\n');
}

function parseOrigin(url: string): string {
  if (!URL.canParse(url)) throw wrongFlag('verify', 'what was given cannot be read as a URL');
  const { protocol, origin } = new URL(url);
  if (protocol === 'http:') return origin;
  const what = `a target is verified over plain HTTP, from where it names its TLS ports; measured as it stands: ${measureCommand(url)}`;
  throw wrongFlag('verify', what);
}

function measureCommand(url: string): string {
  return `wirefare measure ${quotedWhereNeeded(urlInShell(url, new Variables()))}`;
}
