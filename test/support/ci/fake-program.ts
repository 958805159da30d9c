// A program of the PATH, played by a few lines of shell.

import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export function fakeProgram(folder: string, name: string, script: string): void {
  writeFileSync(path.join(folder, name), `#!/bin/sh\n${script}\n`);
  chmodSync(path.join(folder, name), 0o755);
}
