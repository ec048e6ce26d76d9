import type { Page } from 'playwright-core';
import { eventually } from './eventually.ts';

/** Time without a change of the suggestions; the editor needs 75 ms. Unit: ms of the browser. */
const STILL_MS = 300;

/**
 * Accepts a suggestion with the keyboard. An Enter right after the list has appeared or changed belongs to the typed text, so this first waits until
 * the list stays unchanged, by the clock of the browser.
 */
export async function acceptCompletion(page: Page, text: string): Promise<void> {
  await page.locator('.cm-tooltip-autocomplete').getByText(text).first().waitFor();
  // a text, because the types of the page are not known here
  const isStill = () =>
    page.evaluate<boolean>(`(() => {
    const list = document.querySelector('.cm-tooltip-autocomplete:not(.cm-tooltip-autocomplete-disabled)');
    const shown = list?.querySelector('[aria-selected]')?.textContent.includes(${JSON.stringify(text)}) ? list.outerHTML : '';
    const last = globalThis.offeredTexts;
    if (last?.shown !== shown) globalThis.offeredTexts = { shown, since: performance.now() };
    return shown !== '' && last?.shown === shown && performance.now() - last.since > ${STILL_MS};
  })()`);
  await eventually('the offered texts stand still', isStill, { withinMs: 60_000, everyMs: 20 });
  await page.evaluate('delete globalThis.offeredTexts');
  await page.keyboard.press('Enter');
}
