import type { TextLanguage } from '../../engine/model/model-texts.ts';
import type { Evaluation, ExecutionInfo, VariableReader } from '../../engine/values/evaluation.ts';
import type { Json } from '../../engine/values.ts';
import { placeOf, SyntaxProblem } from '../syntax-problem.ts';
import { timeLimitReached } from '../time-limit.ts';
import type { Code } from './code.ts';
import { compileExpression } from './compile-expression.ts';
import { compileStatements } from './compile-script.ts';
import { groupRulesOf, rulesOf } from './languages.ts';
import { comparedTextsIn, operandFaultsIn } from './operand-faults.ts';
import { parseScript, parseSingleExpression } from './parse-script.ts';
import { EvaluationContext, type RunLimits, type RunRights } from './run.ts';
import { type DialectRules, Scope } from './scope.ts';
import { MAX_GROUPS, type TextPart, templateParts } from './template.ts';
import { unknownUsesIn } from './unknown-calls.ts';
import { EvaluationFailure, stored, TimeLimitReached, UnknownName } from './value.ts';

/** Single expression, content of a group, text with groups, or statements. Assignments in a closed script stay local. */
export type SourceKind = 'expression' | 'juel' | 'template' | 'script' | 'closedScript';

/** `evaluate` throws only RangeError, for values nested too deep. */
export interface Compiled {
  evaluate(variables: VariableReader, execution: ExecutionInfo, limits: RunLimits): Evaluation;
}

const RIGHTS: Readonly<Record<SourceKind, RunRights>> = {
  expression: { mayAssign: false, maySet: false },
  juel: { mayAssign: false, maySet: true },
  template: { mayAssign: false, maySet: true },
  script: { mayAssign: true, maySet: true },
  closedScript: { mayAssign: true, maySet: true, keepsAssigned: true },
};

/** Limit of one kind, per script. */
const MOST_NOTES = 10;

/** Throws {@link SyntaxProblem} with an offset in the source. */
export function compileSource(source: string, kind: SourceKind, language?: TextLanguage): Compiled {
  const code = codeOf(source, kind, language);
  return {
    evaluate: (variables, execution, limits) =>
      runGuarded(code, new EvaluationContext(variables, execution, limits, RIGHTS[kind])),
  };
}

/** `faults`: they reject new files only, with offsets in the source. */
export interface SourceCheck {
  readonly warnings: readonly string[];
  readonly faults: readonly SyntaxProblem[];
}

/** Throws {@link SyntaxProblem} if it cannot be parsed. `language`: default lenient rules. */
export function checkSource(source: string, kind: SourceKind, language?: TextLanguage): SourceCheck {
  if (kind === 'template') {
    const groups = templateParts(source).flatMap((part) => (part.kind === 'group' ? [part] : []));
    const excess = groups[MAX_GROUPS];
    if (excess !== undefined)
      return { warnings: [], faults: [new SyntaxProblem(`text has more than ${MAX_GROUPS} groups`, excess.offset)] };
    codeOf(source, kind, language);
    const checks = groups.map((part) => shiftedCheck(checkSource(part.source, 'juel', language), part.offset));
    return { warnings: [...new Set(checks.flatMap(({ warnings }) => warnings))], faults: checks.flatMap(({ faults }) => faults) };
  }
  codeOf(source, kind, language);
  const isScript = kind === 'script' || kind === 'closedScript';
  const { body, notes } = isScript ? parseScript(source, language) : { body: [], notes: [] };
  const text = isScript ? { stmts: body } : { exprs: [parseSingleExpression(source, language)] };
  const unknown = unknownUsesIn(text, kind === 'juel').map((use) => `${use}, it fails when it is reached`);
  const warnings = [...new Set(notes)].slice(0, MOST_NOTES).concat(unknown, comparedTextsIn(text, language));
  return { warnings, faults: operandFaultsIn(text, language).map((reason) => new SyntaxProblem(reason, 0)) };
}

function shiftedCheck({ warnings, faults }: SourceCheck, offset: number): SourceCheck {
  return { warnings, faults: faults.map((fault) => new SyntaxProblem(fault.reason, fault.offset + offset)) };
}

function codeOf(source: string, kind: SourceKind, language: TextLanguage | undefined): Code {
  switch (kind) {
    case 'expression':
      return compileExpression(parseSingleExpression(source, language), new Scope(rulesOf(language)));
    case 'juel':
      return compileExpression(parseSingleExpression(source, language), new Scope(groupRulesOf(language)));
    case 'template':
      return compileTemplate(templateParts(source), groupRulesOf(language));
    case 'script':
    case 'closedScript':
      return compileStatements(parseScript(source, language).body, new Scope(rulesOf(language)));
  }
}

function compileTemplate(parts: readonly TextPart[], rules: DialectRules): Code {
  const codes = parts.map((part): Code => {
    if (part.kind === 'text') return () => part.text;
    try {
      return compileExpression(parseSingleExpression(part.source, rules.language), new Scope(rules));
    } catch (error) {
      throw error instanceof SyntaxProblem ? new SyntaxProblem(error.reason, error.offset + part.offset) : error;
    }
  });
  return (run) => {
    let text = '';
    for (const code of codes) {
      text = run.text(text + rules.operations.text(run, code(run)));
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
    if (error instanceof EvaluationFailure) {
      const { code: thrown, reason } = error;
      return { ok: false, code: thrown, reason, ...(thrown === '500' ? {} : run.written()) };
    }
    throw error;
  }
}

/** Fails a stored source, for example of another release. */
export function parseFailure(problem: SyntaxProblem, source: string): Evaluation {
  const place = placeOf(source, problem.offset);
  return { ok: false, code: '500', reason: `cannot parse: ${problem.reason} at ${place.line}:${place.column}` };
}
