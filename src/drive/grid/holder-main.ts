// The process that holds one session at a remote end. It makes it, opens the page in it, says now and then
// that it is still wanted, and gives it back when the lab says so or is gone: a lab that was killed outright
// could not. `WIREFARE_GRID_ASK=… node holder-main.ts`, with orders on stdin.

import { createInterface } from 'node:readline';
import { messageOf } from '../../base/errors.ts';
import { EXIT_LOST, HOLDER_ASK, type HolderAsk, type HolderOrder, type HolderWord } from './holder-lines.ts';
import { type MadeSession, RemoteEndError, remoteEnd } from './remote-end.ts';

/** Between two blocks that follow each other quickly there is no need to ask again. */
const ASK_AGAIN_MS = 15_000;
/**
 * Where no block ends in this time, the session is asked after in the middle of one: rather that than none.
 */
const SILENT_MS = 30_000;

const {
  server,
  capabilities,
  sessionWithinMs,
  sessionTimeoutMs = Number.POSITIVE_INFINITY,
  askAgainMs = Math.min(ASK_AGAIN_MS, sessionTimeoutMs / 3),
} = JSON.parse(process.env[HOLDER_ASK] ?? '') as HolderAsk;
const silentMs = Math.min(SILENT_MS, sessionTimeoutMs / 2);
const { env } = process;
const end = remoteEnd({ server, env, sessionWithinMs });
let session: MadeSession | null = null;
let askedMs = performance.now();
let ending = false;

function say(word: HolderWord): void {
  process.stdout.write(`${JSON.stringify(word)}\n`);
}

async function leave(code: number, why = ''): Promise<void> {
  if (ending) return;
  ending = true;
  if (why !== '') console.error(why);
  if (session !== null) await end.deleteSession(session.id).catch(() => undefined);
  process.exit(code);
}

async function ask(): Promise<void> {
  askedMs = performance.now();
  try {
    await end.currentUrl(session!.id);
  } catch (thrown) {
    await leave(EXIT_LOST, `the session is lost: ${messageOf(thrown)}${whyDropped(thrown)}`);
  }
}

/** A Grid says the same of a node that died and of a session that was idle too long. */
function whyDropped(thrown: unknown): string {
  const isDropped = thrown instanceof RemoteEndError && thrown.code === 'invalid session id';
  return isDropped ? '; if its node is still there, start it with a longer --session-timeout' : '';
}

/** Whether it asked where the session is. */
async function obey(order: HolderOrder): Promise<boolean> {
  switch (order.do) {
    case 'open':
      await end.openUrl(session!.id, order.url).catch((thrown: unknown) => {
        throw new Error(
          `the page cannot be opened: ${messageOf(thrown)}. The node has to reach ${new URL(order.url).origin}: --host names an address of this machine that it can`,
        );
      });
      return false;
    case 'look':
      await ask();
      return true;
    case 'stay-alive': {
      const isDue = performance.now() - askedMs >= askAgainMs;
      if (isDue) await ask();
      return isDue;
    }
  }
}

// A group that is ended asks politely first.
process.on('SIGTERM', () => void gone());
process.on('SIGINT', () => undefined);
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);

let isWanted = true;
/** A session that is still being made is waited for, and given back then: nobody else would. */
async function gone(): Promise<void> {
  isWanted = false;
  if (session !== null) await leave(0);
}

const orders = createInterface({ input: process.stdin });
const lines: string[] = [];
let wake: (() => void) | null = null;
orders.on('line', (line) => {
  lines.push(line);
  wake?.();
});
orders.on('close', () => void gone());

try {
  session = await end.newSession(capabilities);
} catch (thrown) {
  const code = thrown instanceof RemoteEndError ? 1 : 2;
  await leave(code, messageOf(thrown));
}
if (!isWanted) await leave(0);
say({ session: session! });
askedMs = performance.now();
setInterval(() => {
  if (performance.now() - askedMs >= silentMs) void ask();
}, 1_000);
for (;;) {
  const line = lines.shift();
  if (line === undefined) {
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
    continue;
  }
  const order = JSON.parse(line) as HolderOrder;
  const asked = await obey(order).catch(async (thrown: unknown) => {
    await leave(EXIT_LOST, messageOf(thrown));
    return false;
  });
  say({ done: order.do, asked });
}
