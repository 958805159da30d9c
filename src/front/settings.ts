// What a front is told beside what every target is told.

import { UserError } from '../base/errors.ts';
import { FRONT_VARIABLE, FrontSchema, type FrontSettings } from '../wire/front.ts';

/** Throws a UserError that says nothing of the values: secrets are among them. */
export function readFrontSettings(env: Readonly<Record<string, string | undefined>>): FrontSettings {
  const parsed = FrontSchema.safeParse(parsedJson(env[FRONT_VARIABLE]));
  if (parsed.success) return parsed.data;
  const paths = parsed.error.issues.map(({ path }) => path.join('.') || 'the whole');
  throw new UserError(
    [...new Set(paths)].map((path) => ({
      file: 'environment',
      path: FRONT_VARIABLE,
      what: `${path} is not as a front takes it`,
    })),
  );
}

function parsedJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
