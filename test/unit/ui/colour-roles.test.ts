// tier all: reads style files only; axe checks the pages in the commit tier
import { readFileSync } from 'node:fs';
import { expect } from 'chai';

const WEB = new URL('../../../src/ui/web/', import.meta.url);
/** WCAG 2.2, 1.4.3. */
const LEAST = 4.5;
/** Page and fields of the component library; the alert of its colour red. */
const LIBRARY = {
  light: { body: '#ffffff', field: '#ffffff', alert: '#ffe3e3', 'alert-text': '#c92a2a' },
  dark: { body: '#242424', field: '#2e2e2e', alert: '#651515', 'alert-text': '#fff5f5' },
};
const SURFACES = ['panel-bg', 'canvas-bg', 'body', 'field'];

/** Variables of the first block that begins with a selector. */
function variablesIn(file: string, selector: string): Record<string, string> {
  const text = readFileSync(new URL(file, WEB), 'utf8');
  const begin = text.indexOf(`${selector} {`);
  expect(begin, `${selector} in ${file}`).to.be.at.least(0);
  const block = text.slice(begin, text.indexOf('}', begin));
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6}|var\(--[\w-]+\));/g)].map(([, name = '', color = '']) => [name, color]),
  );
}

/** Relative luminance. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

describe('the colour roles (docs/contributing/ui-design.md#colours)', () => {
  for (const theme of ['light', 'dark'] as const) {
    it(`have texts with a contrast of at least ${LEAST} in the ${theme} theme`, () => {
      const colors: Record<string, string> = {
        ...LIBRARY[theme],
        ...variablesIn('components/components.css', theme === 'light' ? ':root' : '[data-mantine-color-scheme="dark"]'),
        ...variablesIn('app.css', `:root:root[data-mantine-color-scheme="${theme}"]`),
      };
      const roles = ['run', 'done', 'fail', 'stop', 'wait'];
      const pairs = [
        ...roles.flatMap((role) => [`${role}-bg`, ...SURFACES].map((surface) => [`${role}-fg`, surface])),
        ...['text-dimmed', 'mantine-color-dimmed', 'mantine-color-error', 'mantine-color-placeholder'].flatMap((text) =>
          SURFACES.map((surface) => [text, surface]),
        ),
        ['alert-text', 'alert'],
      ];
      const colorOf = (name: string) => colors[/^var\(--([\w-]+)\)$/.exec(colors[name] ?? '')?.[1] ?? name] ?? '';
      const pale = pairs
        .map(([text = '', surface = '']) => ({ text, surface, is: contrast(colorOf(text), colorOf(surface)) }))
        .filter(({ is }) => !(is >= LEAST));
      expect(pale).to.deep.equal([]);
    });
  }
});
