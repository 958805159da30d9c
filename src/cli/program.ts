// The command line: one file a verb in commands/, listed here.

import { CommanderError, type OutputConfiguration } from 'commander';
import { EXIT_CODES, EXIT_DONE, EXIT_USER } from '../base/exit-codes.ts';
import type { Host } from '../base/host.ts';
import { declareAdvise } from './commands/advise.ts';
import { declareCompare } from './commands/compare.ts';
import { declareCompletion } from './commands/completion.ts';
import { declareDoctor } from './commands/doctor.ts';
import { declareGate } from './commands/gate.ts';
import { declareList } from './commands/list.ts';
import { declareMap } from './commands/map.ts';
import { declareMeasure } from './commands/measure.ts';
import { declareMerge } from './commands/merge.ts';
import { declareNetworks } from './commands/networks.ts';
import { declarePlan } from './commands/plan.ts';
import { declarePredict } from './commands/predict.ts';
import { declareReport } from './commands/report.ts';
import { declareReproduce } from './commands/reproduce.ts';
import { declareRun } from './commands/run.ts';
import { declareSchema } from './commands/schema.ts';
import { declareServe } from './commands/serve.ts';
import { declareSizes } from './commands/sizes.ts';
import { type Start, VerbCommand } from './commands/verb-command.ts';
import { declareVerify } from './commands/verify.ts';
import { sayOut } from './surroundings/say-out.ts';
import { WIREFARE_VERSION } from './surroundings/version.ts';

const VERBS: readonly ((program: VerbCommand, start: Start) => void)[] = [
  declareMeasure,
  declareRun,
  declarePlan,
  declareReproduce,
  declareReport,
  declareCompare,
  declareMerge,
  declareGate,
  declarePredict,
  declareMap,
  declareAdvise,
  declareSchema,
  declareSizes,
  declareVerify,
  declareServe,
  declareNetworks,
  declareDoctor,
  declareList,
  declareCompletion,
];

/**
 * The whole command line; `start` runs a verb that is called, `output` takes help and what is wrong with
 * options.
 */
export function declareProgram(start: Start, output: OutputConfiguration = {}): VerbCommand {
  const program = new VerbCommand('wirefare')
    .description(
      "What does your data's trip from server to user cost, and what is the cheapest way to send it?",
    )
    .version(WIREFARE_VERSION)
    .example('advise orders.json', 'what to send your own data in')
    .example('measure http://localhost:3000/api/orders', 'what users of your server wait for')
    .example('help advise', 'all options of a verb')
    .exitOverride()
    .configureOutput(output)
    .showSuggestionAfterError();
  for (const [code, meaning] of EXIT_CODES) program.exitMeaning(code, meaning);
  for (const declare of VERBS) declare(program, start);
  return program;
}

/** Exit code of the verb; throws what went wrong (main.ts tells it). */
export async function runCli(args: readonly string[], host: Host): Promise<number> {
  let exitCode = EXIT_DONE;
  const start: Start = async (work) => {
    exitCode = await work(host);
  };
  const program = declareProgram(start, {
    // Examples are typed as they stand.
    writeOut: (text) => sayOut(host, text),
    writeErr: (text) => host.err(text),
    getOutHelpWidth: () => host.columns,
    getErrHelpWidth: () => host.columns,
  });
  try {
    await program.parseAsync([...args], { from: 'user' });
  } catch (thrown) {
    if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? 0 : EXIT_USER;
    throw thrown;
  }
  return exitCode;
}
