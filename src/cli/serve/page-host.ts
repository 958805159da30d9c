// The outside as a verb has it that the page has started: its words go to the page, it asks there, and it is
// interrupted by whoever stops it.

import type { Host } from '../../base/host.ts';
import { CHOSEN_BY_FLAG } from '../../payload/har/har-groups.ts';
import type { JobContext } from '../../ui/jobs/jobs.ts';
import { inWordsOfPage } from '../../ui/server/words-of-page.ts';

/** So rarely is a page told how far a step is: some of them are timed. */
const BETWEEN_COUNTS_MS = 1_000;

/** `dir`: where its files are; null: where the lab was started. */
export function pageHost(host: Host, dir: string | null, job: JobContext, out: (text: string) => void): Host {
  let line = '';
  let toldMs = Number.NEGATIVE_INFINITY;
  return {
    ...host,
    cwd: dir ?? host.cwd,
    stdin: () => null,
    ask: (question) => job.ask(question),
    out: (text) => out(typeof text === 'string' ? text : Buffer.from(text).toString()),
    err(text) {
      const lines = (line + text).split('\n');
      line = lines.pop()!;
      for (const each of lines) if (each !== '') job.note(noteOfPage(each));
    },
    outIsTerminal: false,
    errIsTerminal: false,
    colour: false,
    errColour: false,
    interrupted: AbortSignal.any([host.interrupted, job.stopped]),
    onStep(step) {
      const isNew = step.doing !== job.progress.doing;
      job.progress.step(step);
      const nowMs = host.clock.nowMs();
      if (!isNew && nowMs - toldMs < BETWEEN_COUNTS_MS) return;
      toldMs = nowMs;
      job.changed();
    },
  };
}

/** As the field is called in the page (src/ui/ask/body.html). */
const CHOSEN_BY_FIELD = "The field Answers of the HAR's path takes another";

/** A note of the terminal as the page has it. */
export function noteOfPage(note: string): string {
  return inWordsOfPage(note.replace(CHOSEN_BY_FLAG, CHOSEN_BY_FIELD));
}
