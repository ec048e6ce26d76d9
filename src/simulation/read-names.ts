import type { ExpressionModel, ScriptModel } from '../engine/model.ts';
import { variableNamesIn } from '../expressions/variable-names.ts';

/** Characters of a text that is searched. */
export const MAX_CONDITION = 2000;
/** Keywords, which are no variable names. */
const WORDS = new Set(
  'and or not if then else true false null in between some every satisfies return for instance of contains function date time duration today now count sum min max loopCounter'.split(
    ' ',
  ),
);

/** Names in an expression or script that are probably variables. */
export function readBy(text: ExpressionModel | ScriptModel): readonly string[] {
  if (text.source.length > MAX_CONDITION) return [];
  return [...variableNamesIn(text).reads].filter((name) => !WORDS.has(name) && !isCalled(name, text.source));
}

/** Whether its first place is the call of a function, also with several words as in FEEL: `upper case(`. */
function isCalled(name: string, source: string): boolean {
  const behind = /^((?:\s+[a-z]+){0,3})\s*\(/.exec(source.slice(source.indexOf(name) + name.length, MAX_CONDITION));
  return behind !== null && !(behind[1] ?? '').split(/\s+/).some((word) => WORDS.has(word));
}
