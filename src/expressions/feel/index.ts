/** Public API of the FEEL library: other folders import only this file. */

export { type AgentParameter, agentParameters } from './agent-parameters.ts';
export { analyseFeel, type FeelAnalysis, MAX_CHEAP_LENGTH, needsRandom, TooMuchFeel } from './analysis.ts';
export { KNOWN_FUNCTIONS } from './called-functions.ts';
export * as feelTypes from './compile/types.ts';
export {
  type CompiledFeel,
  compiledOnce,
  compileFeel,
  type FeelNames,
  type FeelRoot,
  type FeelSituation,
  feelRoot,
} from './compiled.ts';
export { CompiledCache } from './compiled-cache.ts';
export { evaluateFeel, type FeelResult, readSimplePath } from './evaluate.ts';
export { type FixedTests, isLiteral, readFixedTests } from './fixed-tests.ts';
export { freeNames } from './free-names.ts';
export { mayNameMembers, namesIn } from './known-names.ts';
export { isForbiddenName, isTooLong, MAX_ELEMENTS, MAX_NESTING, MAX_SOURCE_BYTES } from './limits.ts';
export { type RandomSource, randomSourceOf } from './random-source.ts';
export { isLongName } from './syntax/names.ts';
export { SyntaxProblem } from './syntax-problem.ts';
export { itemsOfTests, readTests, typeNamesIn } from './unary-tests.ts';
export { civilOf, daysInMonth, epochDayOf } from './values/calendar.ts';
export { isSame } from './values/equality.ts';
export { FeelFunction } from './values/function.ts';
export { type FeelJson, toJson } from './values/json.ts';
export { isContext, kindOf } from './values/kinds.ts';
export { MemoryBudget, MemoryBudgetExceeded } from './values/memory-budget.ts';
export { isNumber, toDouble } from './values/numbers.ts';
export { type Comparison, FeelRange } from './values/range.ts';
export { FeelDate, FeelDateTime, FeelTime } from './values/temporal.ts';
export type { FeelType, Kind } from './values/types.ts';
export { offsetAt, offsetOfInstant, placeOf, placeText, type TimePlace, UTC } from './values/zones.ts';
