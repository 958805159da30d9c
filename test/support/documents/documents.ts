// Documents of the kinds people have, written for these tests: what every format must bring back exactly or
// refuse.

import type { DataValue } from '../../../src/data/schema.ts';
import { COMMON_DOCUMENTS } from './common-documents.ts';
import { MARKED_UP_DOCUMENTS } from './marked-up-documents.ts';
import { ODD_DOCUMENTS } from './odd-documents.ts';
import { TABLE_DOCUMENTS } from './table-documents.ts';

export interface TestDocument {
  /** Short, for test names. */
  readonly name: string;
  readonly value: DataValue;
}

export const DOCUMENTS: readonly TestDocument[] = [
  ...COMMON_DOCUMENTS,
  ...TABLE_DOCUMENTS,
  ...ODD_DOCUMENTS,
  ...MARKED_UP_DOCUMENTS,
];
