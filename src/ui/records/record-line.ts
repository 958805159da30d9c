// A record as the list shows it: what was asked, what came of it in one line, where and when.

import { count } from '../../base/figures/plurals.ts';
import { machinesOf } from '../../record/machines.ts';
import { whyNeverGoesOn } from '../../record/never-goes-on.ts';
import type { HostFacts, RunFile, RunStatus } from '../../record/record.ts';
import { plannedSessions } from '../../record/rotations.ts';
import { type SentenceKind, said } from '../../report/answers/answer.ts';
import { makeTables } from '../../report/words/groups.ts';
import { allAnswers } from '../../report/words/sentences.ts';
import type { Summary } from '../../summary/summary.ts';

/** What a list keeps of a record; its name and tags come beside. */
export interface RecordLine {
  readonly title: string;
  readonly study: string;
  readonly startedAt: string;
  readonly status: RunStatus;
  /** Somebody may go on with it when nobody writes it. */
  readonly canGoOn: boolean;
  readonly sessions: { readonly complete: number; readonly planned: number };
  /** null: no summary of just this run stands beside it yet; opening it makes one. */
  readonly answer: AnswerLine | null;
  /** `AMD EPYC 7B13, 2 cores` */
  readonly machine: string;
  /** `Chromium 149` */
  readonly clients: readonly string[];
  readonly targets: readonly string[];
}

export interface AnswerLine {
  readonly question: string;
  readonly text: string;
  readonly kind: SentenceKind;
  /** Warnings of the record: how much stands behind the line. */
  readonly warnings: number;
}

/** Throws whatever the two files of a damaged record lead to. */
export function recordLine(run: RunFile, summary: Summary | null): RecordLine {
  const { study, status, startedAt, sessions, plan } = run;
  const agents = sessions.flatMap(({ agent }) =>
    agent === null ? [] : `${agent.engine} ${agent.engineVersion}`,
  );
  return {
    title: text(study.title),
    study: text(study.name),
    startedAt: text(startedAt),
    status,
    canGoOn: whyNeverGoesOn(run) === null,
    sessions: { complete: completeSessions(run), planned: plannedSessions(run) },
    answer: summary === null || !isOf(summary, run) ? null : answerLine(run, summary),
    machine: sayMachines(run),
    clients: [...new Set(agents)].map(text),
    targets: [...new Set(plan.sessions.map(({ target }) => text(target)))],
  };
}

/**
 * A run that was gone on with and died has the summary of what it was before. By what it says and not by its
 * time: to copy a record changes that.
 */
function isOf(summary: Summary, run: RunFile): boolean {
  const { complete, planned } = summary.sessions;
  return (
    summary.startedAt === run.startedAt &&
    asEnded(summary.status) === asEnded(run.status) &&
    complete === completeSessions(run) &&
    planned === plannedSessions(run)
  );
}

/** One that goes on is interrupted when its lab dies, and has measured the same. */
function asEnded(status: RunStatus): RunStatus {
  return status === 'running' ? 'interrupted' : status;
}

function completeSessions({ sessions }: RunFile): number {
  return sessions.filter(({ status }) => status === 'complete').length;
}

/** The first answer of the report, and of that the first sentence that decides something. */
function answerLine(run: RunFile, summary: Summary): AnswerLine {
  const [first] = allAnswers(run, summary, makeTables(summary, run.study));
  const warnings = summary.warnings.length;
  const decisive = first?.sentences.filter(({ kind }) => kind !== 'note') ?? [];
  const sentence = decisive[0] ?? first?.sentences[0];
  if (first === undefined || sentence === undefined)
    return { question: '', text: 'nothing was measured', kind: 'open', warnings };
  const part = first.part === '' ? '' : `${first.part}: `;
  // The line must not look like all of it, unless it is that, as of advice for several networks.
  const isFirst = decisive.length > 1 && sentence.sumsUp !== true;
  const more = isFirst ? ` (the first of ${count(decisive.length, 'answer')})` : '';
  return {
    question: `${part}${first.question}${more}`,
    text: said({ ...sentence, text: inOneLine(sentence.text) }),
    kind: sentence.kind,
    warnings,
  };
}

/** Up to where a sentence goes on to another way, or to what more time would tell: the report has it all. */
function inOneLine(sentence: string): string {
  return sentence.split(/[;.] (?![^(]*\))/)[0]!;
}

function sayMachines(run: RunFile): string {
  const [only, ...others] = machinesOf(run);
  return others.length === 0 ? sayMachine(only!.host) : count(others.length + 1, 'machine');
}

function sayMachine({ cpu, cores }: HostFacts): string {
  return `${text(cpu)}, ${cores} ${cores === 1 ? 'core' : 'cores'}`;
}

/** Whoever edits a record by hand may put anything there. */
function text(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError('a text is missing');
  return value;
}
