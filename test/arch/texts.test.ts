import { expect } from 'chai';
import { ERROR_CODES } from '../../src/platform/error-codes.ts';
import { german } from '../../src/ui/web/texts/de/german.ts';
import { SOURCE_FILES } from './source-files.ts';

/** The code of the pages, without the catalogue. */
const CODE = SOURCE_FILES.filter(({ path }) => path.startsWith('ui/web/') && !/^ui\/web\/texts\/(de|en)\//.test(path))
  .map(({ text }) => text)
  .join('\n');

/** A text is used by its name, or one of its section is chosen: `names.error`, `states[state]`, `libraryWords(texts.words)`. */
function unusedIn(code: string, section: object, path: readonly string[]): string[] {
  return Object.entries(section).flatMap(([name, text]) => {
    if (typeof text === 'object' && text !== null) return unusedIn(code, text, [...path, name]);
    const isUsed =
      new RegExp(`(?:\\.|[{,] )${name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\b`).test(code) ||
      new RegExp(`\\b${path.at(-1)}\\[|libraryWords\\(\\w+\\.${path.at(-1)}\\)`).test(code);
    return isUsed ? [] : [[...path, name].join('.')];
  });
}

describe('the catalogue of texts', () => {
  it('has no text that no page uses', () => {
    const unused = Object.entries(german).flatMap(([part, texts]) => unusedIn(CODE, texts, [part]));
    expect(unused).to.deep.equal([]);
  });

  it('has a German file for every English one, and a part for both', () => {
    const files = (language: string) =>
      SOURCE_FILES.flatMap(({ path }) => new RegExp(`^ui/web/texts/${language}/([^/]*)\\.ts$`).exec(path)?.[1] ?? []);
    expect(files('de').filter((name) => name !== 'german')).to.deep.equal(files('en'));
    expect(Object.keys(german)).to.have.length(files('en').length);
  });

  it('has a German sentence for each error code, and no two alike', () => {
    const sentences = Object.entries(german.errors);
    expect(sentences.map(([code]) => code)).to.have.members(Object.keys(ERROR_CODES));
    expect(sentences.filter(([, sentence]) => !/^[A-ZÄÖÜ][^\n]{1,110}\.$/.test(sentence))).to.deep.equal([]);
    expect(new Set(Object.values(german.errors))).to.have.property('size', sentences.length);
  });

  it('is looked through for names that are used, and for sections one of whose texts is chosen', () => {
    const part = { a: 'x', b: 'x', states: { on: 'x' }, names: { c: 'x', d: 'x' } };
    expect(unusedIn('texts.a texts.states[state] texts.names.c', part, ['part'])).to.deep.equal(['part.b', 'part.names.d']);
  });
});
