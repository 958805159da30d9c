// What a report is: a name, a file, and a way to write it from the record. A member is one file in this
// folder (or a folder, for the bigger ones), its name below and one line in catalogue.ts.

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

/** As on the command line, where naming them must not load what renders them. */
export const REPORT_NAMES = ['terminal', 'html', 'md', 'json', 'csv', 'parquet', 'har', 'how'] as const;

export type ReportName = (typeof REPORT_NAMES)[number];

/** Where text is read. Only the terminal report looks otherwise elsewhere. */
export interface Look {
  readonly columns: number;
  readonly colour: boolean;
  /** Path of the HTML report to end with; null where none was written. */
  readonly htmlPath: string | null;
}

/** Of a file, which is no terminal. */
export const PLAIN_LOOK: Look = { columns: 80, colour: false, htmlPath: null };

export interface Report {
  readonly name: ReportName;
  /** As in the record's folder: `report.html`. */
  readonly fileName: string;
  /** Where it goes if the user names no place. */
  readonly goesTo: 'stdout' | 'file';
  /** What it tells: reports of the samples have no index. */
  readonly tells: 'summary' | 'samples';
  render(input: ReportInput, write: Write, look: Look): Promise<void>;
}
