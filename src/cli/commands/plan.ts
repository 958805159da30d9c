// wirefare plan STUDY: what would be run, in which order, and for how long.

import type { PlanFlags } from '../plan.ts';
import { addStudyOptions } from './study-options.ts';
import type { Start, VerbCommand } from './verb-command.ts';

export function declarePlan(program: VerbCommand, start: Start): void {
  const command = program
    .command('plan')
    .description('what would be run, in which order, how long')
    .argument('<study>', 'a file, or a name that `list studies` shows')
    .option('--json', 'the whole plan as JSON');
  addStudyOptions(command)
    .example('plan mine.yaml', 'what `run mine.yaml` would measure')
    .action((study: string, flags: PlanFlags) =>
      start(async (host) => (await import('../plan.ts')).plan(study, flags, host)),
    );
}
