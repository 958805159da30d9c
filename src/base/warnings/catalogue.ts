// Every kind of warning there is, by topic. A new kind is a member of one of these files; the code that
// raises it calls `raise`.

import { CLIENT_WARNINGS, SLOW_CLIENT_WARNINGS } from './clients.ts';
import type { WarningDeclarations } from './declaration.ts';
import { MACHINE_WARNINGS } from './machine.ts';
import { MERGED_WARNINGS } from './merged.ts';
import { MESSAGE_WARNINGS } from './messages.ts';
import { MISSING_WARNINGS } from './missing.ts';
import { REQUEST_WARNINGS } from './requests.ts';

export const WARNINGS = {
  ...MACHINE_WARNINGS,
  ...MISSING_WARNINGS,
  ...REQUEST_WARNINGS,
  ...MESSAGE_WARNINGS,
  ...CLIENT_WARNINGS,
  ...SLOW_CLIENT_WARNINGS,
  ...MERGED_WARNINGS,
};

export type WarningKind = keyof typeof WARNINGS;

/** The order of the reference page. */
export const WARNING_TOPICS: readonly { readonly title: string; readonly kinds: WarningDeclarations }[] = [
  { title: 'The machine and the link', kinds: MACHINE_WARNINGS },
  { title: 'What is missing', kinds: MISSING_WARNINGS },
  { title: 'Times and bills', kinds: REQUEST_WARNINGS },
  { title: 'Messages', kinds: MESSAGE_WARNINGS },
  { title: 'Clients at once', kinds: CLIENT_WARNINGS },
  { title: 'Slow clients', kinds: SLOW_CLIENT_WARNINGS },
  { title: 'Merged records', kinds: MERGED_WARNINGS },
];
