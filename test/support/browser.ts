import type { Browser, BrowserContext, Page } from 'playwright-core';
import { buildUi } from '../../bin/build-ui.mjs';
import { openChromium } from './chromium.ts';

/** A page, and what went wrong in it. */
export interface WatchedPage {
  readonly page: Page;
  /** messages of the console that a user of the developer tools would see in red or yellow, violated policies and errors of scripts */
  readonly complaints: string[];
  /** hosts other than those of the service that were asked for something */
  readonly foreignRequests: string[];
}

/** Starts the browser of this machine, without a window, with the pages built. Rejects when there is none. */
export async function openBrowser(): Promise<Browser> {
  await buildUi({ isQuiet: true });
  return openChromium();
}

/** Opens a page in a context and watches it. `isExpected`: complaints that the test causes on purpose. */
export async function openPage(
  context: BrowserContext,
  isExpected: (complaint: string) => boolean = () => false,
): Promise<WatchedPage> {
  const page = await context.newPage();
  const complaints: string[] = [];
  const foreignRequests: string[] = [];
  const complain = (text: string) => {
    if (!isExpected(text)) complaints.push(text);
  };
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complain(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => complain(error.message));
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && hostname !== 'localhost' && hostname !== '127.0.0.1') foreignRequests.push(request.url());
  });
  return { page, complaints, foreignRequests };
}
