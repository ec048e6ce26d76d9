import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { buildPages } from '../test/support/build-pages.ts';
import { openChromium } from '../test/support/chromium.ts';
import { fillDemo } from './demo-data.ts';
import { runDemoService } from './run-service.ts';

/**
 * `npm run screenshots [-- <name>…]`: takes all pictures of docs/images, or the named ones, from a service with the demo data, in the light and the
 * dark theme (`<name>-dark`). Needs Chromium (CHROMIUM_PATH, or the path of Debian) and `cwebp` of the Debian package webp.
 */
interface Shot {
  readonly name: string;
  readonly path: string;
  /** selector of an element that exists when the page is ready */
  readonly ready: string;
  /** default: 1280 */
  readonly width?: number;
  /** clicks and input before the picture */
  readonly act?: (page: Page) => Promise<void>;
}

const FOLDER = join(import.meta.dirname, '..', 'docs', 'images');
/** Until animations have ended. Unit: ms. */
const SETTLE_MS = 600;

await buildPages();
const service = await runDemoService();
try {
  await fillDemo(service.apiUrl);
  mkdirSync(FOLDER, { recursive: true });
  const browser = await openChromium();
  const names = process.argv.slice(2);
  for (const shot of await shots(service.uiUrl))
    if (names.length === 0 || names.includes(shot.name)) await take(browser, service.uiUrl, shot);
  await browser.close();
} finally {
  await service.stop();
}

async function shots(uiUrl: string): Promise<readonly Shot[]> {
  const failed = `/process-instance/${await instanceOf(uiUrl, 'PO-1006')}`;
  const running = `/process-instance/${await instanceOf(uiUrl, 'PO-1003')}?element=pack&tab=variables`;
  return [
    { name: 'workflows', path: '/workflows', ready: 'text=order-fulfilment' },
    { name: 'definition', path: '/process-instances/order-fulfilment', ready: '.diagram-badge' },
    { name: 'instance', path: running, ready: '.is-selected' },
    { name: 'instance-failed', path: failed, ready: '.is-failed' },
    { name: 'time-travel', path: running, ready: '.is-selected', act: travel },
    { name: 'instances', path: '/instances', ready: 'main table', width: 1440 },
    { name: 'user-tasks', path: '/user-tasks', ready: 'main form' },
    { name: 'user-task-table', path: '/user-tasks?view=table', ready: 'main table' },
    { name: 'complete-task', path: '/user-tasks?group=warehouse', ready: 'text=warehouse', act: completeTask },
    { name: 'decisions', path: '/decisions', ready: 'main table' },
    { name: 'decision-editor', path: '/decision-editor?key=postage', ready: 'text=Hit policy' },
    { name: 'decision', path: '/decisions/postage', ready: 'text=Hit policy', act: evaluate },
    { name: 'heatmap', path: '/processes/order-fulfilment?period=day', ready: 'text=Metric' },
    { name: 'compare', path: '/processes/order-fulfilment?compare=1..2', ready: '.change-list' },
    { name: 'incidents', path: '/incidents', ready: 'main h1' },
    { name: 'dead-letters', path: '/dead-letters', ready: 'main h1' },
    { name: 'batches', path: '/batches', ready: 'main h1', act: runBatches },
    { name: 'timers', path: '/timers', ready: 'main h1' },
    { name: 'settings', path: '/settings', ready: 'main h1' },
    { name: 'custom-tasks', path: '/admin/custom-tasks', ready: 'main table' },
    { name: 'events', path: '/events', ready: 'text=pizza-delivered' },
    { name: 'home', path: '/', ready: '.bars' },
    { name: 'dashboard', path: '/dashboard', ready: '#activations' },
    { name: 'deploy', path: '/workflows', ready: 'text=order-fulfilment', act: chooseFile },
    { name: 'modeler', path: '/modeler?key=loan-approval&version=1', ready: '.djs-shape' },
    { name: 'simulation', path: '/modeler?key=order-fulfilment&version=1', ready: '.djs-shape', act: simulate },
  ];
}

async function take(browser: Browser, uiUrl: string, shot: Shot): Promise<void> {
  const { name, path, ready, width = 1280, act } = shot;
  const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme: 'light' });
  await page.goto(`${uiUrl}${path}`);
  await page.locator(ready).first().waitFor({ state: 'attached' });
  await act?.(page);
  await save(page, name);
  await page.emulateMedia({ colorScheme: 'dark' });
  await save(page, `${name}-dark`);
  await page.close();
}

async function save(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(SETTLE_MS);
  await page.locator('.busy-line').waitFor({ state: 'detached' });
  const input = await page.screenshot();
  const made = spawnSync('cwebp', ['-quiet', '-lossless', '-z', '9', '-o', join(FOLDER, `${name}.webp`), '--', '-'], { input });
  if (made.status !== 0) throw new Error(`cwebp: ${made.error?.message ?? made.stderr.toString()}`);
  process.stdout.write(`docs/images/${name}.webp\n`);
}

async function travel(page: Page): Promise<void> {
  await page.getByRole('slider').focus();
  for (let step = 0; step < 14; step += 1) await page.keyboard.press('ArrowLeft');
}

async function completeTask(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Enter your name' }).click();
  await page.getByLabel('Your name').fill('ada');
  await page.getByLabel('Your groups (comma separated)').fill('warehouse');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Parcel id').fill('p-4712');
}

async function evaluate(page: Page): Promise<void> {
  for (const [name, text] of Object.entries({ weight: '1.5', longestSide: '30', country: 'DE' }))
    await page.getByLabel(name, { exact: true }).fill(text);
  await page.getByRole('button', { name: 'Evaluate' }).click();
  await page.getByText('3.99').nth(1).waitFor();
}

async function simulate(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Simulate', exact: true }).click();
  const panel = page.getByRole('region', { name: 'Simulation' });
  await panel.getByRole('button', { name: /^Start: / }).click();
  const complete = panel.getByRole('button', { name: /^Complete: / });
  await complete.waitFor();
  await complete.click();
  await panel.getByText('Waiting: 2').waitFor();
}

/** Batches of several kinds; in the end the instances are as before. */
async function runBatches(page: Page): Promise<void> {
  const invoices = 'ProcessDefinitionKey==invoice-approval';
  for (const [Operation, Filters] of [
    ['suspend', invoices],
    ['resume', invoices],
    ['cancel', 'BusinessId==PO-1007'],
  ]) {
    const init = {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ Operation, Filters }),
    };
    const answer = await fetch(`${service.apiUrl}/Batches`, init);
    if (!answer.ok) throw new Error(await answer.text());
    await page.reload();
    await page.locator('tbody tr').first().getByText('Completed').waitFor();
  }
}

async function chooseFile(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Deploy', exact: true }).click();
  const file = join(import.meta.dirname, '..', 'examples', 'loan-approval.bpmn');
  await page.getByLabel('Files to deploy', { exact: true }).setInputFiles(file);
  await page.getByRole('dialog').locator('.djs-shape').first().waitFor({ state: 'attached' });
}

async function instanceOf(uiUrl: string, businessId: string): Promise<string> {
  const answer = await fetch(`${uiUrl}/ui/api/instances?businessId=${businessId}`);
  const { items } = (await answer.json()) as { readonly items: readonly { readonly instanceId: string }[] };
  return items[0]?.instanceId ?? '';
}
