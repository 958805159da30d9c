// wirefare completion bash|zsh|fish: a script by which a shell completes what is typed.

import type { Start, VerbCommand } from './verb-command.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;

export type Shell = (typeof SHELLS)[number];

export function declareCompletion(program: VerbCommand, start: Start): void {
  program
    .command('completion')
    .description('a script by which a shell completes verbs, options and names')
    .argumentOf('<shell>', 'whose script', SHELLS)
    .paragraph(
      'It knows the studies, targets and clients that there are when it is made: make it again when you have added some.',
    )
    .example(
      'completion bash > ~/.local/share/bash-completion/completions/wirefare',
      'for bash with its package bash-completion; without it `source` the file in ~/.bashrc',
    )
    .example('completion zsh > ~/.zfunc/_wirefare', 'for zsh, in a folder that fpath names before compinit')
    .example('completion fish > ~/.config/fish/completions/wirefare.fish', 'for fish')
    .action((shell: string) =>
      start(async (host) => (await import('../completion/completion.ts')).completion(shell, program, host)),
    );
}
