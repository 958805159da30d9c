// The JSON Schema of study files, for editors. Generated into docs/reference/study.schema.json.

import { z } from 'zod';
import type { JsonSchema } from './shape-problems.ts';
import { studyFileSchema } from './study-file.ts';
import type { Vocabulary } from './vocabulary.ts';

export function studyJsonSchema(vocabulary: Vocabulary): JsonSchema {
  return z.toJSONSchema(studyFileSchema(vocabulary), { io: 'input' }) as JsonSchema;
}
