// Answers in the terminal: the question, and under it each sentence with the mark of its kind.

import { type Answer, MARKS, markFor, said } from '../answers/answer.ts';
import { wrapped } from './grid.ts';
import type { Paint } from './paint.ts';

const INDENT = '  ';

export function answers(all: readonly Answer[], width: number, paint: Paint): readonly string[] {
  const lines: string[] = [];
  let part = '';
  for (const { question, part: own, sentences } of all) {
    if (own !== part && lines.length > 0) lines.push('');
    if (own !== part && own !== '') lines.push(`${INDENT}${paint.strong(own)}`);
    part = own;
    lines.push(`${INDENT}${paint.dim(question)}`);
    for (const sentence of sentences) {
      const text = wrapped(said(sentence), width - 6, '', '');
      const mark = MARKS[markFor(sentence.kind, sentence.provisional)];
      const painted = sentence.kind === 'open' ? paint.alert(mark) : mark;
      lines.push(...text.map((line, i) => (i === 0 ? `${INDENT}  ${painted} ${line}` : `      ${line}`)));
    }
  }
  return lines;
}
