// What verbs say of themselves, in the words of the page: whoever looks at one has fields and buttons, and no
// command line.

/**
 * What the fields ask for, of all sections, or how they are called; what other flags ask for, no page does.
 */
const FIELDS: Readonly<Record<string, string>> = {
  budget: 'time it may take',
  precision: 'precision',
  quick: 'at most a minute',
  network: 'networks',
  today: '“Sent today as”',
  browser: 'browser',
  from: 'kind of data',
  path: 'part of the data',
  answers: "answers of the HAR's path",
  header: '“Headers”',
  insecure: '“Any certificate”',
  limit: '“Largest answer”',
  timeout: '“Longest wait”',
  link: '“A model of TCP”',
  url: '“Whole addresses”',
  resume: 'Go on',
  against: 'a second target',
};

const NAMES = Object.keys(FIELDS).join('|');
/**
 * Behind what it says already: `give it more time (--budget 5m)`; not where it is all that is said of what
 * helps: `is larger than 100 MB (--limit allows more)`.
 */
const HOW_TO_TYPE = / \(--[a-z](?!\w* allows more\))[^()]*\)/g;
const COMMAND = /wirefare run --resume \S+/g;
/** What would tell more: the time stands before it, and the form adds it to what was used. */
const GOING_ON = /\(--precision (\S+) --budget \d\w*\)/g;
/** `wirefare run books --design full --only n=10 measures them` */
const WHOLE_DESIGN = /wirefare run (\S+) --design full(?: --only \S+)* (?=measures )/g;
/** Its value says it: `it takes about --budget 3m`. */
const BEFORE_FIGURE = /(?<![\w-])--(?:budget|precision) (?=\d)/g;
/** `--budget 6m is about enough.` */
const ENOUGH_TIME = /(?<![\w-])--budget (\d\w*) is about enough/g;
/** With the one value that its field has, or with an example: `--header 'Authorization: …'`. */
const FLAG = new RegExp(`(?<![\\w-])--(${NAMES})(?: modelled| ('[^']*'))?(?![\\w-])`, 'g');

export function inWordsOfPage(text: string): string {
  return text
    .replace(COMMAND, 'Go on, beside it in Records')
    .replace(GOING_ON, '(Go on, beside it in Records, with precision $1)')
    .replace(WHOLE_DESIGN, 'the study $1 with “design: full” ')
    .replace(HOW_TO_TYPE, '')
    .replace(ENOUGH_TIME, 'A run of about $1 is enough')
    .replace(BEFORE_FIGURE, '')
    .replace(FLAG, (_, name: string, example?: string) =>
      example === undefined ? FIELDS[name]! : `${FIELDS[name]} (${example})`,
    );
}

/**
 * No sentences: what runs, what is drawn, and what is there to be copied; or a text that may name an option.
 */
const PARTS = /<(style|script|svg|pre|code)\b[\s\S]*?<\/\1>|>[^<]*--[a-z][^<]*(?=<)/g;
/** An option that no line may break. */
const KEPT_TOGETHER = /<span class="whole">(--[^<]*)<\/span>/g;

/**
 * A report as the page opens it. It is the very file that the terminal names, and whoever opens it here has
 * fields and buttons instead of options.
 */
export function documentInWordsOfPage(html: string): string {
  return html
    .replace(KEPT_TOGETHER, '$1')
    .replace(PARTS, (part: string, kept: string | undefined) => (kept === undefined ? said(part) : part));
}

/** `text` is escaped. */
function said(text: string): string {
  return inWordsOfPage(text.replaceAll('&#39;', "'")).replaceAll("'", '&#39;');
}
