// wirefare serve: the interactive page. A target is started for it, and both end with Ctrl-C.

import { isIPv4 } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { messageOf } from '../../base/errors.ts';
import { EXIT_INTERRUPTED } from '../../base/exit-codes.ts';
import type { Host } from '../../base/host.ts';
import { PROJECT_ROOT } from '../../base/places.ts';
import { type OpeningPage, openInUsersBrowser, openingPage } from '../../drive/agents/open-browser.ts';
import { targetFolder, targetNames } from '../../drive/catalogue.ts';
import {
  type Drivers,
  type RunningTarget,
  type TargetSettings,
  webTransportPort,
} from '../../drive/driver.ts';
import { createGuardian } from '../../drive/processes/guardian.ts';
import type { CertificateFiles } from '../../drive/targets/certificate.ts';
import { askRoutes } from '../../ui/ask/routes.ts';
import { Uploads } from '../../ui/ask/uploads.ts';
import { Jobs } from '../../ui/jobs/jobs.ts';
import { jobRoutes } from '../../ui/jobs/routes.ts';
import type { LabFacts } from '../../ui/lab-facts.ts';
import { messageRoutes } from '../../ui/messages/routes.ts';
import { recordRoutes } from '../../ui/records/routes.ts';
import { Shelf } from '../../ui/records/shelf.ts';
import { LOOPBACK, ownAddresses } from '../../ui/server/addresses.ts';
import { pageFiles } from '../../ui/server/page-files.ts';
import { openUiServer, type UiServer } from '../../ui/server/ui-server.ts';
import { studyRoutes } from '../../ui/studies/routes.ts';
import { StudyShelf } from '../../ui/studies/study-shelf.ts';
import { withTargetFolder } from '../study/named-folders.ts';
import { dataDirectory, makeDrivers, targetProcessDriver } from '../surroundings/run-context.ts';
import { WIREFARE_VERSION } from '../surroundings/version.ts';
import { unknownFlagWord, wrongFlag } from '../verb.ts';
import { asker } from './asker.ts';
import { inProcessOfTheirOwn, whereNobodyIsHeldUp } from './data-process.ts';
import type { DataWorks } from './data-works.ts';
import { documentMaker } from './document-maker.ts';
import { keepTarget } from './keep-target.ts';
import { studyDesk } from './study-desk.ts';

export interface ServeFlags {
  readonly port: string;
  readonly host: string;
  readonly target: string;
  /** Folder of the records. */
  readonly records: string;
  readonly open?: boolean;
}

/** What may be faked. */
export interface ServeDrivers {
  readonly targets: readonly string[];
  /** A fresh one that listens on this address. */
  startTarget(name: string, listenHost: string, settings: TargetSettings): Promise<RunningTarget>;
  certificate(addresses: readonly string[]): Promise<CertificateFiles>;
  /** A file, in the user's own browser. */
  open(path: string): Promise<void>;
  /** Of what is temporary: it goes with the lab, however it ends. */
  folder(): string;
  /** Resolves after so long, or when it is interrupted. */
  wait(ms: number, interrupted: AbortSignal): Promise<void>;
  /** Of what the page starts. */
  forRuns(host: Host): Drivers;
  /** How data are read for it, and taken through every format. */
  readonly works: DataWorks;
}

interface ListenAddress {
  readonly port: number;
  readonly address: string;
}

const EVERYWHERE = '0.0.0.0';
const HIGHEST_PORT = 65_535;

export function serveAsNamed(flags: ServeFlags, host: Host): Promise<number> {
  const { name, host: there } = withTargetFolder(flags.target, '--target', host);
  return serve({ ...flags, target: name }, there, realDrivers(there));
}

/**
 * With two guardians, however many runs there are and however often the target is started again: one of the
 * lab's own, and one of what it runs, since what both build at once is told apart by their folders.
 */
export function realDrivers(host: Host): ServeDrivers {
  const [guardian, ofRuns] = [createGuardian(host.tempDir), createGuardian(host.tempDir)];
  const drivers = makeDrivers(host, guardian);
  return {
    targets: targetNames(PROJECT_ROOT, host.env),
    startTarget: (name, listenHost, settings) =>
      targetProcessDriver(targetFolder(PROJECT_ROOT, host.env, name), host, { listenHost, guardian }).start(
        settings,
      ),
    certificate: (addresses) => drivers.certificate(addresses),
    open: (path) => openInUsersBrowser(path, host),
    folder: () => guardian.folder(),
    wait: (ms, signal) => setTimeout(ms, undefined, { signal }).catch(() => {}),
    forRuns: (there) => makeDrivers(there, ofRuns),
    works: whereNobodyIsHeldUp(inProcessOfTheirOwn(guardian)),
  };
}

const NOT_ENCRYPTED =
  'The page comes over the network as plain HTTP: whoever can listen there can read its token, and do all that the page can.';

/** Answers 0 when it is ended by Ctrl-C, which is how it ends; rejects where its target does not come up. */
export async function serve(flags: ServeFlags, host: Host, drivers: ServeDrivers): Promise<number> {
  const place = checked(flags, drivers);
  try {
    await serveAt(place, flags, host, drivers);
    return 0;
  } catch (thrown) {
    // Ctrl-C reaches whatever was helping to start it too: nobody needs to know how that ended.
    if (host.interrupted.aborted) return EXIT_INTERRUPTED;
    throw thrown;
  }
}

