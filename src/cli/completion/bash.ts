// The script for bash: one function that looks at the verb, then at the option before the cursor. It needs no
// package bash-completion.

import type { CompletedVerb } from './completed-verbs.ts';
import { inQuotes } from './quotes.ts';

export function bashScript(verbs: readonly CompletedVerb[]): string {
  const outer = verbs.filter(({ name }) => !name.includes(' ')).map(({ name }) => name);
  const inner = verbs.filter(({ name }) => name.includes(' ')).map(({ name }) => name);
  return `# bash completion for wirefare, made by: wirefare completion bash

_wirefare() {
  local current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} verb=\${COMP_WORDS[1]}
  local words= options=
  COMPREPLY=()
  if (( COMP_CWORD == 1 )); then
    COMPREPLY=( $(compgen -W ${inQuotes([...outer, '--help', '--version'].join(' '))} -- "$current") )
    return
  fi
  if (( COMP_CWORD > 2 )); then
    case "$verb \${COMP_WORDS[2]}" in
      ${inner.map(inQuotes).join('|')}) verb="$verb \${COMP_WORDS[2]}" ;;
    esac
  fi
  case "$verb $before" in
${verbs.flatMap(valueCases).join('\n')}
  esac
  case $verb in
${verbs.map(verbCase).join('\n')}
  esac
  [[ $current == -* ]] && words=$options
  COMPREPLY=( $(compgen -W "$words" -- "$current") )
}

complete -o bashdefault -o default -F _wirefare wirefare
`;
}

/** A value that may be anything is left to bash, which completes files. */
function valueCases({ name, options }: CompletedVerb): string[] {
  const withValue = options.filter(({ takesValue }) => takesValue);
  return withValue.map(({ name: option, words }) => {
    const reply = `COMPREPLY=( $(compgen -W ${inQuotes(words.join(' '))} -- "$current") ); `;
    return `    ${inQuotes(`${name} ${option}`)}) ${words.length > 0 ? reply : ''}return ;;`;
  });
}

function verbCase({ name, options, words }: CompletedVerb): string {
  const names = options.map((option) => option.name).join(' ');
  return `    ${inQuotes(name)}) words=${inQuotes(words.join(' '))} options=${inQuotes(names)} ;;`;
}
