import { parseBoolean, parseDouble, parseInteger, roundHalfEven } from './casts.ts';
import { callMethod, integerArg, lowerFirst, type Methods, methods, numberArg, textArg } from './method.ts';
import type { EvaluationContext } from './run.ts';
import type { PathSegment } from './syntax.ts';
import { textOf } from './text.ts';
import { doubleOf, fail, integerOf, isDouble, isList, numberOf, type Value } from './value.ts';

const ANY_COUNT = 1000;
const real = (args: readonly Value[], name: string, compute: (x: number) => number): Value =>
  doubleOf(compute(numberArg(args, 0, name)));

const MATH = methods<null>([
  ['abs', 1, 1, (_, _t, args, name) => sameKind(args, Math.abs(numberArg(args, 0, name)))],
  ['min', 2, 2, (_, _t, args, name) => sameKind(args, Math.min(numberArg(args, 0, name), numberArg(args, 1, name)))],
  ['max', 2, 2, (_, _t, args, name) => sameKind(args, Math.max(numberArg(args, 0, name), numberArg(args, 1, name)))],
  ['floor', 1, 1, (_, _t, args, name) => real(args, name, Math.floor)],
  ['ceiling ceil', 1, 1, (_, _t, args, name) => real(args, name, Math.ceil)],
  ['round', 1, 2, (_, _t, args, name) => round(args, name)],
  ['pow', 2, 2, (_, _t, args, name) => doubleOf(numberArg(args, 0, name) ** numberArg(args, 1, name))],
  ['sqrt', 1, 1, (_, _t, args, name) => real(args, name, Math.sqrt)],
  ['truncate', 1, 1, (_, _t, args, name) => real(args, name, Math.trunc)],
  ['sign', 1, 1, (_, _t, args, name) => integerOf(Math.sign(numberArg(args, 0, name)))],
]);
const CONVERT = methods<null>([
  ['toInt32 toInt64', 1, 1, (_, _t, args) => convertToInteger(args[0] as Value)],
  ['toDouble', 1, 1, (_, _t, args) => convertToDouble(args[0] as Value)],
  ['toString', 1, 1, (run, _t, args) => textOf(run, args[0] as Value)],
  ['toBoolean', 1, 1, (_, _t, args) => convertToBoolean(args[0] as Value)],
]);
const INTEGER = methods<null>([['parse parseInt parseLong', 1, 1, (_, _t, args) => parseInteger(args[0] as Value)]]);
const DOUBLE = methods<null>([['parse parseDouble', 1, 1, (_, _t, args) => parseDouble(args[0] as Value)]]);
const BOOLEAN = methods<null>([['parse parseBoolean', 1, 1, (_, _t, args) => parseBoolean(args[0] as Value)]]);
const STRING = methods<null>([
  ['isNullOrEmpty', 1, 1, (_, _t, args) => args[0] === null || args[0] === ''],
  ['isNullOrWhiteSpace', 1, 1, (_, _t, args) => args[0] === null || (typeof args[0] === 'string' && args[0].trim() === '')],
  ['join', 1, ANY_COUNT, (run, _t, args, name) => joinTexts(run, textArg(args, 0, name), args.slice(1))],
  // lower case in Java
  ['valueOf', 1, 1, (run, _t, args) => (typeof args[0] === 'boolean' ? String(args[0]) : joinTexts(run, '', args))],
  ['concat', 0, ANY_COUNT, (run, _t, args) => joinTexts(run, '', args)],
]);
const GUID = methods<null>([['newGuid', 0, 0, (run) => run.execution.newGuid()]]);
/** Discards the output. */
const CONSOLE = methods<null>([['writeLine write log info warn error debug trace', 0, ANY_COUNT, () => null]]);
const PRINT_STREAM = methods<null>([['println print printf', 0, ANY_COUNT, () => null]]);
const SYSTEM = methods<null>([['currentTimeMillis', 0, 0, (run) => run.execution.now]]);
const UUID = methods<null>([['randomUUID', 0, 0, (run) => run.execution.newGuid()]]);
/** Functions of the condition editor of jBPM. */
const KIE_FUNCTIONS = methods<null>([
  ['isNull', 1, 1, (_, _t, args) => args[0] === null],
  ['isEmpty', 1, 1, (_, _t, args) => args[0] === null || args[0] === ''],
  ['isTrue isFalse', 1, 1, (_, _t, args, name) => args[0] === (name === 'isTrue')],
  ['equalsTo', 2, 2, (run, _t, args) => sameText(run, args)],
  ['contains', 2, 2, (run, _t, args, name) => args[0] !== null && paidText(run, args, name).includes(textArg(args, 1, name))],
  ['startsWith', 2, 2, (_, _t, args, name) => args[0] !== null && textArg(args, 0, name).startsWith(textArg(args, 1, name))],
  ['endsWith', 2, 2, (_, _t, args, name) => args[0] !== null && textArg(args, 0, name).endsWith(textArg(args, 1, name))],
  ['greaterThan', 2, 2, (_, _t, args) => order(args, 1, (sign) => sign > 0)],
  ['greaterOrEqualThan', 2, 2, (_, _t, args) => order(args, 1, (sign) => sign >= 0)],
  ['lessThan', 2, 2, (_, _t, args) => order(args, 1, (sign) => sign < 0)],
  ['lessOrEqualThan', 2, 2, (_, _t, args) => order(args, 1, (sign) => sign <= 0)],
  ['between', 3, 3, (_, _t, args) => order(args, 1, (sign) => sign >= 0) && order(args, 2, (sign) => sign <= 0)],
]);
const DATE_TIME = methods<null>([]);

