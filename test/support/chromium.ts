import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Where a browser may be: that of the environment variable CHROMIUM_PATH, else the usual places. */
const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Starts the browser of this machine, without a window. Rejects when there is none. */
export async function openChromium(): Promise<Browser> {
  const given = process.env['CHROMIUM_PATH'];
  const executablePath = [...(given === undefined ? [] : [given]), ...PLACES].find((path) => existsSync(path));
  if (executablePath === undefined) throw new Error('no Chromium found: set CHROMIUM_PATH');
  // inside a container the browser's own sandbox has no namespaces to build on
  return chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
}
