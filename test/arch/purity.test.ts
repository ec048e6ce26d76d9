import { expect } from 'chai';
import { codeOf, SOURCE_FILES } from './source-files.ts';

const PURE_FOLDERS: readonly string[] = ['engine', 'messages'];
/** Words that bring in time, chance, the outside world or waiting. */
const IMPURE =
  /\b(?:Date|Math\s*\.\s*random|crypto|performance|process|Buffer|globalThis|console|fetch|setTimeout|setInterval|setImmediate|queueMicrotask|Promise|async|await|require|Intl|Worker|localeCompare|toLocaleString)\b/;
/** The decided core takes what a model or a client wrote; only these may read it by a computed name. */
const READS_ENVIRONMENT = /\bprocess\s*\.\s*env\b/;

describe('pure folders', () => {
  it('use no clock, chance, environment or promise when they decide', () => {
    const wrong: string[] = [];
    for (const file of SOURCE_FILES.filter((f) => PURE_FOLDERS.includes(f.folder))) {
      codeOf(file.text)
        .split('\n')
        .forEach((line, index) => {
          const word = IMPURE.exec(line)?.[0];
          if (word !== undefined) wrong.push(`src/${file.path}:${index + 1} uses ${word}`);
        });
    }
    expect(wrong, `${wrong.join('\n')}\nTake the value from the context of the command; the caller fixes it once.`).to.deep.equal(
      [],
    );
  });

  it('leave the environment to the configuration', () => {
    const readers = SOURCE_FILES.filter((file) => READS_ENVIRONMENT.test(codeOf(file.text))).map((file) => file.path);
    expect(readers, 'Add a setting to a section in platform/config and pass the value in from main.ts.').to.deep.equal([
      'platform/config/environment.ts',
    ]);
  });
});
