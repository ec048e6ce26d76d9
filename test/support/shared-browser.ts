import type { Browser, Page } from 'playwright-core';
import { buildPages } from './build-pages.ts';
import { openChromium } from './chromium.ts';
import { atEndOfRun } from './end-of-run.ts';

/** One browser serves all files; it is closed after the last test of the run. */
let shared: Promise<Browser> | undefined;
atEndOfRun('close the browser', async () => {
  await (await shared)?.close();
  shared = undefined;
});

/** The browser of this run, with the pages of the UI built. Rejects when the machine has none. */
export async function sharedBrowser(): Promise<Browser> {
  await buildPages();
  shared ??= openChromium();
  return shared;
}

/**
 * Reports errors and warnings of the developer tools (such as a violated content security policy), exceptions of scripts, and requests to other
 * servers than `isOwn`.
 */
export function watchPage(page: Page, isOwn: (url: URL) => boolean, report: (fault: string) => void): void {
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') {
      report(`${message.type()}: ${message.text()} ${message.location().url}`);
    }
  });
  page.on('pageerror', (error) => report(`exception: ${error.message}`));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && !isOwn(url)) report(`request to ${url.origin}`);
  });
}