async function serveAt(
  { port, address }: ListenAddress,
  flags: ServeFlags,
  host: Host,
  drivers: ServeDrivers,
): Promise<void> {
  const addresses = address === LOOPBACK ? [] : address === EVERYWHERE ? ownAddresses() : [address];
  const tls = await drivers.certificate(addresses);
  const recordsIn = resolve(host.cwd, flags.records);
  // Of several addresses a device may reach one alone, and only its user knows which.
  const chosen = address === LOOPBACK || address === EVERYWHERE ? null : address;
  const jobs = new Jobs(host.clock, chosen === null ? ownAddresses : () => []);
  // Somebody's private data go with the lab, too.
  const uploads = new Uploads(() => drivers.folder());
  const shelf = new Shelf(recordsIn, dataDirectory(host), WIREFARE_VERSION);
  const records = recordRoutes(shelf, documentMaker(jobs), host.clock);
  const desk = studyDesk({
    host,
    recordsIn,
    folderOf: (record) => shelf.folder(record),
    driversFor: drivers.forRuns,
    address: chosen,
  });
  const page = await openUiServer({
    host: address,
    port,
    addresses,
    files: await pageFiles(),
    routes: {
      records: records.routes,
      jobs: jobRoutes(jobs),
      messages: messageRoutes(jobs),
      ask: askRoutes(asker(host, recordsIn, drivers.forRuns, drivers.works), uploads, jobs),
      studies: studyRoutes(new StudyShelf(host.cwd, join(PROJECT_ROOT, 'studies')), desk, jobs),
    },
    documents: records.documents,
  });
  try {
    // Under several addresses the page has several origins, and the secret alone keeps others out.
    const origin = address === EVERYWHERE ? null : `http://${address}:${page.port}`;
    const settings = { largestN: 1, datasets: ['book'], tls, readers: { origin, hosts: addresses } };
    const start = () => drivers.startTarget(flags.target, address, settings);
    const isUp = async (target: RunningTarget, isFirst: boolean) => {
      page.show(factsOf(target, tls));
      const urls = listUrls(page, address, addresses);
      if (isFirst) for (const url of urls) host.out(`${url}\n`);
      if (isFirst && address !== LOOPBACK) host.err(`${NOT_ENCRYPTED}\n`);
      host.err(`target ${target.name} ${target.about.version} is up; Ctrl-C ends both\n`);
      if (isFirst && flags.open === true)
        await tryToOpen(() => openingPage(drivers.folder(), urls[0]!), page.asked, host, drivers);
    };
    const untilQuiet = () => untilOf(jobs, () => jobs.measuring() === null, host.interrupted);
    await keepTarget(
      {
        ...{ start, isUp, untilQuiet },
        isDown: (why) => page.lose(`the target of messages is not there, and is started again: ${why}`),
        hasWork: () => jobs.areOver().size > 0,
        wait: (ms) => drivers.wait(ms, host.interrupted),
      },
      host,
    );
  } finally {
    await jobs.close();
    await page.close();
    uploads.remove();
  }
}

function checked(flags: ServeFlags, { targets }: ServeDrivers): ListenAddress {
  const port = /^\d{1,5}$/.test(flags.port) ? Number(flags.port) : Number.NaN;
  if (!(port <= HIGHEST_PORT))
    throw wrongFlag('--port', `${JSON.stringify(flags.port)} is not a port`, ['0 to 65535']);
  const address = flags.host === 'localhost' ? LOOPBACK : flags.host;
  if (!isIPv4(address))
    throw wrongFlag('--host', `${JSON.stringify(flags.host)} is not an IPv4 address`, [
      LOOPBACK,
      EVERYWHERE,
      'an address of this machine',
    ]);
  if (!targets.includes(flags.target)) throw unknownFlagWord('--target', 'target', flags.target, targets);
  return { port, address };
}

function factsOf(
  { name, ports, about, secret }: RunningTarget,
  tls: CertificateFiles,
): Omit<LabFacts, 'targetHost'> {
  const { messages } = about.features;
  if (messages === undefined) throw wrongFlag('--target', `target ${name} carries no messages`);
  const h3 = webTransportPort(ports);
  return {
    wirefare: WIREFARE_VERSION,
    target: { name: about.name, version: about.version },
    // The page's HTTP/3 is WebTransport.
    ports: h3 === undefined ? ports : { ...ports, h3 },
    secret,
    messages,
    certificateSha256Base64: tls.sha256Base64,
  };
}

/** The token stands behind the #, which browsers send to nobody. */
function listUrls({ port, token }: UiServer, address: string, addresses: readonly string[]): string[] {
  const names = address === EVERYWHERE ? [...addresses, LOOPBACK] : [address];
  return names.map((name) => `http://${name}:${port}/#token=${token}`);
}

/** The page is there all the same. */
async function tryToOpen(
  make: () => OpeningPage,
  asked: Promise<void>,
  host: Host,
  drivers: ServeDrivers,
): Promise<void> {
  let opening: OpeningPage | null = null;
  try {
    const { path, remove } = make();
    opening = { path, remove };
    await drivers.open(path);
    void asked.then(remove);
  } catch (thrown) {
    opening?.remove();
    host.err(`the page cannot be opened for you: ${messageOf(thrown)}\n`);
  }
}

/** Resolves when this holds of the jobs, or when the lab is to end. */
function untilOf(jobs: Jobs, holds: () => boolean, interrupted: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const look = () => {
      if (!holds() && !interrupted.aborted) return;
      unfollow();
      interrupted.removeEventListener('abort', look);
      done();
    };
    const unfollow = jobs.follow(look);
    interrupted.addEventListener('abort', look);
    look();
  });
}
