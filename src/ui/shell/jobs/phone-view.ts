// A run that waits for a browser on another device: the code to take a picture of, who has come, and who of
// them is there.

import { encode } from 'uqr';
import { count, listed } from '../../../base/figures/plurals.ts';
import type { Trust } from '../../../run/events.ts';
import type { OutsideClient, OutsideFacts } from '../../jobs/snapshot.ts';
import { make, show } from '../dom.ts';

export class PhoneView {
  readonly #document: Document;
  readonly #place: HTMLElement;
  #drawn = '';

  constructor(document: Document, place: HTMLElement) {
    this.#document = document;
    this.#place = place;
  }

  /** null: nobody else is to measure. */
  show(outside: OutsideFacts | null): void {
    show(this.#place, outside !== null);
    const drawn = JSON.stringify(outside);
    if (outside === null || drawn === this.#drawn) return;
    this.#drawn = drawn;
    const { url, others = [], trust, isWanted, clients, newcomers } = outside;
    const document = this.#document;
    const wanted = !isWanted
      ? []
      : [
          qrCode(document, url),
          make(
            document,
            'div',
            {},
            make(document, 'p', {}, sayWanted(outside)),
            make(document, 'p', { class: 'address' }, make(document, 'code', {}, url)),
            ...(others.length === 0 ? [] : [otherAddresses(document, others)]),
            ...(trust === null ? [] : howToTrust(document, trust)),
          ),
        ];
    this.#place.replaceChildren(
      ...wanted,
      make(
        document,
        'ul',
        { class: 'clients' },
        ...clients.map((client) => clientItem(document, client)),
        ...(newcomers === 0 ? [] : [make(document, 'li', {}, sayNewcomers(newcomers, clients.length))]),
      ),
    );
  }
}

/** Of whoever opened the page that measures in the browser that watches; empty: nobody did. */
export function sayWatching(outside: OutsideFacts | null): string {
  const those = outside?.clients.filter(({ watches }) => watches) ?? [];
  if (those.length === 0) return '';
  const named = listed([...new Set(those.map(({ engine, engineVersion }) => `${engine} ${engineVersion}`))]);
  return `${named} measures, and seems to be the browser that watches this lab: by its address and by what it calls itself it is. What it draws here takes time from what it measures there. Stop this, and open the address on another device or in another browser; the record warns of it, too.`;
}

function sayWanted({ clients }: OutsideFacts): string {
  return clients.length === 0
    ? 'Take a picture of this with the phone that is to measure, or open the address on the machine that is, within 15 minutes: not in this browser, since what watches must not be measured. Keep it in front until it says that all is done.'
    : 'The next session waits: the page there comes by itself. Wake the device up, or open the address again: not in this browser.';
}

/** Which of them a device reaches, if any, the lab cannot know. */
function otherAddresses(document: Document, others: readonly string[]): HTMLElement {
  const has = `This machine has other addresses, too (${others.join(', ')}). If the device finds nothing at this one, start the lab with the address of its network: `;
  return make(document, 'p', {}, has, make(document, 'code', {}, 'wirefare serve --host ADDRESS'), '.');
}

/** Whoever sees a warning must be able to tell this lab from another one. */
function howToTrust(document: Document, { url, sha256Fingerprint, isNeeded }: Trust): readonly HTMLElement[] {
  const why =
    isNeeded === true
      ? 'Some of what the page there asks is over TLS, with a certificate that the run made. That fails until the device is told to trust it, for this run, at '
      : 'The device will warn of a certificate that it does not know: the run made it, so that the page there has a fine clock. Chrome goes on (Advanced, Proceed). Safari and Firefox are told to trust it, for this run, at ';
  return [
    make(document, 'p', {}, why, make(document, 'code', {}, url), '.'),
    make(
      document,
      'p',
      { class: 'address' },
      'Its SHA-256 there must be ',
      make(document, 'code', {}, sha256Fingerprint),
    ),
  ];
}

/**
 * `Firefox 140.0 Android 14; Mobile; rv:140.0 · 8 cores · its clock steps by 1000 µs · 2 sessions · measures`.
 */
function clientItem(document: Document, client: OutsideClient): HTMLElement {
  const { engine, engineVersion, userAgent, cores, clockStepUs, crossOriginIsolated, sessions } = client;
  const device = /\(([^)]*)\)/.exec(userAgent)?.[1] ?? userAgent;
  const clock = `its clock steps by ${Math.round(clockStepUs * 10) / 10} µs${crossOriginIsolated ? '' : ', as browsers have it for pages without HTTPS'}`;
  const facts = [device, count(cores, 'core'), clock, count(sessions, 'session'), sayWhere(client)];
  return make(
    document,
    'li',
    {},
    make(document, 'b', {}, `${engine} ${engineVersion}`),
    ` ${facts.filter((fact) => fact !== '').join(' · ')}`,
  );
}

/** What they are they say when they join their first session. */
function sayNewcomers(newcomers: number, clients: number): string {
  const more = clients === 0 ? '' : ' more';
  return newcomers === 1
    ? `One${more} device is there, and waits for its first session`
    : `${newcomers}${more} devices are there, and wait for their first sessions`;
}

function sayWhere({ measures, isThere }: OutsideClient): string {
  if (measures) return 'measures now';
  if (isThere === null) return '';
  return isThere ? 'is there, and waits' : 'is not there now';
}

const SVG = 'http://www.w3.org/2000/svg';
const QUIET_MODULES = 3;

/** Dark on light whatever the page's colours: cameras want it so. */
function qrCode(document: Document, url: string): Element {
  const { data, size } = encode(url, { border: QUIET_MODULES });
  const svg = document.createElementNS(SVG, 'svg');
  const path = document.createElementNS(SVG, 'path');
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
  for (const [name, value] of Object.entries({
    class: 'qr',
    viewBox: `0 0 ${size} ${size}`,
    role: 'img',
    'aria-label': `QR code of ${url}`,
    'shape-rendering': 'crispEdges',
  }))
    svg.setAttribute(name, value);
  path.setAttribute('d', squares.join(''));
  svg.append(path);
  return svg;
}
