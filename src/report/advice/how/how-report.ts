// How to send it, as Markdown: on a terminal the fences say where code begins and ends.

import { UserError } from '../../../base/errors.ts';
import type { Report } from '../../report.ts';
import { type HowPart, type HowToSend, howToSend } from './how.ts';
import { howNote, howTitle } from './how-words.ts';
import { hasCode } from './snippet.ts';

export const howReport: Report = {
  name: 'how',
  fileName: 'how.md',
  goesTo: 'stdout',
  tells: 'summary',
  async render(input, write) {
    const ways = howToSend(input);
    if (ways.length === 0) throw new UserError([NO_ADVICE]);
    await write(sayHow(ways));
  },
};

const NO_ADVICE = {
  file: '--format',
  path: '',
  what: 'how: nothing was advised in this record',
  hint: 'wirefare advise FILE asks for advice',
};

export function sayHow(ways: readonly HowToSend[]): string {
  return ways.map(sayWay).join('\n');
}

function sayWay(how: HowToSend): string {
  return [`# ${howTitle(how)}\n`, ...how.notes.map(sayNote), ...how.parts.map(sayPart)].join('\n');
}

function sayPart(part: HowPart): string {
  const title = `## ${part.title}\n`;
  if (!hasCode(part))
    return [title, sayNote(part.why), ...(part.read === undefined ? [] : [`To read: <${part.read}>\n`])].join(
      '\n',
    );
  const { commands, files, notes } = part;
  return [
    title,
    ...(commands.length === 0 ? [] : [fenced('sh', `${commands.join('\n')}\n`)]),
    ...files.map(({ name, language, code }) => `${name}:\n\n${fenced(language, code)}`),
    ...notes.map(sayNote),
  ].join('\n');
}

function sayNote(note: string): string {
  return `${howNote(note)}\n`;
}

function fenced(language: string, code: string): string {
  return `\`\`\`${language}\n${code}\`\`\`\n`;
}
