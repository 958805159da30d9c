// Keeps a record for the documents to rest on, small enough for a repository:
//   node scripts/site/keep-record.ts runs/http3 http3
// What is printed in the documents is then remade by `npm run generate` and held by `npm run check`.

import path from 'node:path';
import { PROJECT_ROOT } from '../../src/base/places.ts';
import { keepRecord } from '../../src/cli/reproduce/keep-results.ts';

const [from, name] = process.argv.slice(2);
if (from === undefined || name === undefined) throw new Error('keep-record.ts RECORD NAME');
keepRecord(path.resolve(from), path.join(PROJECT_ROOT, 'docs', 'records', name));
