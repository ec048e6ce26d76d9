import { readFileSync } from 'node:fs';
import { expect } from 'chai';

const PAGE = 'docs/contributing/extend.md';
const ENDPOINT = '\n## Add an endpoint\n';
const HEADING = '\n## Add an element\n';
const ROOT = new URL('../../', import.meta.url);
/** A link to a file, the end of its paragraph, and the code that is quoted from the file. */
const QUOTE = /\]\(([^)]+)\):\n\n *```ts\n([\s\S]*?)\n *```/g;

const sectionOf = (heading: string) =>
  (readFileSync(new URL(PAGE, ROOT), 'utf8').split(heading)[1] ?? '').split('\n## ')[0] ?? '';

describe('code on the page about adding an endpoint', () => {
  const text = sectionOf(ENDPOINT);

  it('is in one of the files that the section links; its test is shorter than the real one', () => {
    const links = [...text.matchAll(/\]\(([^)]+\.ts)\)/g)].map(([, path = '']) => new URL(path, new URL(PAGE, ROOT)));
    const files = links.map((file) => unindented(readFileSync(file, 'utf8')));
    const quotes = [...text.matchAll(/```ts\n([\s\S]*?)\n```/g)].map(([, code = '']) => unindented(code));
    const wrong = quotes.filter((code) => !code.startsWith('describe(') && !files.some((file) => file.includes(code)));
    expect(quotes.length).to.be.greaterThan(5);
    expect(wrong, `${PAGE}: not in the files; copy it again`).to.deep.equal([]);
  });
});

describe('code on the page about adding an element', () => {
  const text = sectionOf(HEADING);

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
