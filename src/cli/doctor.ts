// wirefare doctor: what this machine has, what is missing, and how to get it.

import type { Command } from 'commander';
import type { Host } from '../base/host.ts';
import type { Finish } from './program.ts';

export function addDoctor(program: Command, host: Host, finish: Finish): void {
  program.command('doctor').action(async () => {
    host.out('');
    finish(0);
  });
}
