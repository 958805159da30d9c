// Typed warnings: data in the record, printed once at the end of every report.

import { WARNINGS, type WarningKind } from './catalogue.ts';
import type { WarningDeclaration } from './declaration.ts';

export interface Warning {
  readonly kind: WarningKind;
  /** What was seen, with its figure. */
  readonly what: string;
  /** What to do about it, knowing what is already on; empty where nothing can be done. */
  readonly advice: string;
  /** Session index, where it belongs to one. */
  readonly session: number | null;
}

/** `advice`: instead of the declared one, where more is known than the kind. */
export function raise(
  kind: WarningKind,
  what: string,
  { advice, session = null }: { readonly advice?: string; readonly session?: number | null } = {},
): Warning {
  const declared: WarningDeclaration = WARNINGS[kind];
  return { kind, what, advice: advice ?? declared.advice ?? '', session };
}
