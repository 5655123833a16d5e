import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Debian's. */
const CHROMIUM = '/usr/bin/chromium';
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A browser with a new profile, which goes when it is closed; where there is none, the suite is skipped, and says so. */
export async function launchBrowser(suite: { skip(): never }): Promise<Browser> {
  if (!existsSync(CHROMIUM)) {
    console.log(`      skipped: there is no ${CHROMIUM}`);
    suite.skip();
  }
  return await chromium.launch({ executablePath: CHROMIUM, args: QUIET });
}
