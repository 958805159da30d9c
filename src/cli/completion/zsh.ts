// The script for zsh: what bash's does, with what each verb and option is for.

import type { CompletedVerb } from './completed-verbs.ts';
import { inQuotes } from './quotes.ts';

export function zshScript(verbs: readonly CompletedVerb[]): string {
  const outer = verbs.filter(({ name }) => !name.includes(' '));
  const inner = verbs.filter(({ name }) => name.includes(' ')).map(({ name }) => name);
  return `#compdef wirefare
# zsh completion for wirefare, made by: wirefare completion zsh

_wirefare() {
  local -a verbs options names
  local files= verb=$words[2]
  if (( CURRENT == 2 )); then
    verbs=(${outer.map(({ name, about }) => described(name, about)).join(' ')})
    _describe -t verbs verb verbs
    return
  fi
  if (( CURRENT > 3 )); then
    case "$verb $words[3]" in
      (${inner.map(inQuotes).join('|')}) verb="$verb $words[3]" ;;
    esac
  fi
  case "$verb $words[CURRENT-1]" in
${verbs.flatMap(valueCases).join('\n')}
  esac
  case $verb in
${verbs.map(verbCase).join('\n')}
  esac
  if [[ $words[CURRENT] == -* ]]; then
    _describe -o -t options option options
    return
  fi
  local none=1
  (( $#names )) && compadd -a names && none=0
  [[ -n $files ]] && _files && none=0
  return none
}

if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _wirefare "$@"
else
  compdef _wirefare wirefare
fi
`;
}

/** A colon would end the name. */
function described(name: string, about: string): string {
  return inQuotes(`${name.replaceAll(':', '\\:')}:${about}`);
}

function valueCases({ name, options }: CompletedVerb): string[] {
  const withValue = options.filter(({ takesValue }) => takesValue);
  return withValue.map(({ name: option, words }) => {
    const reply = words.length > 0 ? `compadd -- ${words.map(inQuotes).join(' ')}` : '_files';
    return `    (${inQuotes(`${name} ${option}`)}) ${reply}; return ;;`;
  });
}

function verbCase({ name, options, words, wordsOnly }: CompletedVerb): string {
  const all = options.map((option) => described(option.name, option.about)).join(' ');
  const names = words.map(inQuotes).join(' ');
  return `    (${inQuotes(name)}) options=(${all}); names=(${names}); files=${wordsOnly ? '' : 'yes'} ;;`;
}
