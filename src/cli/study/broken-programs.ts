// A study may fail on the words of a client or target whose file cannot be read: then it is the file that has
// to be mended, and a message that such a format, codec or encoder is unknown leads elsewhere.

import { UserError } from '../../base/errors.ts';
import type { Host } from '../../base/host.ts';
import { PROJECT_ROOT } from '../../base/places.ts';
import { clientFolders } from '../../drive/agents/client-names.ts';
import { readClientFile, readTargetFile } from '../../drive/targets/target-file.ts';
import { targetFolders } from '../../drive/targets/target-names.ts';

/** What is wrong with the files of all clients and targets that there are, then with the study. */
export async function withBrokenPrograms(study: UserError, { env }: Pick<Host, 'env'>): Promise<UserError> {
  const files = [
    ...[...clientFolders(PROJECT_ROOT, env).values()].map(readClientFile),
    ...[...targetFolders(PROJECT_ROOT, env).values()].map(readTargetFile),
  ];
  const problems = (await Promise.allSettled(files)).flatMap((read) =>
    read.status === 'rejected' && read.reason instanceof UserError ? read.reason.problems : [],
  );
  return problems.length === 0 ? study : new UserError([...problems, ...study.problems]);
}
