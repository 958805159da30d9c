// Data of one's own that a study file names: read as every payload is, relative to the study file, and kept
// for the targets.

import { dirname, resolve } from 'node:path';
import type { Host } from '../../base/host.ts';
import { type PayloadPlace, storePayload } from '../../data/store/payload-store.ts';
import type { Payload } from '../../payload/payload.ts';
import type { PayloadReader } from '../../study/resolve/own-payloads.ts';
import type { PayloadRef } from '../../study/study.ts';
import { readSurroundings } from '../payload/payload-flags.ts';
import { dataDirectory } from '../surroundings/run-context.ts';

/** `studyFile`: absolute, since files are named relative to it. */
export function studyPayloads(studyFile: string, host: Host): PayloadReader {
  const folder = dirname(studyFile);
  return {
    read: async ({ files, path, exact, dictionary, name }) => {
      // What reads files and URLs of every kind takes long to load, and few studies have data of their own.
      const [{ readPayload }, { isUrl }, { withDictionary }] = await Promise.all([
        import('../../payload/read-payload.ts'),
        import('../../payload/url/read-url.ts'),
        import('../../payload/with-dictionary.ts'),
      ]);
      const options = { exact, ...(path !== null && { path }), ...(name !== null && { name }) };
      const read = (sources: readonly string[]) =>
        readPayload(
          sources.map((file) => (isUrl(file) ? file : resolve(folder, file))),
          options,
          { ...readSurroundings(host), cwd: folder },
        );
      const alone = await read(files);
      const source = files.length === 1 ? files[0]! : alone.source;
      const payload =
        dictionary === null ? alone : withDictionary(alone, await read([dictionary]), dictionary);
      const ref = payloadRef(payload, storePayload(dataDirectory(host), payload));
      return {
        ...ref,
        source,
        ...(path !== null && { path }),
        ...(dictionary !== null && { dictionary }),
      };
    },
  };
}

/** What a study and a record say of data that are kept at `place`. */
export function payloadRef(payload: Payload, { digest, jsonBytes }: PayloadPlace): PayloadRef {
  const { name, source, shape, schema, notes, value, dictionary } = payload;
  const count = shape === 'document' ? 1 : (value as readonly unknown[]).length;
  const ref = { name, source, digest, shape, count, jsonBytes, schema, notes };
  return dictionary === undefined ? ref : { ...ref, dictionary: dictionary.source };
}
