// What other clients change, in sentences: at which number another way is the fastest, and how many a limit
// allows.

import { grouped } from '../../base/figures/numbers.ts';
import { parseClients, sayClients } from '../../factors/clients.ts';
import type { ClientsSummary, ClientsWay } from '../../summary/clients/clients-summary.ts';
import type { Summary } from '../../summary/summary.ts';
import type { Answer, Sentence } from '../answers/answer.ts';
import { wayName } from './tables.ts';

export function clientsAnswers({ clients, advice }: Summary): readonly Answer[] {
  if (clients === undefined || advice !== undefined) return [];
  return [...flipAnswer(clients), ...keepAnswer(clients)];
}

function flipAnswer({ groups }: ClientsSummary): Answer[] {
  const several = groups.filter(({ ways }) => ways.length > 1);
  if (several.length === 0) return [];
  const sentences = several.flatMap(({ ways, flips }): Sentence[] => {
    const nameOf = (cell: string) =>
      wayName(ways.find(({ levels }) => levels.some((level) => level.cell === cell))!);
    if (flips.length === 0) return [{ kind: 'note', where: '', text: 'no flip is told from chance' }];
    return flips.map(({ between: [fewer, more], fastest: [one, other] }) => ({
      kind: 'decided',
      where: '',
      text: `${nameOf(one)} is the fastest with ${inWords(fewer)}, and ${nameOf(other)} with ${inWords(more)}`,
    }));
  });
  return [
    { question: 'Where does the choice flip, with more clients?', part: '', sentences: distinct(sentences) },
  ];
}

function keepAnswer({ keep, groups }: ClientsSummary): Answer[] {
  if (keep === null) return [];
  const sentences = groups.flatMap(({ ways }) => ways.map(sayKept));
  const question = `How many clients keep p95 within ${grouped(keep.p95Ms)} ms?`;
  return [{ question, part: '', sentences }];
}

function sayKept(way: ClientsWay): Sentence {
  const { most, undecided, broken } = way.kept!;
  const parts = [
    most === null ? 'none surely' : `surely ${inWords(most)}`,
    ...(undecided.length === 0 ? [] : [`undecided with ${undecided.map(inWords).join(' and with ')}`]),
    broken === null ? 'no larger number is surely above it' : `${inWords(broken)} do not`,
  ];
  return { kind: 'note', where: '', text: `${wayName(way)}: ${parts.join('; ')}` };
}

function inWords(word: string): string {
  return sayClients(parseClients(word)!);
}

function distinct(sentences: readonly Sentence[]): Sentence[] {
  return [...new Map(sentences.map((sentence) => [sentence.text, sentence])).values()];
}
