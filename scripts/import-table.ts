// Which room of src/ may import from which. A room may always import from itself. scripts/import-table.test.ts holds
// the code to it; a row that names a room nobody imports from is stale and fails too.

export const IMPORT_TABLE: Readonly<Record<string, readonly string[]>> = {
  base: [],
  data: ['base'],
  formats: ['data'],
  compression: [],
  compute: ['data'],
  wire: ['base', 'data', 'compute'],
  study: ['base', 'data', 'wire', 'formats', 'compression', 'compute'],
  plan: ['base', 'wire', 'study'],
  exchange: ['base', 'data', 'wire', 'formats', 'compression', 'compute'],
  agent: ['base', 'data', 'wire', 'formats', 'compute', 'exchange'],
  target: ['base', 'data', 'wire', 'formats', 'compression', 'compute'],
  drive: ['base', 'wire'],
  record: ['base', 'wire', 'study', 'plan'],
  stats: ['base'],
  summary: ['base', 'wire', 'study', 'plan', 'record', 'stats'],
  report: ['base', 'wire', 'study', 'record', 'summary'],
  // Its tests show that it catches targets that cheat: wrappers of the real one.
  verify: ['base', 'data', 'wire', 'formats', 'compression', 'compute', 'drive', 'target'],
  run: ['base', 'data', 'wire', 'study', 'plan', 'drive', 'record', 'stats', 'summary', 'compute'],
  cli: [
    'base',
    'data',
    'wire',
    'formats',
    'study',
    'plan',
    'drive',
    'record',
    'summary',
    'report',
    'verify',
    'run',
  ],
};
