import { expect } from 'chai';
import type { Json } from '../../../src/engine/values.ts';
import { compileFeel } from '../../../src/expressions/feel/compiled.ts';
import { evaluateFeel } from '../../../src/expressions/feel/evaluate.ts';
import { NOW } from './evaluating.ts';

/** One test per row `[text, value]`: what FEEL gives as JSON; failures are written `failure: <reason>`. */
export function feelTable(
  rows: readonly (readonly [text: string, wanted: Json])[],
  variables: Readonly<Record<string, Json>> = {},
): void {
  for (const [text, wanted] of rows) {
    it(`gives ${JSON.stringify(wanted)} when the text is ${text}`, () => {
      const result = evaluateFeel(text, variables, { now: NOW });
      expect(result.ok ? result.value : `failure: ${result.reason}`).to.deep.equal(wanted);
      // a value of FEEL survives that the text is evaluated again
      if (result.ok) expect(evaluateFeel(text, variables, { now: NOW })).to.deep.equal(result);
    });
  }
}

/** Text that `string` of FEEL returns for a value that is not JSON: `[1 .. 3]`. */
export function feelText(text: string): unknown {
  return compileFeel(`string(${text})`).evaluate({}, { now: NOW });
}
