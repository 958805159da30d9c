// wirefare plan STUDY: what would be run, in which order, and for how long.

import type { Command } from 'commander';
import { EXIT_INTERRUPTED } from '../base/exit-codes.ts';
import type { Host } from '../base/host.ts';
import { sayPlan } from '../plan/say-plan.ts';
import { withFolders } from './study/named-folders.ts';
import { addStudyFlags, planStudy, type StudyFlags } from './study/study-options.ts';
import { driversOf } from './surroundings/run-context.ts';
import type { Finish } from './verb.ts';

export function addPlan(program: Command, host: Host, finish: Finish): void {
  const command = program
    .command('plan <study>')
    .description('what would be run, in which order, how long')
    .option('--json', 'the whole plan as JSON');
  addStudyFlags(command).action(async (name: string, flags: StudyFlags & { readonly json?: boolean }) => {
    const named = withFolders(flags, host);
    const { study, plan, notes } = await planStudy(name, named.flags, named.host, driversOf(named.host));
    if (host.interrupted.aborted) return finish(EXIT_INTERRUPTED);
    for (const note of notes) host.err(`note: ${note}\n`);
    host.out(flags.json === true ? `${JSON.stringify(plan, null, 1)}\n` : sayPlan(study, plan));
    finish(0);
  });
}
