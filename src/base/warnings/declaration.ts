// What each kind of warning declares. Reports print `what` and `advice` of each warning; the reference page
// (docs/reference/warnings.md) is made from the rest.

export interface WarningDeclaration {
  /** Completes "It is raised if …", with the bound. */
  readonly when: string;
  /** What it means for the figures. Sentences. */
  readonly means: string;
  /** What the reader does about it. Sentences. */
  readonly toDo: string;
  /** The bounds that the code compares with and that `when` names. */
  readonly bounds?: Readonly<Record<string, number>>;
  /**
   * Printed with each warning of the kind. Absent if the code that raises it knows more, or if nothing can be
   * done.
   */
  readonly advice?: string;
  /** It is of the server, whose users have it too: told before all that is of the run. */
  readonly isOfServer?: true;
}

export type WarningDeclarations = Readonly<Record<string, WarningDeclaration>>;
