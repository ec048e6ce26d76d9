import { type Browser, chromium } from 'playwright-core';
import { chromiumPath } from './find-chromium.ts';

/** Starts the browser of this machine, without a window. Rejects when none exists. */
export async function openChromium(): Promise<Browser> {
  const executablePath = chromiumPath();
  if (executablePath === undefined) throw new Error('no Chromium found: set CHROMIUM_PATH');
  // inside a container the browser's own sandbox has no namespaces to build on
  return chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
}
