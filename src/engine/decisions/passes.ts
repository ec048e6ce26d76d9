import type { CellTest } from '../model-decisions.ts';
import { passesFixed } from './fixed-tests.ts';
import type { DecisionValue } from './language.ts';
import { type DecisionScope, type Made, type Making, made } from './making.ts';

/** Returns whether a value passes the tests of a cell. @param scope contains the value as `?` */
export function passes(cell: CellTest, value: DecisionValue, scope: DecisionScope, making: Making): Made<boolean> {
  if (cell.kind === 'any') return made(true);
  if (cell.kind === 'fixed') return made(passesFixed(making.language.plainOf(value), cell.tests, cell.isNegated));
  const result = making.evaluate(cell.text, scope);
  return result.ok ? made(result.value === true) : result;
}