const STATICS: ReadonlyMap<string, Methods<null>> = new Map([
  ['Math', MATH],
  ['Convert', CONVERT],
  ...['int', 'long', 'Int32', 'Int64', 'Integer', 'Long'].map((name) => [name, INTEGER] as const),
  ...['double', 'float', 'decimal', 'Double', 'Decimal'].map((name) => [name, DOUBLE] as const),
  ...['bool', 'Boolean'].map((name) => [name, BOOLEAN] as const),
  ['String', STRING],
  ['string', STRING],
  ['DateTime', DATE_TIME],
  ['Guid', GUID],
  ['KieFunctions', KIE_FUNCTIONS],
  ['UUID', UUID],
  ['Console', CONSOLE],
  ['console', CONSOLE],
  ['System', SYSTEM],
  ['out', PRINT_STREAM],
  ['err', PRINT_STREAM],
]);

/** Evaluate their arguments, discard the output. */
const PRINTING = new Set(['print', 'println', 'printf']);

export function isPrinting(name: string): boolean {
  return PRINTING.has(name);
}

/** Has static members, such as `Math` and `Convert`, without `System.` (docs/contributing/spec/expressions.md#built-in-members). */
export function isStaticName(name: string): boolean {
  return STATICS.has(name);
}

/** Static only if one of their functions is called. */
const OFTEN_VARIABLES = new Set(['System', 'Integer', 'Long', 'KieFunctions', 'UUID', 'console', 'out', 'err']);

/** True for a static member; false: it is a variable. */
export function isStaticStep(owner: string, step: PathSegment | undefined): boolean {
  if (!isStaticName(owner) || step === undefined) return false;
  return !OFTEN_VARIABLES.has(owner) || (step.kind === 'call' && hasStatic(owner, step.name));
}

export function hasStatic(owner: string, name: string): boolean {
  return STATICS.get(owner)?.has(lowerFirst(name)) === true;
}

/** Calls a static function such as `Math.Abs(x)`. */
export function callStatic(run: EvaluationContext, owner: string, name: string, args: readonly Value[]): Value {
  const table = STATICS.get(owner);
  const result = table === undefined ? undefined : callMethod(table, run, null, name, args);
  return result === undefined ? fail(`unknown function '${owner}.${name}'`) : result;
}

