import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Debian's: the first that there is. Without the browser's own windows it takes half the time. */
const CHROMIUM = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A browser with a new profile, which is removed when it is closed; without a browser the suite is skipped with a message. */
export async function launchBrowser(suite: { skip(): never }): Promise<Browser> {
  const executablePath = CHROMIUM.find((file) => existsSync(file));
  if (executablePath === undefined) {
    console.log(`      skipped: there is no ${CHROMIUM.join(' or ')}`);
    suite.skip();
  }
  return await chromium.launch({ executablePath, args: QUIET });
}
