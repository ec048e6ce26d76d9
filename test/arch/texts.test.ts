import { expect } from 'chai';
import * as cancellations from '../../src/engine/running/cancellations.ts';
import { ERROR_CODES } from '../../src/platform/error-codes.ts';
import { builtinPlugins } from '../../src/plugins/builtin/builtins.ts';
import { german } from '../../src/ui/web/texts/de/german.ts';
import { SOURCE_FILES } from './source-files.ts';

/** The code of the pages, without the catalogue. */
const CODE = SOURCE_FILES.filter(({ path }) => path.startsWith('ui/web/') && !/^ui\/web\/texts\/(de|en)\//.test(path))
  .map(({ text }) => text)
  .join('\n');

/** A text is used by its name, or one of its section is chosen: `names.error`, `states[state]`, `libraryWords(texts.words)`. */
function unusedIn(code: string, section: object, path: readonly string[]): string[] {
  const isChosen = new RegExp(`\\b${path.at(-1)}\\[|libraryWords\\(\\w+\\.${path.at(-1)}\\)`).test(code);
  return Object.entries(section).flatMap(([name, text]) => {
    if (typeof text === 'object' && text !== null) return unusedIn(code, text, [...path, name]);
    const isUsed = isChosen || new RegExp(`(?:\\.|[{,] )${name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\b`).test(code);
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

  it('has German words for the task types of the service and the reasons of the engine for a cancellation', () => {
    const settings = {
      log: {},
      engine: {},
      restCall: { denyPrivateNetworks: true, allowedNetworks: [] },
      email: { smtpUrl: 'smtp://localhost', from: 'a@b.example' },
    };
    const words = builtinPlugins(settings as never).flatMap(({ taskType, displayName, parameters = [] }) =>
      [displayName, ...parameters.flatMap((parameter) => [parameter.displayName, parameter.description])].flatMap((text) =>
        text === undefined ? [] : [`${taskType}: ${text}`],
      ),
    );
    expect(words.filter((key) => !Object.hasOwn(german.builtInTasks, key))).to.deep.equal([]);
    const { interruptedByBoundary, interruptedByEventSubProcess, terminatedBy, modifiedBy, CANCELLED_BY_PARENT } = cancellations;
    const fixed = Object.values(cancellations).flatMap((one) => (typeof one === 'object' ? [one.reason] : []));
    const named = [interruptedByBoundary, interruptedByEventSubProcess, terminatedBy].map((of) => of('{element}').reason);
    const reasons = [...fixed, ...named, modifiedBy(null).reason, CANCELLED_BY_PARENT];
    expect(reasons.filter((reason) => !Object.hasOwn(german.cancelReasons, reason))).to.deep.equal([]);
  });

  it('is looked through for names that are used, and for sections one of whose texts is chosen', () => {
    const part = { a: 'x', b: 'x', states: { on: 'x' }, names: { c: 'x', d: 'x' } };
    expect(unusedIn('texts.a texts.states[state] texts.names.c', part, ['part'])).to.deep.equal(['part.b', 'part.names.d']);
  });
});
