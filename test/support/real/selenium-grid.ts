// A real Selenium Grid on loopback, or with a namespace for each node: a hub, and nodes as processes of their
// own. A test may kill any of them, or all, and start them again. Its jars come from Maven Central once, into
// the folder for builds.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { cacheDirectory } from '../../../src/data/store/cache-directory.ts';
import { type GridNode, type GridStatus, readStatus } from '../../../src/drive/grid/grid-status.ts';
import { remoteEnd } from '../../../src/drive/grid/remote-end.ts';
import { freePort } from '../../../src/drive/processes/free-port.ts';
import { readProcesses } from '../../../src/drive/processes/proc-stat.ts';
import type { NodeNetwork, NodeNetworks } from './node-networks.ts';

const VERSION = '4.48.0';
const READY_WITHIN_MS = 60_000;

const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>wirefare</groupId><artifactId>grid</artifactId><version>1</version><dependencies><dependency>
<groupId>org.seleniumhq.selenium</groupId><artifactId>selenium-grid</artifactId><version>${VERSION}</version>
</dependency></dependencies></project>`;

function jars(): string {
  const folder = path.join(cacheDirectory(process.env) ?? tmpdir(), 'proofs', `selenium-grid-${VERSION}`);
  if (existsSync(folder)) return folder;
  const beside = `${folder}.making`;
  mkdirSync(beside, { recursive: true });
  writeFileSync(path.join(beside, 'pom.xml'), POM);
  const args = ['-q', '-B', 'dependency:copy-dependencies', '-DoutputDirectory=.', '-DincludeScope=runtime'];
  const { status, stdout } = spawnSync('mvn', args, { cwd: beside, encoding: 'utf8' });
  if (status !== 0) throw new Error(`the jars of Selenium Grid cannot be had: ${stdout}`);
  renameSync(beside, folder);
  return folder;
}

export class SeleniumGrid {
  readonly url: string;
  readonly #classes = path.join(jars(), '*');
  readonly #home = mkdtempSync(path.join(tmpdir(), 'wirefare-grid-'));
  readonly #host: string;
  readonly #port: number;
  readonly #events: readonly string[];
  readonly #processes = new Map<string, ChildProcess>();
  /** Where each node listens, as the Grid tells it → its name here. */
  readonly #names = new Map<string, string>();

  private constructor(host: string, [port, publish, subscribe]: readonly [number, number, number]) {
    this.url = `http://${host}:${port}`;
    this.#host = host;
    this.#port = port;
    this.#events = [
      ...['--publish-events', `tcp://${host}:${publish}`],
      ...['--subscribe-events', `tcp://${host}:${subscribe}`],
    ];
  }

  /** `networks`: the nodes are behind links, in the order of their names; absent: all is on loopback. */
  static async start(
    nodes: readonly string[],
    { networks }: { readonly networks?: NodeNetworks } = {},
  ): Promise<SeleniumGrid> {
    const host = networks?.host ?? '127.0.0.1';
    const grid = new SeleniumGrid(host, [await freePort(host), await freePort(host), await freePort(host)]);
    await grid.startAgain(nodes, networks);
    return grid;
  }

  /** At the same address as before. Resolves when all nodes are there. */
  async startAgain(nodes: readonly string[], networks?: NodeNetworks): Promise<void> {
    this.#start('hub', ['hub', '--host', this.#host, '--port', String(this.#port), ...this.#events]);
    await Promise.all(nodes.map((name, i) => this.startNode(name, networks?.of(i))));
    await this.until(({ nodes: up }) => up?.length === nodes.length);
  }

  async startNode(name: string, network?: NodeNetwork): Promise<void> {
    const stereotype = JSON.stringify({ browserName: 'chrome', platformName: 'linux' });
    const most = ['--override-max-sessions', 'true', '--max-sessions', '1'];
    const address = network?.address ?? '127.0.0.1';
    const port = await freePort('127.0.0.1');
    this.#names.set(`http://${address}:${port}`, name);
    const at = ['--host', address, '--port', String(port)];
    const driver = ['max-sessions=1', 'webdriver-executable=/usr/bin/chromedriver'];
    this.#start(
      name,
      [
        ...['node', ...at, ...this.#events, ...most],
        ...['--detect-drivers', 'false', '--driver-configuration', 'display-name=chrome'],
        ...[...driver, `stereotype=${stereotype}`],
      ],
      network?.enter,
    );
  }

  /** With its driver and its browser, as when the power goes. */
  killNode(name: string): void {
    const { pid } = this.#processes.get(name)!;
    this.#processes.delete(name);
    // A browser leads a session of its own.
    for (const each of [pid!, ...descendants(pid!)]) kill(each);
  }

  /** The hub too, as when the machine goes down that has them all. */
  killAll(): void {
    for (const name of [...this.#processes.keys()]) this.killNode(name);
  }

  /** What the Grid says of itself; null where it says nothing. */
  async status(): Promise<GridStatus | null> {
    const status = await remoteEnd({ server: this.url, env: {} })
      .status()
      .catch(() => null);
    return status === null ? null : readStatus(status, this.url);
  }

  /** Resolves with the status that does. */
  async until(holds: (status: GridStatus) => boolean, withinMs = READY_WITHIN_MS): Promise<GridStatus> {
    for (let waitedMs = 0; waitedMs < withinMs; waitedMs += 100) {
      const status = await this.status();
      if (status !== null && holds(status)) return status;
      await delay(100);
    }
    throw new Error('the Grid did not become as it should');
  }

  /** The name here of a node that the Grid tells of. */
  nameOf({ uri }: Pick<GridNode, 'uri'>): string {
    const name = this.#names.get(uri);
    if (name === undefined) throw new Error(`no node listens at ${uri}`);
    return name;
  }

  close(): void {
    this.killAll();
    rmSync(this.#home, { recursive: true, force: true, maxRetries: 10 });
  }

  #start(name: string, args: readonly string[], enter: readonly string[] = []): void {
    const main = ['java', '-Xmx192m', '-cp', this.#classes, 'org.openqa.selenium.grid.Bootstrap'];
    const [program, ...words] = [...enter, ...main, ...args] as [string, ...string[]];
    const child = spawn(program, words, {
      detached: true,
      env: { ...process.env, HOME: this.#home, TMPDIR: this.#home },
      stdio: 'ignore',
    });
    this.#processes.set(name, child);
  }
}

function descendants(pid: number): number[] {
  const all = readProcesses();
  const below = (parent: number): number[] =>
    all.filter((each) => each.parent === parent).flatMap((each) => [each.pid, ...below(each.pid)]);
  return below(pid);
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}
