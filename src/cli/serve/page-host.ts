// The outside as a verb has it that the page has started: its words go to the page, it asks there, and it is
// interrupted by whoever stops it.

import type { Host } from '../../base/host.ts';
import type { JobContext } from '../../ui/jobs/jobs.ts';

/** `dir`: where its files are; null: where the lab was started. */
export function pageHost(host: Host, dir: string | null, job: JobContext, out: (text: string) => void): Host {
  let line = '';
  return {
    ...host,
    cwd: dir ?? host.cwd,
    stdin: () => null,
    ask: (question) => job.ask(question),
    out: (text) => out(typeof text === 'string' ? text : Buffer.from(text).toString()),
    err(text) {
      const lines = (line + text).split('\n');
      line = lines.pop()!;
      for (const each of lines) if (each !== '') job.note(each);
    },
    outIsTerminal: false,
    errIsTerminal: false,
    colour: false,
    errColour: false,
    interrupted: AbortSignal.any([host.interrupted, job.stopped]),
  };
}
