import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { buildPages } from '../test/support/build-pages.ts';
import { openChromium } from '../test/support/chromium.ts';
import { installPackage } from '../test/support/debian-package.ts';
import { FAILING_ORDER, RIGHT_QUANTITY, WRONG_ORDER } from '../test/support/models/failing-order.ts';
import { runDemoService } from './run-service.ts';

/**
 * `npm run record:repair`: records how a failing order is repaired in three clicks, from its own service, as docs/images/repair.webp.
 * Needs Chromium, as the pictures do, and `img2webp` of the Debian package webp.
 */
const TARGET = join(import.meta.dirname, '..', 'docs', 'images', 'repair.webp');
const MOST_BYTES = 2_000_000;
const VIEWPORT = { width: 1200, height: 750 };
/** How the pointer moves. Unit of the pause: ms. */
const GLIDE = { frames: 7, pauseMs: 60 };

/** Pictures of the page with how long each is shown. */
class Recording {
  readonly #page: Page;
  readonly #folder: string;
  readonly #shots: { readonly file: string; readonly ms: number }[] = [];
  #at = { x: 640, y: 600 };

  constructor(page: Page, folder: string) {
    this.#page = page;
    this.#folder = folder;
  }

  async shoot(ms: number): Promise<void> {
    const file = join(this.#folder, `${String(this.#shots.length).padStart(4, '0')}.png`);
    await this.#page.screenshot({ path: file });
    this.#shots.push({ file, ms });
  }

  /** Moves the pointer to the middle of an element and clicks. */
  async click(target: Locator): Promise<void> {
    const box = await target.boundingBox();
    if (box === null) throw new Error('the element to click is not visible');
    const to = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const from = this.#at;
    for (let frame = 1; frame <= GLIDE.frames; frame += 1) {
      const part = 0.5 - Math.cos((Math.PI * frame) / GLIDE.frames) / 2;
      await this.#point(from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part, false);
      await this.shoot(GLIDE.pauseMs);
    }
    await this.#point(to.x, to.y, true);
    await this.shoot(350);
    await target.click();
    await this.#point(to.x, to.y, false);
  }

  /** A screenshot has no own pointer. */
  async #point(x: number, y: number, isPressed: boolean): Promise<void> {
    this.#at = { x, y };
    await this.#page.evaluate(`(() => {
      const dot = document.getElementById('pointer') ?? document.body.appendChild(Object.assign(document.createElement('div'), { id: 'pointer' }));
      Object.assign(dot.style, {
        position: 'fixed', zIndex: 9999, left: '${x - 11}px', top: '${y - 11}px', width: '22px', height: '22px', borderRadius: '50%',
        pointerEvents: 'none', border: '2px solid #fff', boxShadow: '0 0 4px #0008', background: '${isPressed ? '#e8590c' : '#e8590c99'}',
      });
    })()`);
  }

  write(target: string): void {
    const frames = this.#shots.flatMap(({ file, ms }) => ['-d', String(ms), file]);
    const made = spawnSync('img2webp', ['-loop', '0', '-lossy', '-q', '55', '-m', '4', ...frames, '-o', target], {
      encoding: 'utf8',
    });
    if (made.status !== 0) throw new Error(`img2webp: ${made.stderr}`);
  }
}

requireTool();
await buildPages();
const service = await runDemoService();
const folder = mkdtempSync(join(tmpdir(), 'sluice-recording-'));
try {
  await fill(service.apiUrl);
  const browser = await openChromium();
  const page = await browser.newPage({ viewport: VIEWPORT });
  const recording = new Recording(page, folder);
  await record(page, recording, service.uiUrl);
  await browser.close();
  recording.write(TARGET);
} finally {
  rmSync(folder, { recursive: true, force: true });
  await service.stop();
}
const { size } = statSync(TARGET);
if (size > MOST_BYTES) throw new Error(`the recording has ${size} bytes, more than ${MOST_BYTES}`);
process.stdout.write(`docs/images/repair.webp, ${Math.round(size / 1000)} kB\n`);

/** The recorded repair: three clicks. */
async function record(page: Page, recording: Recording, uiUrl: string): Promise<void> {
  await page.goto(`${uiUrl}/incidents`);
  await page.getByText('PO-1002').waitFor();
  await recording.shoot(1800);
  await recording.click(page.getByRole('table', { name: 'Incidents' }).getByRole('link').first());
  await page.locator('[data-element-id=price].is-failed').waitFor();
  await page.getByRole('treeitem').first().waitFor();
  await recording.shoot(2600);
  await recording.click(page.getByRole('alert').getByRole('button', { name: 'Edit variables' }));
  const field = page.getByRole('dialog').getByLabel('quantity', { exact: true });
  await field.waitFor();
  await recording.shoot(1200);
  await page.getByRole('dialog').getByLabel('Type of quantity').selectOption('number');
  await field.fill(RIGHT_QUANTITY);
  await recording.shoot(1200);
  await recording.click(page.getByRole('button', { name: 'Save and retry' }));
  await page.getByText('Saved and retried.').waitFor();
  await page.locator('[data-element-id=charge].is-active').waitFor();
  await recording.shoot(3500);
}

async function fill(apiUrl: string): Promise<void> {
  const call = async (path: string, body: object) => {
    const answer = await fetch(`${apiUrl}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  };
  await call('/Definitions/deploy', { BpmnXml: FAILING_ORDER });
  for (const [BusinessId, quantity] of [
    ['PO-1001', 2],
    ['PO-1002', WRONG_ORDER.quantity],
    ['PO-1003', 5],
  ] as const)
    await call('/Execution/start', { WorkflowId: 'order-pricing', BusinessId, Variables: { ...WRONG_ORDER, quantity } });
}

function requireTool(): void {
  const isThere = () => spawnSync('img2webp', ['-version']).error === undefined;
  if (!isThere()) installPackage('webp', (text) => process.stderr.write(`${text}\n`));
  if (!isThere()) throw new Error('img2webp is missing: install the Debian package webp');
}
