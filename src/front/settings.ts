// What a front is told beside what every target is told: the first line of its stdin.

import type { Readable } from 'node:stream';
import { UserError } from '../base/errors.ts';
import { FrontSchema, type FrontSettings } from '../wire/front.ts';

/** Rejects with a UserError that says nothing of the values: secrets are among them. */
export async function readFrontSettings(stdin: Readable): Promise<FrontSettings> {
  const parsed = FrontSchema.safeParse(parsedJson(await firstLineOf(stdin)));
  if (parsed.success) return parsed.data;
  const paths = parsed.error.issues.map(({ path }) => path.join('.') || 'the whole');
  throw new UserError(
    [...new Set(paths)].map((path) => ({
      file: 'stdin',
      path: '',
      what: `${path} is not as a front takes it`,
    })),
  );
}

/** All there is, where it ends before a line does. */
function firstLineOf(stdin: Readable): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const take = (piece: Buffer | string) => {
      text += piece.toString();
      if (text.includes('\n')) done();
    };
    const done = () => {
      stdin.off('data', take).off('end', done);
      resolve(text.split('\n', 1)[0]!);
    };
    stdin.setEncoding('utf8').on('data', take).once('end', done);
  });
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
