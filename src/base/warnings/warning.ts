// Typed warnings: data in the record, printed once at the end of every report.

import { WARNINGS, type WarningKind } from './catalogue.ts';
import type { WarningDeclaration } from './declaration.ts';

export interface Warning {
  readonly kind: WarningKind;
  /** What was seen, with its figure. */
  readonly what: string;
  /** What to do about it, given the settings already in use; empty if nothing can be done. */
  readonly advice: string;
  /** Index of the session that the warning belongs to; null if it belongs to none. */
  readonly session: number | null;
}

/**
 * What is wrong with a server is what its owner came for, and a terminal shows the first few alone. Else the
 * order stays.
 */
export function serversFirst(warnings: readonly Warning[]): readonly Warning[] {
  return [...warnings.filter(isOfServer), ...warnings.filter((warning) => !isOfServer(warning))];
}

/** A record of another version may have kinds that are not declared here. */
function isOfServer({ kind }: Warning): boolean {
  const declared: WarningDeclaration | undefined = WARNINGS[kind];
  return declared?.isOfServer === true;
}

/** `advice` replaces the declared one where the caller knows more than the kind says. */
export function raise(
  kind: WarningKind,
  what: string,
  { advice, session = null }: { readonly advice?: string; readonly session?: number | null } = {},
): Warning {
  const declared: WarningDeclaration = WARNINGS[kind];
  return { kind, what, advice: advice ?? declared.advice ?? '', session };
}
