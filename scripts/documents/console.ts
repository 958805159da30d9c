// What the documents show of a terminal, held to what the commands print. A block says behind its language
// what it is:
//
//   ```console run            each `$ ./wirefare …` is run, and prints what is shown beneath it
//   ```console from=PATH      shortened output of a run that is kept: of a record's folder its report is
//                             meant, of a gate's JSON what it is on a terminal
//   ```text drawing           a picture, a layout: nobody printed it; of commands it is `syntax`
//   ```text followed          a test follows the page, and holds it to what happens (test/support/real)
//   ```text generated         npm run generate has it from the program
//
// A line `…` stands for lines that were left out. What has another language is no terminal.

import { runCli } from '../../src/cli/program.ts';
import type { FakeHost } from '../../test/support/host/fake-host.ts';
import type { Placed } from './markdown.ts';

export interface ConsoleBlock extends Placed {
  readonly file: string;
  /** `run`, `from=docs/records/quick`; empty where it says nothing. */
  readonly mark: string;
  readonly language: string;
}

const MARKS: Readonly<Record<string, RegExp>> = {
  console: /^(?:run|from=\S+)$/,
  text: /^(?:drawing|syntax|followed|generated)$/,
};
/** Nothing that a terminal prints. */
const OTHERS = new Set(['sh', 'yaml', 'json', 'js', 'sql', 'xml', 'html', 'toml', 'ini', 'groovy']);
const LEFT_OUT = '…';

export function readBlocks(file: string, text: string): ConsoleBlock[] {
  const blocks = text.matchAll(/^( *)```(\w*) ?([^\n`]*)\n(.*?)^\1```$/gms);
  return [...blocks].map((match) => ({
    file,
    line: text.slice(0, match.index).split('\n').length,
    language: match[2]!,
    mark: match[3]!.trim(),
    text: match[4]!,
  }));
}

/** Blocks that do not say what they are. */
export function markProblems(blocks: readonly ConsoleBlock[]): string[] {
  return blocks.flatMap(({ file, line, language, mark }) => {
    const marks = MARKS[language];
    if (marks === undefined && OTHERS.has(language)) return [];
    if (marks === undefined) return [`${file}:${line}: a block of ${language || 'no language'}: name one`];
    if (marks.test(mark)) return [];
    return [`${file}:${line}: a block of ${language} says what it is: ${marks.source}, not "${mark}"`];
  });
}

interface Shown {
  readonly command: string;
  readonly lines: readonly string[];
}

/** The commands of a block, each with what is shown beneath it. */
export function shownIn(text: string): Shown[] {
  const shown: { command: string; lines: string[] }[] = [];
  for (const line of text.trimEnd().split('\n')) {
    if (line.startsWith('$ ')) shown.push({ command: line.slice(2), lines: [] });
    else shown.at(-1)?.lines.push(line);
  }
  return shown;
}

/** What of the block was not printed: the first line of each piece that differs. Blank lines count. */
export function notPrinted(lines: readonly string[], printed: string): string[] {
  const actual = printed.split('\n').map((line) => line.trimEnd());
  while (actual.at(-1) === '') actual.pop();
  while (actual[0] === '') actual.shift();
  const wanted = lines.map((line) => line.trimEnd());
  let at = 0;
  let mayLeaveOut = false;
  const missing: string[] = [];
  for (const line of wanted) {
    if (line.trim() === LEFT_OUT) {
      mayLeaveOut = true;
      continue;
    }
    const found = mayLeaveOut ? actual.indexOf(line, at) : actual[at] === line ? at : -1;
    if (found === -1) missing.push(line);
    else at = found + 1;
    mayLeaveOut = false;
  }
  if (missing.length === 0 && !mayLeaveOut && at < actual.length)
    missing.push(`(nothing more, but ${actual[at]} was printed)`);
  return missing;
}

/** What a command of a document prints, without starting a process. */
export async function printedBy(command: string, host: FakeHost): Promise<string> {
  const words = wordsOf(command);
  if (words[0] !== './wirefare') throw new Error(`only ./wirefare can be run here, not ${words[0]}`);
  const code = await runCli(words.slice(1), host);
  if (code !== 0) throw new Error(`${command} ends with ${code}: ${host.told()}`);
  return host.printed();
}

/** As a shell has them: quotes kept together, nothing expanded; a comment ends it. */
export function wordsOf(command: string): string[] {
  const words = [...command.matchAll(/'([^']*)'|"([^"]*)"|#.*$|(\S+)/g)];
  const comment = words.findIndex(([whole]) => whole.startsWith('#'));
  return words
    .slice(0, comment === -1 ? words.length : comment)
    .map((match) => match[1] ?? match[2] ?? match[3]!);
}
