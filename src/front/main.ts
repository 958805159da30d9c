// The process of a front: started by the lab as a target is, told by a line on stdin which server it stands
// before. The ready line comes when a connection to that server is open.

import { readFileSync } from 'node:fs';
import { messageOf, UserError } from '../base/errors.ts';
import { type ListeningServer, listen, listenH2, listenHttps1 } from '../target/server.ts';
import { readSettings } from '../target/settings.ts';
import { aboutFront } from './about.ts';
import { Allowance } from './allowance.ts';
import { dialFor } from './dial.ts';
import { frontHandler } from './handler.ts';
import { readFrontSettings } from './settings.ts';
import { openUpstream } from './upstream.ts';

async function main(): Promise<void> {
  const settings = await readFrontSettings(process.stdin);
  const { host, port, tls, gate } = readSettings(process.env);
  const { upstream, dialer, perSecond, most, isUntold, holdsSpare } = settings;
  const nowMs = () => performance.now();
  const dial = dialFor(upstream, dialer, [upstream.protocol === 'h2' ? 'h2' : 'http/1.1']);
  const opened = await openUpstream(upstream, dial, nowMs, holdsSpare);
  const handler = frontHandler({
    about: aboutFront(settings, tls !== null, process.versions.node),
    upstream: opened,
    allowance: new Allowance(perSecond, most, nowMs),
    isUntold,
    gate,
    nowMs,
    onFailure: (thrown) => console.error(`front: ${messageOf(thrown)}`),
  });
  const plain = await listen(handler, host, port);
  const servers: ListeningServer[] = [plain];
  const ports: Record<string, number> = {};
  if (tls !== null && upstream.protocol !== 'http1') {
    const identity = { key: readFileSync(tls.keyFile), cert: readFileSync(tls.certFile) };
    const secure = await (upstream.protocol === 'h2' ? listenH2 : listenHttps1)(handler, host, identity);
    servers.push(secure);
    ports[upstream.protocol] = secure.port;
  }
  const end = () => {
    opened.close();
    return Promise.all(servers.map((one) => one.close())).then(() => process.exit(0));
  };
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
  process.stdin.once('close', end).resume();
  process.stdout.write(`${JSON.stringify({ ready: true, port: plain.port, ports })}\n`);
}

main().catch((error: unknown) => {
  const isExpected = error instanceof UserError || (error as NodeJS.ErrnoException).code !== undefined;
  console.error(isExpected ? `front: ${messageOf(error)}` : error);
  process.exit(isExpected ? 2 : 1);
});
