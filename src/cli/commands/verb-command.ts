// How verbs are declared: name, arguments, options, examples, exit codes, and nothing else. What a verb does
// is imported when it is called, so that a start reads no more than the declarations; `--help` and
// docs/reference/cli.md are both made from them.

import { Argument, Command, Help, Option } from 'commander';
import type { Host } from '../../base/host.ts';

/** Does a verb's work with the real host (or a test's) and keeps its exit code. */
export type Start = (work: (host: Host) => Promise<number>) => Promise<void>;

export interface Example {
  /** As typed, without `wirefare`. */
  readonly line: string;
  readonly does: string;
}

export class VerbCommand extends Command {
  readonly examples: Example[] = [];
  /** What an exit code means for this verb, where that is more than for all. */
  readonly exitMeanings: [code: string, meaning: string][] = [];
  /** A paragraph below the options. */
  readonly paragraphs: string[] = [];

  override createCommand(name?: string): VerbCommand {
    return new VerbCommand(name);
  }

  override createHelp(): Help {
    return Object.assign(new VerbHelp(), this.configureHelp());
  }

  example(line: string, does: string): this {
    this.examples.push({ line, does });
    return this;
  }

  exitMeaning(code: number | string, meaning: string): this {
    this.exitMeanings.push([`${code}`, meaning]);
    return this;
  }

  paragraph(text: string): this {
    this.paragraphs.push(text);
    return this;
  }

  optionWith(flags: string, about: string, { words, value, usual }: OptionFacts): this {
    const option = new Option(flags, about);
    // Not Option.choices: the verb refuses a word itself, with all else that is wrong and the nearest
    // spelling.
    if (words !== undefined) option.argChoices = [...words];
    if (value !== undefined) option.default(value);
    if (usual !== undefined) option.defaultValueDescription = usual;
    return this.addOption(option);
  }

  /** `--json` as all verbs have it, for one whose forms `--format` names. */
  jsonAsFormat(): this {
    const json = new Option('--json', 'the same as --format json');
    // Not Option.conflicts: it takes what --json implies for typed.
    this.hook('preAction', (verb) => {
      const { json: isJson, format } = verb.opts();
      if (isJson === true && format !== 'json')
        verb.error(`error: option '--json' cannot be used with option '--format ${format}'`);
    });
    return this.addOption(json.implies({ format: 'json' }));
  }

  argumentOf(name: string, about: string, words: readonly string[]): this {
    const argument = new Argument(name, about);
    argument.argChoices = [...words];
    return this.addArgument(argument);
  }
}

interface OptionFacts {
  /** All that it understands. */
  readonly words?: readonly string[];
  /** Without the option. */
  readonly value?: string;
  /** The same in words, also where the verb itself fills it in. */
  readonly usual?: string;
}

/**
 * What an option or argument takes and means without being given; null where it takes anything, or means
 * nothing.
 */
export function describeValues({
  argChoices,
  defaultValue,
  defaultValueDescription,
}: Pick<Option, 'argChoices' | 'defaultValue' | 'defaultValueDescription'>): {
  readonly words: readonly string[] | null;
  readonly usual: string | null;
} {
  const usual = defaultValueDescription ?? (typeof defaultValue === 'string' ? defaultValue : null);
  return { words: argChoices ?? null, usual };
}

const INDENT = '  ';

/**
 * Commander's help with our words for allowed values, and examples, paragraphs and exit codes below the
 * options.
 */
class VerbHelp extends Help {
  override subcommandTerm(command: Command): string {
    return super.subcommandTerm(command).replace(' [options]', '');
  }

  override optionDescription(option: Option): string {
    return withFacts(option.description, describeValues(option));
  }

  override argumentDescription(argument: Argument): string {
    return withFacts(argument.description, describeValues(argument));
  }

  override formatHelp(command: Command, helper: Help): string {
    const text = super.formatHelp(command, helper);
    if (!(command instanceof VerbCommand)) return text;
    const width = this.helpWidth ?? 80;
    const { examples, paragraphs, exitMeanings } = command;
    const sections = [
      ...paragraphs.map((paragraph) => helper.boxWrap(paragraph, width)),
      ...(examples.length > 0 ? [`Examples:\n${this.#examples(examples, width)}`] : []),
      ...(exitMeanings.length > 0 ? [`Exit codes:\n${this.#exitMeanings(exitMeanings, helper)}`] : []),
    ];
    return [text, ...sections.map((section) => `${section}\n`)].join('\n');
  }

  #examples(examples: readonly Example[], width: number): string {
    return examples
      .map(({ line, does }) => {
        const typed = `${INDENT}wirefare ${line}`;
        const about = this.boxWrap(does, width - 2 * INDENT.length).replaceAll('\n', `\n${INDENT}${INDENT}`);
        return `${typed}\n${INDENT}${INDENT}${about}`;
      })
      .join('\n');
  }

  #exitMeanings(meanings: VerbCommand['exitMeanings'], helper: Help): string {
    const width = Math.max(...meanings.map(([code]) => code.length));
    return meanings.map(([code, meaning]) => this.formatItem(code, width, meaning, helper)).join('\n');
  }
}

function withFacts(about: string, { words, usual }: ReturnType<typeof describeValues>): string {
  const allowedWords = words === null ? '' : `: ${words.join(', ')}`;
  return `${about}${allowedWords}${usual === null ? '' : ` (default: ${usual})`}`;
}