/** `Math.PI`, `DateTime.UtcNow`, `DateTime.Now`, `DateTime.Today`: ISO in UTC from the clock of the command. */
export function readStatic(run: EvaluationContext, owner: string, name: string): Value {
  if (owner === 'Math' && name === 'PI') return Math.PI;
  if (owner === 'DateTime') {
    const member = lowerFirst(name);
    if (member === 'utcNow' || member === 'now') return isoNow(run);
    if (member === 'today') return `${isoNow(run).slice(0, 10)}T00:00:00.000Z`;
  }
  return fail(`unknown function '${owner}.${name}'`);
}

/** Clock of the command in UTC. */
export function isoNow(run: EvaluationContext): string {
  return new Date(run.execution.now).toISOString();
}

/** First argument; counts the steps of a scan. */
function paidText(run: EvaluationContext, args: readonly Value[], name: string): string {
  const text = textArg(args, 0, name);
  run.pay(text.length / 64);
  return text;
}

/** Compares as text, because the editor writes every value as string: `equalsTo(amount, "5")`. Null equals null only. */
function sameText(run: EvaluationContext, args: readonly Value[]): boolean {
  const left: Value = args[0] ?? null;
  const right: Value = args[1] ?? null;
  if (left === null || right === null) return left === right;
  if (left === right) return true;
  const [a, b] = [textOf(run, left), textOf(run, right)];
  run.pay((a.length + b.length) / 64);
  return a.toLowerCase() === b.toLowerCase();
}

/** Compares the first value with the one at `index`, as numbers or numeric strings; false for null. */
function order(args: readonly Value[], index: number, isMatch: (sign: number) => boolean): boolean {
  const left: Value = args[0] ?? null;
  const right: Value = args[index] ?? null;
  if (left === null || right === null) return false;
  const number = (value: Value): number => numberOf(value) ?? Number(numberOf(parseDouble(value)));
  return isMatch(Math.sign(number(left) - number(right)));
}

/** An integer if all arguments are. */
function sameKind(args: readonly Value[], value: number): Value {
  return args.some(isDouble) ? doubleOf(value) : integerOf(value);
}

/** `Math.Round` rounds half to even as in C#, `Math.round` half up as in Java and JavaScript. */
function round(args: readonly Value[], name: string): Value {
  const value = numberArg(args, 0, name);
  const digits = args.length === 2 ? integerArg(args, 1, name) : 0;
  if (digits < 0 || digits > 15) return fail(`'${name}' takes 0 to 15 digits`);
  const rounded = name === 'round' ? Math.round : roundHalfEven;
  const scale = 10 ** digits;
  const scaled = value * scale;
  return doubleOf(Number.isFinite(scaled) ? rounded(scaled) / scale : value);
}

function convertToInteger(value: Value): Value {
  if (value === null) return 0;
  if (typeof value === 'boolean') return value ? 1 : 0;
  const number = numberOf(value);
  return number === undefined ? parseInteger(value) : integerOf(roundHalfEven(number));
}

function convertToDouble(value: Value): Value {
  if (value === null) return doubleOf(0);
  if (typeof value === 'boolean') return doubleOf(value ? 1 : 0);
  const number = numberOf(value);
  return number === undefined ? parseDouble(value) : doubleOf(number);
}

function convertToBoolean(value: Value): boolean {
  if (value === null || typeof value === 'boolean') return value === true;
  const number = numberOf(value);
  return number === undefined ? parseBoolean(value) : number !== 0;
}

/** A single list argument provides the items. */
function joinTexts(run: EvaluationContext, separator: string, args: readonly Value[]): string {
  const only = args[0];
  const items: readonly Value[] = args.length === 1 && only !== undefined && isList(only) ? only : args;
  run.pay(items.length);
  let joined = '';
  for (const [i, item] of items.entries())
    joined = run.text(i === 0 ? textOf(run, item) : joined + separator + textOf(run, item));
  return joined;
}
