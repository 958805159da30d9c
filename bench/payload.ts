// Own payloads of 100 MB through `wirefare schema`, as whole processes: NDJSON, which is looked through (the
// bar: under 30 s and 2 GB), and kinds that are read whole.
//   node bench/payload.ts

import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { JavaRandom } from '../src/base/java-random.ts';

const BYTES = 100_000_000;
const NDJSON_BAR = { seconds: 30, peakMb: 2_000 };

const WORDS = 'amber birch cedar delta ember fjord grove heath inlet juniper'.split(' ');
const STATES = ['open', 'paid', 'sent'];

interface Order {
  readonly id: number;
  readonly state: string;
  readonly created: string;
  readonly price: number;
  readonly weight: number;
  readonly title: string;
  readonly note?: string;
  readonly lines: readonly { readonly sku: string; readonly count: number }[];
}

function order(id: number, random: JavaRandom): Order {
  const words = (count: number) =>
    Array.from({ length: count }, () => WORDS[random.nextInt(WORDS.length)]).join(' ');
  return {
    id,
    state: STATES[random.nextInt(STATES.length)]!,
    created: new Date(1_600_000_000_000 + id * 1_000).toISOString(),
    price: random.nextInt(1_000_000) / 100,
    weight: random.nextDouble(),
    title: `${words(3)} ${id}`,
    ...(random.nextInt(3) === 0 ? { note: words(12) } : {}),
    lines: Array.from({ length: random.nextInt(4) }, (_, i) => ({
      sku: `S-${random.nextInt(10_000)}`,
      count: i + 1,
    })),
  };
}

interface Kind {
  readonly file: string;
  readonly head: string;
  readonly between: string;
  readonly tail: string;
  write(order: Order): string;
}

const KINDS: readonly Kind[] = [
  { file: 'orders.ndjson', head: '', between: '\n', tail: '\n', write: (each) => JSON.stringify(each) },
  { file: 'orders.json', head: '[', between: ',', tail: ']', write: (each) => JSON.stringify(each) },
  {
    file: 'orders.csv',
    head: 'id,state,created,price,weight,title,note\n',
    between: '\n',
    tail: '\n',
    write: ({ id, state, created, price, weight, title, note = '' }) =>
      `${id},${state},${created},${price},${weight},"${title}",${note}`,
  },
  {
    file: 'orders.xml',
    head: '<orders>',
    between: '\n',
    tail: '</orders>',
    write: ({ id, state, price, title, lines }) =>
      `<order id="${id}" state="${state}"><price>${price}</price><title>${title}</title>${lines
        .map(({ sku, count }) => `<line><sku>${sku}</sku><count>${count}</count></line>`)
        .join('')}</order>`,
  },
];

function make(path: string, kind: Kind): void {
  const random = new JavaRandom(1);
  const file = fs.openSync(path, 'w');
  let written = fs.writeSync(file, kind.head);
  for (let id = 0; written < BYTES; ) {
    const pieces: string[] = [];
    for (let i = 0; i < 1_000; i++)
      pieces.push((id === 0 ? '' : kind.between) + kind.write(order(id++, random)));
    written += fs.writeSync(file, pieces.join(''));
  }
  fs.writeSync(file, kind.tail);
  fs.closeSync(file);
}

/** The process itself prints its peak memory at its end. */
const TELL_PEAK =
  'data:text/javascript,process.on("exit",()=>console.error("peak "+process.resourceUsage().maxRSS))';

function inferSchema(path: string): { seconds: number; peakMb: number } {
  const program = fileURLToPath(new URL('../src/main.ts', import.meta.url));
  const startMs = performance.now();
  const args = ['--import', TELL_PEAK, program, 'schema', path, '--as', 'json-schema'];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  const seconds = (performance.now() - startMs) / 1_000;
  if (status !== 0) throw new Error(stderr);
  return { seconds, peakMb: Number(/^peak (\d+)$/m.exec(stderr)![1]) / 1_000 };
}

const directory = fs.mkdtempSync(join(tmpdir(), 'wirefare-bench-'));
try {
  for (const kind of KINDS) {
    const path = join(directory, kind.file);
    make(path, kind);
    const { seconds, peakMb } = inferSchema(path);
    console.log(
      `100 MB ${kind.file.padEnd(13)} schema in ${seconds.toFixed(1)} s, ${peakMb.toFixed(0)} MB at most`,
    );
    fs.rmSync(path);
    const isSlow = seconds > NDJSON_BAR.seconds || peakMb > NDJSON_BAR.peakMb;
    if (kind.file.endsWith('.ndjson') && isSlow) process.exitCode = 1;
  }
} finally {
  fs.rmSync(directory, { recursive: true, force: true });
}
