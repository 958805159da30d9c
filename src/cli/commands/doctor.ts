// wirefare doctor: what this machine has, what is missing, and how to get it.

import { EXIT_FAILED } from '../../base/exit-codes.ts';
import type { DoctorFlags } from '../doctor.ts';
import type { Start, VerbCommand } from './verb-command.ts';

export function declareDoctor(program: VerbCommand, start: Start): void {
  program
    .command('doctor')
    .description('what this machine has for measuring, what is missing, what mends it')
    .option('--json', 'as JSON')
    .exitMeaning(EXIT_FAILED, 'Chromium is missing, which the main job needs')
    .example('doctor', 'what works here, and the commands that mend what does not')
    .action((flags: DoctorFlags) =>
      start(async (host) => (await import('../doctor.ts')).doctor(flags, host)),
    );
}
