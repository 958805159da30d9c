// Which room of src/ may import from which. A room may always import from itself. scripts/import-table.test.ts holds
// the code to it; a row that names a room nobody imports from is stale and fails too.

export const IMPORT_TABLE: Readonly<Record<string, readonly string[]>> = {
  base: [],
  data: ['base'],
  formats: ['data'],
  compression: [],
  payload: ['base', 'data'],
  compute: ['data'],
  network: [],
  wire: ['data', 'compute'],
  study: ['base', 'data', 'network', 'wire', 'formats', 'compression', 'compute'],
  plan: ['base', 'network', 'wire', 'study'],
  exchange: ['data', 'wire', 'formats', 'compute'],
  agent: ['data', 'wire', 'formats', 'exchange'],
  target: ['base', 'data', 'wire', 'formats', 'compression', 'compute'],
  drive: ['base', 'network', 'wire'],
  record: ['base', 'network', 'wire', 'study', 'plan'],
  stats: ['base'],
  summary: ['base', 'network', 'wire', 'study', 'plan', 'record', 'stats'],
  report: ['base', 'network', 'wire', 'study', 'record', 'summary'],
  // Its tests show that it catches targets that cheat: wrappers of the real one.
  verify: ['base', 'data', 'wire', 'formats', 'compression', 'compute', 'drive', 'target'],
  run: ['base', 'data', 'network', 'wire', 'study', 'plan', 'drive', 'record', 'summary', 'compute'],
  // Its tests run whole commands with the Node agent's program in their own process.
  cli: [
    'base',
    'data',
    'formats',
    'network',
    'wire',
    'study',
    'plan',
    'exchange',
    'drive',
    'record',
    'summary',
    'report',
    'verify',
    'run',
    'agent',
  ],
};
