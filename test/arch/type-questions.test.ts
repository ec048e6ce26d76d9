// tier all: it compiles all of src
import { expect } from 'chai';
import { SOURCE_FILES } from './source-files.ts';
import { type TypeQuestion, typeQuestionsIn } from './type-questions.ts';

/** Where a kind may be asked for: the elements themselves, the definition of the model, and its reader. */
const ROOMS = /^(?:engine\/behaviours\/|engine\/model(?:\.ts$|\/)|bpmn\/)/;
/** Where also the element type that an event or an entry carries must not change the behaviour. */
const DECIDES = /^engine\/(?:decide\.ts$|running\/(?:settle|run)\.ts$|policies\/|opening\/)/;
/** The page of the browser has its own compiler configuration, and no models of elements. */
const PAGE = /^ui\/web\//;

describe('questions about the kind of an element', () => {
  let found: readonly TypeQuestion[];

  before(function () {
    this.timeout(240_000);
    found = typeQuestionsIn(SOURCE_FILES.map(({ path }) => path).filter((path) => !PAGE.test(path)));
  });

  it('are asked by the element itself when code acts by it', () => {
    const wrong = found
      .filter(({ path, isOfRecord }) => !ROOMS.test(path) && (!isOfRecord || DECIDES.test(path)))
      .map(({ path, line, text }) => `src/${path}:${line} asks ${text}`);
    expect(
      wrong,
      `${wrong.join('\n')}\nLet the behaviour of the element answer (src/engine/running/behaviour.ts), or read its model through src/engine/model/model-shape.ts.`,
    ).to.deep.equal([]);
  });

  it('are recognised when they are there', () => {
    expect(found.filter(({ path }) => path === 'engine/model/model-shape.ts').map(({ text }) => text)).to.include.members([
      "'triggers' in element",
      "element.type === 'receiveTask'",
      'switch (catcher.type) {',
    ]);
  });
});
