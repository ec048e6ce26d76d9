import type { Evaluation, ExecutionInfo, VariableReader } from '../../engine/evaluator.ts';
import type { Json } from '../../engine/values.ts';
import { placeOf, SyntaxProblem } from '../syntax-problem.ts';
import { timeLimitReached } from '../time-limit.ts';
import { type Code, compileExpression } from './compile-expression.ts';
import { compileStatements } from './compile-script.ts';
import { parseScript, parseSingleExpression } from './parse-script.ts';
import { EvaluationContext, type RunLimits, type RunRights } from './run.ts';
import { type DialectRules, Scope } from './scope.ts';
import { type TextPart, templateParts } from './template.ts';
import { textOf } from './text.ts';
import { unknownCallsIn } from './unknown-calls.ts';
import { EvaluationFailure, stored, TimeLimitReached, UnknownName } from './value.ts';

/** What a source is: one lenient expression, the inside of one JUEL group, text with groups, or lenient statements. */
export type SourceKind = 'expression' | 'juel' | 'template' | 'script';

/** A compiled source. `evaluate` throws a RangeError for values nested too deep, and nothing else a model or a variable can cause. */
export interface Compiled {
  evaluate(variables: VariableReader, execution: ExecutionInfo, limits: RunLimits): Evaluation;
}

const RIGHTS: Readonly<Record<SourceKind, RunRights>> = {
  expression: { mayAssign: false, maySet: false },
  juel: { mayAssign: false, maySet: true },
  template: { mayAssign: false, maySet: true },
  script: { mayAssign: true, maySet: true },
};

/** Most warnings of one kind about one script. */
const MOST_NOTES = 10;

/** Compiles a source. Throws {@link SyntaxProblem} with an offset into it. */
export function compileSource(source: string, kind: SourceKind): Compiled {
  const code = codeOf(source, kind);
  return {
    evaluate: (variables, execution, limits) =>
      runGuarded(code, new EvaluationContext(variables, execution, limits, RIGHTS[kind])),
  };
}

/** Texts of warnings about a source. Throws {@link SyntaxProblem} when it does not parse. */
export function checkSource(source: string, kind: SourceKind): readonly string[] {
  codeOf(source, kind);
  if (kind !== 'script') return [];
  const { body, notes } = parseScript(source);
  return [...new Set(notes)]
    .slice(0, MOST_NOTES)
    .concat(unknownCallsIn(body).map((call) => `unknown function '${call}', it fails when it is reached`));
}

function codeOf(source: string, kind: SourceKind): Code {
  switch (kind) {
    case 'expression':
      return compileExpression(parseSingleExpression(source), lenientScope());
    case 'juel':
      return compileExpression(parseSingleExpression(source), juelScope());
    case 'template':
      return compileTemplate(templateParts(source));
    case 'script':
      return compileStatements(parseScript(source).body, lenientScope());
  }
}

/** The booleans as C#, Python and spreadsheets spell them. */
const CAPITALS: ReadonlyMap<string, boolean> = new Map([
  ['True', true],
  ['TRUE', true],
  ['False', false],
  ['FALSE', false],
]);
const LENIENT: DialectRules = { realDivision: false, hasNow: false, needsNames: false, words: CAPITALS };
/** JUEL is Camunda 7's: there a name that nobody has is an error, not null (PropertyNotFoundException). */
const JUEL: DialectRules = { realDivision: true, hasNow: true, needsNames: true, words: new Map() };

function lenientScope(): Scope {
  return new Scope(LENIENT);
}

function juelScope(): Scope {
  return new Scope(JUEL);
}

function compileTemplate(parts: readonly TextPart[]): Code {
  const codes = parts.map((part): Code => {
    if (part.kind === 'text') return () => part.text;
    try {
      return compileExpression(parseSingleExpression(part.source), juelScope());
    } catch (error) {
      throw error instanceof SyntaxProblem ? new SyntaxProblem(error.reason, error.offset + part.offset) : error;
    }
  });
  return (run) => {
    let text = '';
    for (const code of codes) {
      text = run.text(text + textOf(run, code(run)));
      run.pay(text.length / 64);
    }
    return text;
  };
}

function runGuarded(code: Code, run: EvaluationContext): Evaluation {
  try {
    const value: Json = stored(code(run));
    return { ok: true, value, ...run.written() };
  } catch (error) {
    if (error instanceof UnknownName) return { ok: false, code: error.code, reason: error.reason, unknownName: error.unknown };
    if (error instanceof TimeLimitReached) return timeLimitReached(error.limitMs);
    if (error instanceof EvaluationFailure) return { ok: false, code: error.code, reason: error.reason };
    throw error;
  }
}

/** Failure for a source that does not parse after all, for example one stored by another version. */
export function parseFailure(problem: SyntaxProblem, source: string): Evaluation {
  const place = placeOf(source, problem.offset);
  return { ok: false, code: '500', reason: `cannot parse: ${problem.reason} at ${place.line}:${place.column}` };
}
