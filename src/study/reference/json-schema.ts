// The JSON Schema of study files, everything in its place: what the messages and the reference page look
// levels up in. Editors get the same without repeats (editor-schema.ts).

import { z } from 'zod';
import type { JsonSchema } from '../file/shape-problems.ts';
import { studyFileSchema } from '../file/study-file.ts';
import type { Vocabulary } from '../vocabulary.ts';

export function studyJsonSchema(vocabulary: Vocabulary): JsonSchema {
  return z.toJSONSchema(studyFileSchema(vocabulary), { io: 'input' }) as JsonSchema;
}
