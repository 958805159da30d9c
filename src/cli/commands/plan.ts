// wirefare plan STUDY: what would be run, in which order, and for how long.

import type { PlanFlags } from '../plan.ts';
import { addStudyOptions } from './study-options.ts';
import type { Start, VerbCommand } from './verb-command.ts';

export function declarePlan(program: VerbCommand, start: Start): void {
  const command = program
    .command('plan')
    .description('what would be run, in which order, how long')
    .argument('<study>', 'a file, or a name that `list studies` shows')
    .option('--claims', 'the published claims instead: the cells of each, and what it takes alone')
    .option('--json', 'the whole plan as JSON, or all of the claims');
  addStudyOptions(command)
    .example('plan mine.yaml', 'what `run mine.yaml` would measure')
    .example('plan opijac-2017 --claims', 'what each of its claims takes')
    .action((study: string, flags: PlanFlags) =>
      start(async (host) => (await import('../plan.ts')).plan(study, flags, host)),
    );
}
