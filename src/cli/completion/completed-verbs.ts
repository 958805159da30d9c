// What of the command line a shell can complete, read from the declarations: verbs, their options, and the
// words that arguments and options take. Where there are none, shells complete files.

import type { Argument, Option } from 'commander';
import type { VerbCommand } from '../commands/verb-command.ts';
import type { NamesByKind } from './names-here.ts';

export interface CompletedVerb {
  /** `run`, `networks check`. */
  readonly name: string;
  readonly about: string;
  readonly options: readonly CompletedOption[];
  /** Verbs below it and what its arguments may be; files are as good unless `wordsOnly`. */
  readonly words: readonly string[];
  readonly wordsOnly: boolean;
}

export interface CompletedOption {
  /** `--json`. */
  readonly name: string;
  readonly about: string;
  readonly takesValue: boolean;
  /** Of its value; empty where it may be anything, a file too. */
  readonly words: readonly string[];
}

export function completedVerbs(program: VerbCommand, names: NamesByKind): CompletedVerb[] {
  const verbs = program.commands.filter((verb) => verb.name() !== 'help') as VerbCommand[];
  return verbs.flatMap((verb) => [
    completed(verb, verb.name(), names),
    ...(verb.commands as VerbCommand[]).map((inner) =>
      completed(inner, `${verb.name()} ${inner.name()}`, names),
    ),
  ]);
}

function completed(verb: VerbCommand, name: string, names: NamesByKind): CompletedVerb {
  const wordsOfArguments = verb.registeredArguments.flatMap((each) => wordsFor(each, each.name(), names));
  return {
    name,
    about: verb.description(),
    options: [...verb.options.map((option) => completedOption(option, names)), HELP],
    words: [...verb.commands.map((inner) => inner.name()), ...wordsOfArguments],
    wordsOnly: verb.registeredArguments.every(({ argChoices }) => argChoices !== undefined),
  };
}

/** Commander adds it to every verb without declaring it. */
const HELP: CompletedOption = {
  name: '--help',
  about: 'display help for command',
  takesValue: false,
  words: [],
};

function completedOption(option: Option, names: NamesByKind): CompletedOption {
  return {
    name: option.long!,
    about: option.description,
    takesValue: option.required || option.optional,
    words: wordsFor(option, option.name(), names),
  };
}

/** Those that are declared, else the names of that kind of thing. */
function wordsFor(
  { argChoices }: Pick<Argument | Option, 'argChoices'>,
  name: string,
  names: NamesByKind,
): readonly string[] {
  return argChoices ?? names[name] ?? [];
}
