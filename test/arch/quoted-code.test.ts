import { readFileSync } from 'node:fs';
import { expect } from 'chai';

const PAGE = 'docs/contributing/extend.md';
const HEADING = '\n## Add an element\n';
const ROOT = new URL('../../', import.meta.url);
/** A link to a file, the end of its paragraph, and the code that is quoted from the file. */
const QUOTE = /\]\(([^)]+)\):\n\n *```ts\n([\s\S]*?)\n *```/g;

describe('code on the page about adding an element', () => {
  const [text = ''] = (readFileSync(new URL(PAGE, ROOT), 'utf8').split(HEADING)[1] ?? '').split('\n## ');

  it('is the code of the file it names', () => {
    const quotes = [...text.matchAll(QUOTE)].map(([, path = '', code = '']) => ({ path, code }));
    expect(quotes.length)
      .to.be.greaterThan(3)
      .and.to.equal(text.split('```ts').length - 1);
    for (const { path, code } of quotes) {
      const file = unindented(readFileSync(new URL(path, new URL(PAGE, ROOT)), 'utf8'));
      expect(file.includes(unindented(code)), `${PAGE} quotes what ${path} does not say; copy it again`).to.equal(true);
    }
  });
});

function unindented(code: string): string {
  return code
    .split('\n')
    .map((line) => line.trim())
    .join('\n');
}
