import type { Evaluation, Evaluator, ExecutionInfo, VariableReader } from '../engine/evaluator.ts';
import type { ExpressionModel, ScriptModel } from '../engine/model.ts';
import { type Json, noVariables, type Variables } from '../engine/values.ts';
import { CompiledCache } from './compiled-cache.ts';
import { analyseFeel, type FeelAnalysis } from './feel/analysis.ts';
import { evaluateFeel } from './feel/evaluate.ts';
import { type Compiled, compileSource, parseFailure, type SourceKind } from './lenient/compile.ts';
import type { RunLimits } from './lenient/run.ts';
import { sizeOf } from './lenient/size.ts';
import { isForbiddenName, MAX_STEPS } from './limits.ts';
import type { SandboxRequest } from './sandbox/protocol.ts';
import { Sandbox } from './sandbox/sandbox.ts';
import { SyntaxProblem } from './syntax-problem.ts';

/** Bounds of one script or expression (settings `Scripting:*`; docs/spec/expressions.md#expression-limits). `maxSteps`: of one lenient or JUEL text. */
export interface EvaluatorOptions {
  readonly timeoutMs: number;
  readonly memoryMb: number;
  readonly maxOutputBytes: number;
  readonly maxSteps?: number;
}

/** What the sandbox thread may take beyond the time limit to report that itself, before it is killed. */
const KILL_GRACE_MS = 150;
const MAX_CACHED_TEXTS = 2000;
const MAX_CACHED_LENGTH = 4 * 1024 * 1024;

type AnyDialect = ExpressionModel['dialect'];

/** The evaluator of a process: lenient, JUEL and cheap FEEL in this thread, JavaScript and the rest of FEEL in one sandbox thread. */
export function createEvaluator(options: EvaluatorOptions): Evaluator & { close(): Promise<void> } {
  const evaluation = new TextEvaluation(options);
  return {
    evaluate: (expression, variables, execution) =>
      evaluation.run(expression.dialect, 'expression', expression.source, variables, execution),
    run: (script: ScriptModel, variables, execution) =>
      evaluation.run(script.dialect, script.dialect === 'lenient' ? 'script' : 'expression', script.source, variables, execution),
    close: () => evaluation.sandbox.close(),
  };
}

class TextEvaluation {
  readonly sandbox: Sandbox;
  private readonly options: EvaluatorOptions;
  private readonly limits: RunLimits;
  private readonly compiled = new CompiledCache<Compiled>(MAX_CACHED_TEXTS, MAX_CACHED_LENGTH);
  private readonly analyses = new CompiledCache<FeelAnalysis>(MAX_CACHED_TEXTS, MAX_CACHED_LENGTH);

  constructor(options: EvaluatorOptions) {
    const { timeoutMs, maxOutputBytes, maxSteps = MAX_STEPS } = options;
    this.options = options;
    this.limits = { timeoutMs, maxSteps, maxTextLength: maxOutputBytes };
    this.sandbox = new Sandbox(options.memoryMb);
  }

  run(
    dialect: AnyDialect,
    use: 'expression' | 'script',
    source: string,
    variables: VariableReader,
    execution: ExecutionInfo,
  ): Evaluation {
    try {
      return this.bounded(this.dispatch(dialect, use, source, variables, execution));
    } catch (error) {
      if (error instanceof SyntaxProblem) return parseFailure(error, source);
      // the stack ends in values nested thousands of levels deep: data, not a defect
      if (error instanceof RangeError) return { ok: false, code: '500', reason: 'value is nested too deep' };
      throw error;
    }
  }

  private dispatch(
    dialect: AnyDialect,
    use: 'expression' | 'script',
    source: string,
    variables: VariableReader,
    execution: ExecutionInfo,
  ): Evaluation {
    switch (dialect) {
      case 'literal':
        return { ok: true, value: source };
      case 'lenient':
        return this.compile(use, source).evaluate(variables, execution, this.limits);
      case 'juel':
      case 'template':
        return this.compile(dialect, source).evaluate(variables, execution, this.limits);
      case 'feel':
        return this.runFeel(source, variables, execution);
      case 'javascript':
        return this.runJavaScript(source, variables, execution);
    }
  }

  private compile(kind: SourceKind, source: string): Compiled {
    return this.compiled.get(`${kind}\n${source}`, () => compileSource(source, kind));
  }

  private runFeel(source: string, variables: VariableReader, execution: ExecutionInfo): Evaluation {
    const analysis = this.analyses.get(source, () => analyseFeel(source));
    const read = referenced(analysis, variables, source);
    const { now } = execution;
    const situation = analysis.needsChance ? { now, guid: execution.newGuid() } : { now };
    if (!analysis.isCheap) return this.askSandbox({ kind: 'feel', source, variables: read, situation });
    const result = evaluateFeel(source, read, situation);
    return result.ok ? result : { ok: false, code: '500', reason: result.reason };
  }

  private runJavaScript(source: string, variables: VariableReader, execution: ExecutionInfo): Evaluation {
    const { timeoutMs, memoryMb, maxOutputBytes } = this.options;
    const { instanceId, businessId, activityId, now } = execution;
    const seed = hash(`${instanceId}\n${activityId}\n${now}`);
    const input = { variables: variables.all(), instanceId, businessId, activityId, now, seed };
    return this.askSandbox({ kind: 'javascript', source, input, timeoutMs, memoryMb, maxOutputBytes });
  }

  private askSandbox(request: SandboxRequest): Evaluation {
    const { timeoutMs } = this.options;
    const reply = this.sandbox.ask(request, timeoutMs + KILL_GRACE_MS);
    if (reply === undefined) return { ok: false, code: '500', reason: `time limit of ${timeoutMs} ms exceeded` };
    return reply.ok ? reply : { ok: false, code: reply.code, reason: reply.reason };
  }

  /** Refuses results larger than `Scripting:MaxOutputBytes`: the value for itself, and everything written together. */
  private bounded(evaluation: Evaluation): Evaluation {
    if (!evaluation.ok) return evaluation;
    const { maxOutputBytes } = this.options;
    const written = [...Object.values(evaluation.writes ?? {}), ...Object.values(evaluation.sets ?? {})];
    const isTooLarge = isLarger(evaluation.value, maxOutputBytes) || isLarger(written, maxOutputBytes);
    return isTooLarge ? { ok: false, code: '500', reason: `result is larger than ${maxOutputBytes} bytes` } : evaluation;
  }
}

function isLarger(value: Json, limit: number): boolean {
  return sizeOf(value, limit) > limit;
}

/** The variables a FEEL text may read; a large scope would slow down its parser. */
function referenced(analysis: FeelAnalysis, variables: VariableReader, source: string): Variables {
  const found = noVariables();
  for (const name of analysis.names) {
    const value = isForbiddenName(name) ? undefined : variables.get(name);
    if (value !== undefined) found[name] = value;
  }
  if (!analysis.mayHoldOddNames) return found;
  const squeezed = source.replace(/\s+/g, '');
  for (const [name, value] of Object.entries(variables.all())) {
    const isOdd = /[^\p{L}\p{N}_$]/u.test(name);
    if (isOdd && squeezed.includes(name.replace(/\s+/g, ''))) found[name] = value;
  }
  return found;
}

/** 32-bit FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value;
}
