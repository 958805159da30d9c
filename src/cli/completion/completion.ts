// wirefare completion bash|zsh|fish: from the declarations of the verbs and the names that there are here.

import type { Host } from '../../base/host.ts';
import { SHELLS, type Shell } from '../commands/completion.ts';
import type { VerbCommand } from '../commands/verb-command.ts';
import { unknownFlagWord } from '../verb.ts';
import { bashScript } from './bash.ts';
import { type CompletedVerb, completedVerbs } from './completed-verbs.ts';
import { fishScript } from './fish.ts';
import { namesHere } from './names-here.ts';
import { zshScript } from './zsh.ts';

const SCRIPTS: Readonly<Record<Shell, (verbs: readonly CompletedVerb[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

export async function completion(shell: string, program: VerbCommand, host: Host): Promise<number> {
  const asked = SHELLS.find((each) => each === shell);
  if (asked === undefined) throw unknownFlagWord('completion', 'shell', shell, SHELLS);
  host.out(SCRIPTS[asked](completedVerbs(program, namesHere(host))));
  return 0;
}
