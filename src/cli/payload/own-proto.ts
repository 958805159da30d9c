// --schema media.proto: somebody's own .proto file for the payload, so that Protobuf is measured as they send
// it.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { messageOf, UserError } from '../../base/errors.ts';
import { nearestPath } from '../../base/files/nearest-path.ts';
import type { Host } from '../../base/host.ts';
import { withOwnProto } from '../../formats/protobuf/read-own-proto.ts';
import type { Payload } from '../../payload/payload.ts';

/**
 * `typed`: a file, and the message that a record is behind a colon where the file has several:
 * `shop.proto:Order`.
 */
export function withProtoFile(payload: Payload, typed: string | undefined, host: Host): Payload {
  if (typed === undefined) return payload;
  const { file, text, message } = readProtoFile(typed, host);
  const found = withOwnProto(payload.schema, text, message);
  if ('problems' in found) throw wrongSchema(file, found.problems);
  return { ...payload, schema: found.schema };
}

export interface ProtoText {
  readonly file: string;
  readonly text: string;
  readonly message: string | null;
}

/** `typed` as above. Throws a UserError where there is no such file. */
export function readProtoFile(typed: string, host: Host): ProtoText {
  const [, file, message] = /^(.*\.proto)(?::([\w.]+))?$/.exec(typed) ?? [];
  if (file === undefined) throw wrongSchema(typed, ['is not written FILE.proto or FILE.proto:Message']);
  return { file, text: readText(file, host), message: message ?? null };
}

function readText(file: string, { cwd }: Host): string {
  try {
    return readFileSync(resolve(cwd, file), 'utf8');
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'ENOENT')
      throw wrongSchema(file, [`cannot be read: ${messageOf(thrown)}`]);
    const near = nearestPath(file, cwd);
    throw new UserError([
      { file: `--schema ${file}`, path: '', what: 'no such file', ...(near !== null && { nearest: near }) },
    ]);
  }
}

export function wrongSchema(file: string, problems: readonly string[]): UserError {
  return new UserError(problems.map((what) => ({ file: `--schema ${file}`, path: '', what })));
}
