// Warnings about what the record lacks: sessions, cells, lines, an index.

import type { WarningDeclarations } from './declaration.ts';

const FEW_SESSIONS = 4;

export const MISSING_WARNINGS = {
  'few-sessions': {
    bounds: { sessions: FEW_SESSIONS },
    when: `fewer than ${FEW_SESSIONS} sessions of a browser and target count, or fewer than ${FEW_SESSIONS} of a cell that other sessions have`,
    means:
      'A session counts as one observation, so few of them give wide intervals. With one session, intervals come from its blocks and know nothing of the difference between sessions.',
    toDo: 'Set `protocol.sessions` to 6 or more, give the run more time (`--budget`), or go on with it (`--resume`). If a cell was left out in some sessions, `dropped` in the record says why.',
  },
  'session-failed': {
    when: 'a session ended before it was complete: a browser or a server died or did not answer, a timed answer was wrong, or a target no longer did what it did when it was verified',
    means: 'The session is left out; the figures rest on the others.',
    toDo: 'Read the reason in the warning. If it comes back, `wirefare doctor` looks at the machine and `wirefare verify` at the target.',
  },
  'given-up': {
    when: 'two sessions of the same browser, target and place failed one after the other while others went well, or lost their nodes of a Grid each time they were tried, or the Grid had no room for as long as the lab waits; or a record was gone on with while a program of its cells was missing or failed',
    means:
      'The run went on without them. Their cells have the figures of the sessions before that, or none, and no comparison with them is decided by this run.',
    toDo: 'The warning has the reason. `wirefare doctor` looks at the machine and `wirefare verify` at the target; then go on with the run (`--resume`), which tries them again.',
  },
  'answers-not-compared': {
    when: 'a client speaks a version of the agent protocol in which timed answers are not compared with the original, or a measured URL answers a browser otherwise than it answered before the run',
    means:
      'A URL may answer with a time, a counter or the browser’s language: its answers are decoded all the same. Of a client, it checked every cell once. If a server answered other requests wrongly later, the run could not notice.',
    toDo: 'Let the client speak version 8 of the agent protocol. Of a URL: if the difference is no time or counter of yours, see what the browser is answered.',
    advice: 'let it speak version 8 of the agent protocol (docs/reference/agent-protocol.md)',
  },
  'cell-failed': {
    when: 'a cell could not be measured, or some of its exchanges or sequences of messages failed',
    means:
      'A cell without figures is left out of comparisons. Where only some exchanges failed, the figures are those of the others.',
    toDo: 'Read the reason; the record has that of each exchange (`reason` in samples.ndjson).',
  },
  'cell-skipped': {
    when: 'a cell of the study was not run, because a browser, a server or a network here cannot do it',
    means: 'The cell has no figures, and comparisons with it are missing.',
    toDo: 'The warning has the reason and, if something can be installed, so does `wirefare doctor`.',
  },
  'damaged-record': {
    when: 'lines of samples.ndjson cannot be read; one half line at the end of a run that was killed is no reason',
    means: 'Those samples are left out; the figures rest on the others.',
    toDo: 'Restore the file from a copy if you have one. Otherwise run the study again if many lines are lost.',
    advice: 'the figures rest on the others',
  },
  'no-index': {
    when: 'the study asks for an index and the record has too little for it, such as no measured baseline',
    means: 'The report has no index. Everything else stands.',
    toDo: 'The warning says what is missing. Go on with the run (`--resume`), or name another baseline: `wirefare report RECORD --baseline CELL`.',
  },
} as const satisfies WarningDeclarations;
