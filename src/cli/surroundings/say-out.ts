// Results that people read, on stdout: their commands are called as this one was. What programs read stays as
// it is, and so does what is read elsewhere, as pages are.

import { withCommands } from '../../base/command-form.ts';
import type { Host } from '../../base/host.ts';

export function sayOut({ out, command }: Pick<Host, 'out' | 'command'>, text: string): void {
  out(withCommands(text, command));
}
