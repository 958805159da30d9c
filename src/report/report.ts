// What a report is: a name, a file, and a way to write it from the record. A member is one file in this folder (or a
// folder, for the bigger ones) and one line in catalogue.ts.

import type { RunFile } from '../record/record.ts';
import type { SampleTable } from '../record/sample-table.ts';
import type { Summary } from '../summary/summary.ts';

/** All that a report may know: it never touches the outside, so it can be remade years later. */
export interface ReportInput {
  readonly run: RunFile;
  readonly summary: Summary;
  readonly samples: SampleTable;
}

/** Takes the report's text or bytes, in order; may ask the renderer to wait. */
export type Write = (chunk: string | Uint8Array) => void | Promise<void>;

export interface Report {
  /** As on the command line: `html`. */
  readonly name: string;
  /** As in the record's folder: `report.html`. */
  readonly fileName: string;
  render(input: ReportInput, write: Write): Promise<void>;
}
