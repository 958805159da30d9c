// What verbs say of themselves, in the words of the page: whoever looks at one has fields and buttons, and no
// command line.

/** What the fields ask for, of all sections; what other flags ask for, no page does. */
const FIELDS: Readonly<Record<string, string>> = {
  budget: 'time it may take',
  precision: 'precision',
  quick: 'at most a minute',
  network: 'networks',
  today: 'sent today as',
  browser: 'browser',
  from: 'kind of data',
  path: 'part of the data',
  answers: "answers of the HAR's path",
  resume: 'Go on',
};

const NAMES = Object.keys(FIELDS).join('|');
/** Behind what it says already: `give it more time (--budget 5m)`. */
const HOW_TO_TYPE = new RegExp(` \\(--(?:${NAMES})(?: [^()]*)?\\)`, 'g');
const COMMAND = /wirefare run --resume \S+/g;
const FLAG = new RegExp(`(?<![\\w-])--(${NAMES})(?![\\w-])`, 'g');

export function inWordsOfPage(text: string): string {
  return text
    .replace(COMMAND, 'Go on, beside it in Records')
    .replace(HOW_TO_TYPE, '')
    .replace(FLAG, (_, name: string) => FIELDS[name]!);
}
