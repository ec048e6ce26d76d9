import { expect } from 'chai';
import type { Json, Variables } from '../../../src/engine/values.ts';
import type { Bench } from './evaluating.ts';

/** Result of a script: its value, or its error text. */
export type ScriptValue = (source: string) => Json;

export function scriptValueOf(bench: Bench, variables: Variables): ScriptValue {
  return (source) => {
    const result = bench.script(source, variables);
    return result.ok ? result.value : `failure ${result.code}: ${result.reason}`;
  };
}

/** A test for each row: a script, and what it gives. */
export function scriptRows(value: ScriptValue, table: readonly (readonly [string, Json])[]): void {
  for (const [source, wanted] of table) {
    it(`give ${JSON.stringify(wanted)} when the script is ${JSON.stringify(source)}`, () =>
      expect(value(source)).to.deep.equal(wanted));
  }
}
