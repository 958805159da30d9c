import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { suite, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { livingMembers, readProcesses } from '../../../src/drive/processes/proc-stat.ts';
import { realBrowsers, recordingProxy, SETTINGS, servePage } from '../../support/real/browser-bench.ts';

// Background traffic comes in the first seconds of a fresh profile, if it comes; a few requests are later,
// and the long window that showed their absence once is told of in the commit.
const WATCHED_MS = Number(process.env.WIREFARE_WATCHED_MS ?? 15_000);

const CLOCK = `
  let step = 1e9, last = performance.now();
  for (let i = 0; i < 300000; i++) {
    const now = performance.now();
    if (now > last) { step = Math.min(step, now - last); last = now; }
  }
  let timers = 0;
  const from = performance.now();
  const tick = () => {
    timers += 1;
    if (timers < 50) return setTimeout(tick, 0);
    report({ isolated: crossOriginIsolated, visible: document.visibilityState, stepUs: step * 1000,
      timersMs: performance.now() - from });
  };
  tick();`;

// Most of the second is waiting.
suite('real browsers', { concurrency: true }, () => {
  test('every browser opens an isolated, visible, unthrottled page with a fine clock, and leaves nothing behind', async (t) => {
    const page = await servePage(CLOCK);
    t.after(page.close);
    const { drivers, folder } = realBrowsers();
    for (const driver of drivers) {
      const agent = await driver.open(`${page.url}?name=${driver.name}`);
      t.after(agent.close);
      const ended = agent.exited.then(({ lastWords }) => assert.fail(`${driver.name} ended: ${lastWords}`));
      const facts = await Promise.race([page.report(driver.name), ended]);
      ended.catch(() => {});
      assert.equal(facts.get('isolated'), 'true', driver.name);
      assert.equal(facts.get('visible'), 'visible', driver.name);
      assert.ok(Number(facts.get('stepUs')) <= 25, `${driver.name}: clock step ${facts.get('stepUs')} µs`);
      assert.ok(
        Number(facts.get('timersMs')) < 2_000,
        `${driver.name}: 50 timers took ${facts.get('timersMs')} ms`,
      );
      assert.match(agent.version, /^\d+\./);
      await agent.close();
      assert.deepEqual(livingMembers(agent.pid, readProcesses()), [], driver.name);
      assert.deepEqual(readdirSync(folder), [], driver.name);
    }
  });

  test('a browser asks for nothing but its page', async (t) => {
    const page = await servePage(`report({}); setInterval(() => fetch('/again'), 1000);`);
    t.after(page.close);
    const proxy = await recordingProxy();
    t.after(proxy.close);
    const { drivers } = realBrowsers({ ...SETTINGS, proxyPort: proxy.port });
    const agents = await Promise.all(drivers.map(({ name, open }) => open(`${page.url}?name=${name}`)));
    for (const agent of agents) t.after(agent.close);
    await Promise.all(drivers.map(({ name }) => page.report(name)));
    await delay(WATCHED_MS);
    await Promise.all(agents.map((agent) => agent.close()));
    const hosts = new Set(proxy.requests.map(({ host }) => host));
    assert.deepEqual([...hosts], [new URL(page.url).host]);
    const clients = new Set(proxy.requests.map(({ client }) => client));
    assert.equal(clients.size, drivers.length, `through the proxy came ${[...clients].join(', ')}`);
  });
});
