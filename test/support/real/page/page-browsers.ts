// The browsers in which people look at the lab's page, each driven by Puppeteer.

import puppeteer, { type Browser } from 'puppeteer-core';

export interface PageBrowser {
  readonly name: 'chromium' | 'firefox';
  launch(): Promise<Browser>;
}

const { WIREFARE_CHROMIUM = '/usr/bin/chromium', WIREFARE_FIREFOX = '/usr/bin/firefox-esr' } = process.env;
/** Advice takes minutes in which nothing is said to the driver. */
const protocolTimeout = 300_000;

export const CHROMIUM: PageBrowser = {
  name: 'chromium',
  launch: () =>
    puppeteer.launch({
      executablePath: WIREFARE_CHROMIUM,
      args: ['--no-sandbox'],
      headless: true,
      protocolTimeout,
    }),
};

/** Also a phone, which takes the certificate of a run as one that was told to trust it. */
export const FIREFOX: PageBrowser = {
  name: 'firefox',
  launch: () =>
    puppeteer.launch({
      browser: 'firefox',
      executablePath: WIREFARE_FIREFOX,
      headless: true,
      acceptInsecureCerts: true,
      protocolTimeout,
    }),
};
