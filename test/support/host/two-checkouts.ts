// Base and head of a gate: two checkouts of one server, whose folders have one name.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Makes `main/server` and `change/server` in a folder, which need not be there. */
export function writeTwoCheckouts(dir: string): void {
  const target = { name: 'server', title: 'S', language: 'L', version: '1', start: ['node'] };
  for (const side of ['main', 'change']) {
    mkdirSync(join(dir, side, 'server'), { recursive: true });
    writeFileSync(join(dir, side, 'server', 'target.json'), JSON.stringify(target));
  }
}
