import { inRange, integerArg, type Methods, methods, textArg } from './method.ts';
import { equals } from './operators.ts';
import type { EvaluationContext } from './run.ts';
import { fail, type Value } from './value.ts';

/** docs/contributing/spec/expressions.md#built-in-members */
export const STRING_METHODS: Methods<string> = methods<string>([
  ['length size count', 0, 0, (_, s) => s.length],
  ['contains includes', 1, 1, (run, s, args, name) => searched(run, s).includes(textArg(args, 0, name))],
  ['startsWith', 1, 1, (_, s, args, name) => s.startsWith(textArg(args, 0, name))],
  ['endsWith', 1, 1, (_, s, args, name) => s.endsWith(textArg(args, 0, name))],
  ['indexOf', 1, 1, (run, s, args, name) => searched(run, s).indexOf(textArg(args, 0, name))],
  ['substring', 1, 2, (_, s, args, name) => substring(s, args, name)],
  ['replace', 2, 2, (run, s, args, name) => replace(run, s, textArg(args, 0, name), textArg(args, 1, name))],
  ['split', 0, 1, (run, s, args, name) => split(run, s, args.length === 0 ? undefined : textArg(args, 0, name))],
  ['trim', 0, 0, (run, s) => searched(run, s).trim()],
  ['toUpper toUpperCase', 0, 0, (run, s) => searched(run, s).toUpperCase()],
  ['toLower toLowerCase', 0, 0, (run, s) => searched(run, s).toLowerCase()],
  ['isEmpty', 0, 0, (_, s) => s === ''],
  ['equals', 1, 1, (run, s, args) => equals(run, s, args[0] as Value)],
  ['equalsIgnoreCase', 1, 1, (run, s, args) => equalsIgnoreCase(run, s, args[0] as Value)],
  ['charAt', 1, 1, (_, s, args, name) => s.charAt(inRange(integerArg(args, 0, name), s.length))],
  ['toString', 0, 0, (_, s) => s],
]);

/** Counts the steps of a scan. */
function searched(run: EvaluationContext, s: string): string {
  run.pay(s.length / 64);
  return s;
}

function equalsIgnoreCase(run: EvaluationContext, s: string, other: Value): boolean {
  return typeof other === 'string' && searched(run, s).toLowerCase() === searched(run, other).toLowerCase();
}

/** `Substring(start[, length])` as in C#; `substring(start[, end])` as in Java and JavaScript. */
function substring(s: string, args: readonly Value[], name: string): string {
  const start = integerArg(args, 0, name);
  const second = args.length === 2 ? integerArg(args, 1, name) : undefined;
  const end = second === undefined ? s.length : name === 'Substring' ? start + second : second;
  if (start < 0 || end > s.length || start > end) fail(`'${name}' is out of range`);
  return s.slice(start, end);
}

function replace(run: EvaluationContext, s: string, search: string, replacement: string): string {
  if (search === '') return fail("'Replace' needs a text to search for");
  const parts = searched(run, s).split(search);
  run.pay(parts.length);
  // check the length first: the result may not fit into memory
  run.textLength(s.length + (parts.length - 1) * (replacement.length - search.length));
  return parts.join(replacement);
}

/** Splits at blanks if there is no separator. */
function split(run: EvaluationContext, s: string, separator: string | undefined): string[] {
  const words = separator === undefined ? searched(run, s).trim() : searched(run, s);
  const parts = separator === '' ? [words] : words.split(separator ?? /\s+/);
  run.elements(parts.length);
  return parts;
}
