import { expect } from 'chai';
import { cutText as cutTextOfEngine } from '../../../src/engine/values/cut-text.ts';
import { cutText } from '../../../src/platform/cut-text.ts';

describe('a text that is cut', () => {
  for (const [where, cut] of [
    ['the engine', cutTextOfEngine],
    ['other parts', cutText],
  ] as const)
    it(`ends with a whole character when ${where} cut it`, () => {
      const text = 'ab😀cd';
      const cuts = Array.from({ length: 8 }, (_, most) => cut(text, most));
      expect(cuts).to.deep.equal(['', 'a', 'ab', 'ab', 'ab😀', 'ab😀c', text, text]);
    });
});
