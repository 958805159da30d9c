// The guardian where there is no shell for it (guardian.sh): the same lines on stdin, and when that closes,
// however the lab ended, every process still on the list ends with all that descend from it, and the folder
// goes.
//
//   node guardian-main.ts FOLDER

import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { endTree } from './process-tree.ts';

const folder = process.argv[2]!;
const started = new Set<string>();
// Ctrl-C in the lab's console is the lab's to mind.
process.on('SIGINT', () => {});
process.on('SIGHUP', () => {});

for await (const line of createInterface({ input: process.stdin })) {
  const [word, id] = line.split(' ') as [string, string];
  if (word === 'group') started.add(id);
  if (word === 'gone') started.delete(id);
}
for (const pid of started) await endTree(pid, process.env);
await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
