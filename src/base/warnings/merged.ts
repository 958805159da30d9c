// Warnings about records that were put together from several.

import type { WarningDeclarations } from './declaration.ts';

export const MERGED_WARNINGS = {
  'machines-differ': {
    when: 'on the machines of a merged record the same comparison has different answers: one is faster on some, and slower on others, each beyond chance',
    means:
      'The ratio depends on the machine. The answer over all machines is of their mean, and its interval is as wide as they differ.',
    toDo: 'Read the table of machines in the report: it has the answer of each. Ask what tells the machines apart before you choose one way for all of them.',
    advice: 'the report has the answer of each machine',
  },
  'merged-again': {
    when: 'a record that was put together before was merged on with others',
    means:
      'What it said before could be seen, so this is one more look at its sessions: its intervals are wider than those of one merge of all records.',
    toDo: 'Nothing, if records came since. Next time merge when all of them are there. Merging all records anew makes intervals narrower and the promise less: nobody counts what the first merge said.',
    advice: 'merge when all records are there, once',
  },
  'share-missing': {
    when: 'a study was dealt out (`--share`) and some of its shares are not among the merged records',
    means: 'The figures stand on fewer sessions than were planned. What was measured is not wrong for that.',
    toDo: 'Merge again when the other shares are there.',
    advice: 'merge again when they are there',
  },
  'clients-differ': {
    when: 'a browser had several versions in the records that were merged',
    means:
      'Its sessions are taken together all the same. What differs between the versions is in the scatter of the sessions, or of the machines.',
    toDo: 'Bring the machines to one version, or merge the records of each version by themselves and compare.',
    advice: 'bring the machines to one version, or merge those of each version by themselves',
  },
  'load-cores-differ': {
    when: 'other clients asked while cells were measured, and in some of the merged records they or their targets had more cores than in others',
    means:
      'What a load does to a target depends on the cores that both have. Times under a load, and how many clients keep a limit, are taken together all the same; how many requests a second the cores carry is not told.',
    toDo: 'Merge the records of machines with as many cores by themselves, and compare.',
    advice: 'merge those of machines with as many cores by themselves',
  },
} satisfies WarningDeclarations;
