// The command line: one file a verb, listed here.

import { Command, CommanderError } from 'commander';
import { EXIT_CODES_HELP, EXIT_USER } from '../base/exit-codes.ts';
import type { Host } from '../base/host.ts';
import { addAdvise } from './advise/advise.ts';
import { addDoctor } from './doctor.ts';
import { addList } from './list.ts';
import { addNetworks } from './networks.ts';
import { addPlan } from './plan.ts';
import { addReport } from './report.ts';
import { addRun } from './run.ts';
import { addSchema } from './schema.ts';
import { addServe } from './serve.ts';
import { addSizes } from './sizes.ts';
import type { Finish } from './verb.ts';
import { addVerify } from './verify.ts';
import { WIREFARE_VERSION } from './version.ts';

const VERBS: readonly ((program: Command, host: Host, finish: Finish) => void)[] = [
  addRun,
  addPlan,
  addReport,
  addAdvise,
  addSchema,
  addSizes,
  addVerify,
  addServe,
  addNetworks,
  addDoctor,
  addList,
];

/** Exit code of the verb; throws what went wrong (main.ts tells it). */
export async function runCli(args: readonly string[], host: Host): Promise<number> {
  let exitCode = 0;
  const program = new Command('wirefare')
    .description(
      "What does your data's trip from server to user cost, and what is the cheapest way to send it?",
    )
    .version(WIREFARE_VERSION)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => host.out(text),
      writeErr: (text) => host.err(text),
      getOutHelpWidth: () => host.columns,
      getErrHelpWidth: () => host.columns,
    })
    .showSuggestionAfterError()
    .addHelpText('after', EXIT_CODES_HELP);
  for (const add of VERBS) {
    add(program, host, (code) => {
      exitCode = code;
    });
  }
  for (const command of program.commands) command.exitOverride();
  try {
    await program.parseAsync([...args], { from: 'user' });
  } catch (thrown) {
    if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? 0 : EXIT_USER;
    throw thrown;
  }
  return exitCode;
}
