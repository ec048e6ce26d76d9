import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { fillDemo } from '../../demo/demo-data.ts';
import { useUiPages } from '../support/ui-pages.ts';

const PAGES: readonly (readonly [path: string, ready: string])[] = [
  ['/workflows', 'order-fulfilment'],
  ['/process-instances/order-fulfilment', 'PO-1001'],
  ['/user-tasks?view=table', 'assign-approver'],
  ['/admin/custom-tasks', 'Custom Tasks'],
  ['/events', 'Message Start Events'],
  ['/', 'Needs attention'],
  ['/dashboard', 'Projection lag'],
  ['/instances', 'PO-1001'],
  ['/incidents', 'No open incidents.'],
  ['/decisions', 'Postage'],
  ['/decision-editor', 'Create a decision'],
  ['/dead-letters', 'No dead letters.'],
  ['/settings', 'Theme Mode'],
];
const TABS = 60;

/** What axe cannot see (docs/contributing/ui-design.md#by-hand). The page's own code is a text, because its types are not known here. */
describe('every page by hand', function () {
  this.timeout(90_000);
  const ui = useUiPages((pages) => fillDemo(pages.apiUrl));
  const open = async (path: string, ready: string): Promise<Page> => {
    const page = await ui.visit(path);
    await page.locator('main').getByText(ready).first().waitFor();
    return page;
  };

  for (const [path, ready] of PAGES) {
    it(`${path} does not scroll sideways and cuts no control at 200 % in a window of 1280 px`, async () => {
      const page = await open(path, ready);
      await page.setViewportSize({ width: 640, height: 450 });
      await page.evaluate("document.documentElement.style.fontSize = '200%'");
      const wide = await page.evaluate<string[]>(`(() => {
        const { clientWidth, scrollWidth } = document.documentElement;
        const cut = [...document.querySelectorAll('header :is(a, button, input), h1, main :is(h2, h3)')].filter((one) => {
          const { left, right, width } = one.getBoundingClientRect();
          return width > 0 && !one.matches('.skip-link') && (left < -1 || right > innerWidth + 1);
        });
        return [...(scrollWidth > clientWidth + 1 ? ['page ' + scrollWidth + ' > ' + clientWidth] : []), ...cut.map((one) => one.outerHTML.slice(0, 120))];
      })()`);
      expect(wide).to.deep.equal([]);
    });

    it(`${path} has targets of 24 px, or room around them`, async () => {
      const page = await open(path, ready);
      // a smaller one needs so much room around it that a circle of 24 px meets no other (WCAG 2.5.8)
      const small = await page.evaluate<string[]>(`(() => {
        const all = [...document.querySelectorAll('main :is(a, button, [role=tab], summary), header :is(a, button), nav a')]
          .filter((one) => one.checkVisibility() && one.closest('svg, .djs-container') === null && !one.matches('.skip-link'))
          .map((one) => ({ one, box: one.getBoundingClientRect() }))
          .filter(({ box }) => box.width > 0);
        const distance = ({ left, right, top, bottom }, x, y) =>
          Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
        return all
          .filter(({ one }) => !(one.matches('a') && getComputedStyle(one).display === 'inline'))
          .filter(({ one, box }) => {
            if (box.width >= 23.5 && box.height >= 23.5) return false;
            const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
            return one.matches('button') || all.some((other) => other.one !== one && distance(other.box, x, y) < 12);
          })
          .map(({ one, box }) => Math.round(box.width) + 'x' + Math.round(box.height) + ' ' + one.outerHTML.slice(0, 400));
      })()`);
      expect(small).to.deep.equal([]);
    });

    it(`${path} shows where the focus is, at every stop, in the order of reading`, async () => {
      const page = await open(path, ready);
      const stops: { name: string; isSeen: boolean; part: number }[] = [];
      for (let n = 0; n < TABS; n += 1) {
        await page.keyboard.press('Tab');
        const stop = await page.evaluate<{ name: string; isSeen: boolean; part: number } | null>(`(() => {
          const one = document.activeElement;
          if (one === null || one === document.body) return null;
          const near = [one, one.parentElement, one.closest('label'), one.nextElementSibling].filter((part) => part !== null);
          const isMarked = (part) => {
            const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(part);
            return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
          };
          const parts = ['.skip-link', 'header', '.shell-navigation', 'main'];
          return {
            name: one.outerHTML.slice(0, 120),
            isSeen: near.some((part) => isMarked(part) && part.getBoundingClientRect().height > 0),
            part: parts.findIndex((part) => one.closest(part) !== null),
          };
        })()`);
        if (stop === null) break;
        stops.push(stop);
      }
      expect(stops.filter(({ isSeen }) => !isSeen).map(({ name }) => name)).to.deep.equal([]);
      const parts = stops.map(({ part }) => part).filter((part) => part >= 0);
      expect(parts).to.deep.equal([...parts].sort((a, b) => a - b));
    });
  }

  it('a page that is opened from the navigation is announced to users who cannot see it', async () => {
    const page = await open('/workflows', 'order-fulfilment');
    await page.getByRole('link', { name: 'Events' }).click();
    await page.getByRole('status').getByText('Registered Events').waitFor({ state: 'attached' });
  });

  it('nothing moves automatically when the user prefers reduced motion', async () => {
    const page = await ui.open();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(`${ui.url}/workflows`);
    await page.getByText('order-fulfilment').first().waitFor();
    await page.getByRole('button', { name: 'Deploy', exact: true }).click();
    await page.getByRole('dialog').waitFor();
    const moving = await page.evaluate<number>(
      "document.getAnimations().filter(({ playState, effect }) => playState === 'running' && effect.getTiming().duration > 10).length",
    );
    expect(moving).to.equal(0);
  });
});
