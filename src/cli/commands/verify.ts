// wirefare verify TARGET|URL: the conformance suite.

import { EXIT_FAILED } from '../../base/exit-codes.ts';
import type { VerifyFlags } from '../verify.ts';
import type { Start, VerbCommand } from './verb-command.ts';

export function declareVerify(program: VerbCommand, start: Start): void {
  program
    .command('verify')
    .description('hold a target to the target contract')
    .argument('<target>', 'a name that `list targets` shows, a folder (./mine), or a URL')
    .option('--fast', 'the shorter suite that every run makes before it measures')
    .option('--json', 'the report as JSON')
    .example('verify ./mine', 'start the target in that folder and check everything')
    .example('verify http://127.0.0.1:8080', 'a server that runs already')
    .exitMeaning(EXIT_FAILED, 'the target is not as it must be, or the machine lacks something')
    .action((target: string, flags: VerifyFlags) =>
      start(async (host) => (await import('../verify.ts')).verify(target, flags, host)),
    );
}
