// The script for fish: a line for each verb, option and word, with the condition under which it counts.

import type { CompletedVerb } from './completed-verbs.ts';
import { inFishQuotes } from './quotes.ts';

export function fishScript(verbs: readonly CompletedVerb[]): string {
  const outer = verbs.filter(({ name }) => !name.includes(' '));
  const line = (when: string, ...rest: string[]) =>
    ['complete -c wirefare -n', inFishQuotes(when), ...rest].join(' ');
  const lines = [
    ...outer.map(({ name, about }) =>
      line('__fish_use_subcommand', '-f', '-a', name, '-d', inFishQuotes(about)),
    ),
    ...verbs.flatMap(({ name, options, words, wordsOnly }) => [
      ...(words.length > 0
        ? [line(seen(name), ...(wordsOnly ? ['-f'] : []), '-a', inFishQuotes(words.join(' ')))]
        : []),
      ...options.map((option) =>
        line(seen(name), '-l', option.name.slice(2), ...valueFlags(option), '-d', inFishQuotes(option.about)),
      ),
    ]),
  ];
  return `# fish completion for wirefare, made by: wirefare completion fish

${lines.join('\n')}
`;
}

/** All words of `networks check` must be there. */
function seen(verb: string): string {
  return verb
    .split(' ')
    .map((word) => `__fish_seen_subcommand_from ${word}`)
    .join('; and ');
}

/** -r: what comes next is its value, a file perhaps; -x: one of these words. */
function valueFlags({ takesValue, words }: CompletedVerb['options'][number]): string[] {
  if (!takesValue) return [];
  return words.length > 0 ? ['-x', '-a', inFishQuotes(words.join(' '))] : ['-r'];
}
