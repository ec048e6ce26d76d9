import type { DecisionsToMake, Evaluator, TextsOf } from '../engine/evaluator.ts';
import type { ExpressionModel, ScriptModel, TextLanguage } from '../engine/model.ts';
import type { Evaluation, ExecutionInfo, VariableReader } from '../engine/values/evaluation.ts';
import type { Variables } from '../engine/values.ts';
import { decide } from './decisions/decide.ts';
import { boundedResult, guardedEvaluation, guidSequence, guidsTakenBy, localNamesFor } from './evaluation-context.ts';
import {
  analyseFeel,
  CompiledCache,
  evaluateFeel,
  type FeelAnalysis,
  type FeelResult,
  type FeelSituation,
  MAX_CHEAP_LENGTH,
  MemoryBudget,
  MemoryBudgetExceeded,
  needsRandom,
  readSimplePath,
} from './feel/index.ts';
import { type Compiled, compileSource, type SourceKind } from './lenient/compile.ts';
import type { RunLimits } from './lenient/run.ts';
import { sizeOf } from './lenient/size.ts';
import { MAX_STEPS } from './limits.ts';
import type { LenientRequest, SandboxRequest, TextInput } from './sandbox/protocol.ts';
import { type LongOutcome, type ThreadCounts, ThreadPool } from './sandbox/thread-pool.ts';
import { timeLimitReached } from './time-limit.ts';
import type { EvaluationCaller } from './unfinished-text.ts';
import { referencedVariables } from './variable-names.ts';

/**
 * Settings `Scripting:*` (docs/contributing/spec/expressions.md#expression-limits). `maxSteps`: of a lenient or JUEL text. `threads`: for long
 * evaluations; absent: all run synchronously. `allowanceMs`: time slice per turn of the event loop; 0: all run in threads.
 */
export interface EvaluatorOptions {
  readonly timeoutMs: number;
  readonly memoryMb: number;
  readonly maxOutputBytes: number;
  readonly maxSteps?: number;
  readonly threads?: number;
  readonly allowanceMs?: number;
  readonly onLongEnded?: (outcome: LongOutcome) => void;
  /** Called after the decisions of a task or call. `seconds`: with the time in threads. */
  readonly onDecided?: (outcome: 'made' | 'failed', seconds: number) => void;
}

/** Its own `evaluate`, `run` and `decide` block the event loop while a thread works; a service uses `within`. */
export interface TextEvaluator extends Evaluator {
  /**
   * Throws UnfinishedText if an evaluation would block the event loop.
   * @param onThreadTime called with the thread time (ms) of each used result that the caller did not wait for
   */
  within(caller: EvaluationCaller, onThreadTime: (ms: number) => void): Evaluator;
  threads(): ThreadCounts;
  close(): Promise<void>;
}

const MAX_CACHED_TEXTS = 2000;
const MAX_CACHED_LENGTH = 4 * 1024 * 1024;
/** Longest source compiled on the main thread, in characters: longer ones block the event loop. */
const MAX_COMPILED_LENGTH = 8192;
/** Characters times bytes: the cost of FEEL grows with source length and data size. */
const MAX_CHEAP_EXTENT = 64 * 1024;
/** Limit for FEEL on the main thread; see {@link MemoryBudget}. */
const MAX_MAIN_THREAD_UNITS = 200_000;

/** `guids`: maximum number. */
type CompiledText = Compiled & { readonly guids: number };
const newCache = () => new CompiledCache<CompiledText>(MAX_CACHED_TEXTS, MAX_CACHED_LENGTH);

/** Lower bound for a decision whose texts are evaluated one by one, even if the limit for scripts is shorter. */
const LEAST_DECISION_LIMIT_MS = 3000;

type AnyDialect = ExpressionModel['dialect'];
type AnyText = Pick<ExpressionModel, 'dialect' | 'source' | 'language'> & Pick<ScriptModel, 'storesAssigned'>;

/** Expressions cannot change variables, not even nested values. */
function withoutWrites(evaluation: Evaluation): Evaluation {
  if (!evaluation.ok || evaluation.writes === undefined) return evaluation;
  const { writes: _writes, ...rest } = evaluation;
  return rest;
}

function kindOf({ dialect, storesAssigned }: ScriptModel): SourceKind {
  if (dialect !== 'lenient') return 'expression';
  return storesAssigned === false ? 'closedScript' : 'script';
}

/** Blocks if `caller` is absent. */
interface Text {
  readonly source: string;
  readonly language?: TextLanguage | undefined;
  readonly storesAssigned?: boolean | undefined;
  readonly variables: VariableReader;
  readonly execution: ExecutionInfo;
  readonly caller?: EvaluationCaller | undefined;
  readonly onThreadTime?: ((ms: number) => void) | undefined;
}

/** Lenient, JUEL and cheap FEEL run on the main thread; JavaScript, other FEEL and long evaluations in threads. */
export function createEvaluator(options: EvaluatorOptions): TextEvaluator {
  const evaluation = new TextEvaluation(options);
  const evaluatorFor = (caller?: EvaluationCaller, onThreadTime?: (ms: number) => void): Evaluator => {
    const run = (text: AnyText, kind: SourceKind, variables: VariableReader, given: ExecutionInfo) => {
      const { outcomes } = caller ?? {};
      const execution = outcomes === undefined ? given : { ...given, now: outcomes.clockOr(given.now) };
      const { source, language, storesAssigned } = text;
      return evaluation.run(text.dialect, kind, { source, language, storesAssigned, variables, execution, caller, onThreadTime });
    };
    const texts: TextsOf = {
      evaluate: (expression, variables, execution) => {
        const { dialect } = expression;
        if (dialect !== 'javascript') return run(expression, 'expression', variables, execution);
        return withoutWrites(run({ ...expression, storesAssigned: false }, 'expression', variables, execution));
      },
      run: (script: ScriptModel, variables, execution) => run(script, kindOf(script), variables, execution),
    };
    const decisionsOf = (given: ExecutionInfo) => {
      const { outcomes } = caller ?? {};
      return outcomes === undefined ? given : { ...given, now: outcomes.clockOr(given.now) };
    };
    return {
      decide: (request, variables, given, others = texts) =>
        evaluation.decide(request, { variables, execution: decisionsOf(given), caller, onThreadTime }, others),
      ...texts,
    };
  };
  const blocking = evaluatorFor();
  return {
    ...blocking,
    within: (caller, onThreadTime) => (options.threads === undefined ? blocking : evaluatorFor(caller, onThreadTime)),
    threads: () => evaluation.pool.counts,
    close: () => evaluation.pool.close(),
  };
}

class TextEvaluation {
  readonly pool: ThreadPool;
  private readonly options: EvaluatorOptions;
  private readonly limits: RunLimits;
  /** Keyed by source only: strings cache their hash, a composed key would be hashed at each lookup. */
  private readonly compiled: Readonly<Record<SourceKind, Map<TextLanguage | undefined, CompiledCache<CompiledText>>>> = {
    expression: new Map(),
    juel: new Map(),
    template: new Map(),
    script: new Map(),
    closedScript: new Map(),
  };
  private readonly analyses = new CompiledCache<FeelAnalysis>(MAX_CACHED_TEXTS, MAX_CACHED_LENGTH);

  constructor(options: EvaluatorOptions) {
    const { timeoutMs, memoryMb, maxOutputBytes, maxSteps = MAX_STEPS, threads = 0, allowanceMs, onLongEnded } = options;
    this.options = options;
    this.limits = { timeoutMs, maxSteps, maxTextLength: maxOutputBytes };
    this.pool = new ThreadPool({ memoryMb, threads, allowanceMs, ...(onLongEnded && { onLongEnded }) });
  }

  run(dialect: AnyDialect, kind: SourceKind, text: Text): Evaluation {
    return guardedEvaluation(text.source, () => {
      switch (dialect) {
        case 'literal':
          return boundedResult({ ok: true, value: text.source }, this.options.maxOutputBytes);
        case 'lenient':
          return this.runLenient(kind, text);
        case 'juel':
        case 'template':
          return this.runLenient(dialect, text);
        case 'feel':
          return this.runFeel(text);
        case 'javascript':
          return this.runJavaScript(text);
      }
    });
  }

  decide(request: DecisionsToMake, inputs: Omit<Text, 'source'>, texts: TextsOf): Evaluation {
    const { maxOutputBytes, allowanceMs } = this.options;
    const { variables, execution } = inputs;
    const began = performance.now();
    let threadMs = 0;
    const onThreadTime = (ms: number) => {
      threadMs += ms;
      inputs.onThreadTime?.(ms);
    };
    const timed = { ...inputs, onThreadTime };
    const limitMs = Math.max(LEAST_DECISION_LIMIT_MS, this.options.timeoutMs);
    const inTime = <Args extends readonly unknown[]>(evaluate: (...args: Args) => Evaluation) => {
      return (...args: Args): Evaluation =>
        performance.now() - began + threadMs > limitMs ? timeLimitReached(limitMs, ' for one decision') : evaluate(...args);
    };
    // work that must wait for a thread throws UnfinishedText and is retried later
    const evaluation = guardedEvaluation('', () =>
      decide(request, variables, execution, {
        texts: { evaluate: inTime(texts.evaluate), run: inTime(texts.run) },
        inThread: inTime(({ source }, reader) => this.run('feel', 'expression', { ...timed, source, variables: reader })),
        evaluateInThread: (whole) => this.inThread({ ...timed, source: whole.source }, whole),
        alwaysInThread: inputs.caller !== undefined && allowanceMs === 0,
        maxOutputBytes,
      }),
    );
    const answer = boundedResult(evaluation, maxOutputBytes);
    this.options.onDecided?.(answer.ok ? 'made' : 'failed', (performance.now() - began + threadMs) / 1000);
    return answer;
  }

  private runLenient(kind: SourceKind, text: Text): Evaluation {
    const { variables, execution, caller } = text;
    if (caller === undefined) {
      const compiled = this.compile(kind, text);
      const newGuid = guidSequence(compiled.guids, execution.newGuid);
      const result = compiled.evaluate(variables, { ...execution, newGuid }, this.limits);
      return boundedResult(result, this.options.maxOutputBytes);
    }
    const drawn: string[] = [];
    const known = this.knownLenient(kind, text, drawn);
    if (known !== undefined) return known;
    const result = drawn.length > 0 ? undefined : this.withinAllowance(kind, text, drawn);
    if (result !== undefined) return boundedResult(result, this.options.maxOutputBytes);
    throw this.pool.unfinished(this.lenientRequest(kind, text, this.guidsFor(text, drawn)), this.limits.timeoutMs, caller);
  }

  /** Result of an earlier attempt, identified by its first GUID: other attempts may have drawn others. */
  private knownLenient(kind: SourceKind, text: Text, drawn: string[]): Evaluation | undefined {
    const { source, execution, caller, onThreadTime } = text;
    if (caller?.outcomes?.hasSource(source) !== true) return undefined;
    const found = caller.outcomes.find(this.lenientRequest(kind, text, []));
    const draws = (found[0]?.reply.drawn ?? 0) > 0;
    if (draws) drawn.push(execution.newGuid());
    const outcome = draws ? found.find(({ guids }) => guids[0] === drawn[0]) : found[0];
    if (outcome === undefined) return undefined;
    const { reply } = outcome;
    for (let left = (reply.drawn ?? 0) - drawn.length; left > 0; left -= 1) execution.newGuid();
    onThreadTime?.(reply.tookMs);
    return reply.evaluation;
  }

  /** Returns undefined if it takes longer than the time slice. @param drawn receives the drawn GUIDs */
  private withinAllowance(kind: SourceKind, text: Text, drawn: string[]): Evaluation | undefined {
    const { variables, execution, source } = text;
    const { timeoutMs } = this.limits;
    const allowanceMs = source.length > MAX_COMPILED_LENGTH ? 0 : Math.min(timeoutMs, this.pool.allowanceFor(source));
    if (allowanceMs === 0) return undefined;
    const began = performance.now();
    const compiled = this.compile(kind, text);
    const newGuid = guidSequence(compiled.guids, () => {
      const guid = execution.newGuid();
      drawn.push(guid);
      return guid;
    });
    const limits = { ...this.limits, timeoutMs: allowanceMs };
    const result = compiled.evaluate(variables, { ...execution, newGuid }, limits);
    const isTooLong = allowanceMs < timeoutMs && !result.ok && result.limitMs !== undefined;
    this.pool.spend(source, performance.now() - began, isTooLong);
    return isTooLong ? undefined : result;
  }

  private compile(kind: SourceKind, { source, language }: Text): CompiledText {
    const caches = this.compiled[kind];
    let cache = caches.get(language);
    if (cache === undefined) {
      cache = newCache();
      caches.set(language, cache);
    }
    return cache.get(source, () => ({ guids: guidsTakenBy(source), ...compileSource(source, kind, language) }));
  }

  /** Draws all GUIDs the text may need. Unused ones are lost, so the current attempt must end. */
  private guidsFor({ source, execution, caller }: Text, drawn: readonly string[]): readonly string[] {
    const draws = caller?.outcomes === undefined ? 0 : guidsTakenBy(source);
    return Array.from({ length: draws }, (_, at) => drawn[at] ?? execution.newGuid());
  }

  private lenientRequest(
    kind: SourceKind,
    { source, language, variables, execution }: Text,
    guids: readonly string[],
  ): LenientRequest {
    return {
      kind: 'lenient',
      source,
      sourceKind: kind,
      ...(language && { language }),
      variables: JSON.stringify(variables.all()),
      ...localNamesFor(source, variables),
      execution: inputOf(execution),
      guids,
      limits: this.limits,
      maxOutputBytes: this.options.maxOutputBytes,
    };
  }

  private runFeel(text: Text): Evaluation {
    const { source, variables, execution, caller } = text;
    const { now } = execution;
    const { maxOutputBytes } = this.options;
    const isRead = caller === undefined || source.length <= MAX_CHEAP_LENGTH;
    const analysis = isRead ? this.analyses.get(source, () => analyseFeel(source)) : undefined;
    const situation = (analysis?.needsRandom ?? needsRandom(source)) ? { now, guid: execution.newGuid() } : { now };
    const read = analysis === undefined ? variables.all() : referencedVariables(analysis, variables, source);
    if (analysis?.isCheap && (caller === undefined || this.isCheapOnMainThread(source, read))) {
      const result = evaluateOnMainThread(source, read, situation);
      if (result?.ok === false) return { ok: false, code: '500', reason: result.reason };
      if (result !== undefined) return boundedResult(result, maxOutputBytes);
    }
    const isAnalysed = analysis !== undefined;
    return this.inThread(text, {
      kind: 'feel',
      source,
      variables: JSON.stringify(read),
      situation,
      isAnalysed,
      maxOutputBytes,
    });
  }

  private isCheapOnMainThread(source: string, read: Variables): boolean {
    return this.options.allowanceMs !== 0 && isCheapFor(source, read);
  }

  private runJavaScript(text: Text): Evaluation {
    const { source, variables, storesAssigned } = text;
    const { timeoutMs, memoryMb, maxOutputBytes } = this.options;
    const execution = inputOf(text.execution);
    const { instanceId, activityId, now } = execution;
    const storing = storesAssigned !== undefined && { storesAssigned };
    const local = localNamesFor(source, variables);
    const input = { ...execution, ...storing, ...local, seed: hash(`${instanceId}\n${activityId}\n${now}`) };
    const given = JSON.stringify(variables.all());
    return this.inThread(text, {
      kind: 'javascript',
      source,
      variables: given,
      input,
      timeoutMs,
      memoryMb,
      maxOutputBytes,
    });
  }

  private inThread(text: Text, request: SandboxRequest): Evaluation {
    const { timeoutMs } = this.limits;
    if (text.caller === undefined) return this.pool.evaluateBlocking(request, timeoutMs).evaluation;
    return this.known(text, request) ?? this.pool.evaluate(request, timeoutMs, text.caller).evaluation;
  }

  /** Result of an earlier attempt. */
  private known({ caller, onThreadTime }: Text, request: SandboxRequest): Evaluation | undefined {
    const reply = caller?.outcomes?.find(request)[0]?.reply;
    if (reply !== undefined) onThreadTime?.(reply.tookMs);
    return reply?.evaluation;
  }
}

/** Returns undefined if the values need too much memory. */
function evaluateOnMainThread(source: string, read: Variables, situation: FeelSituation): FeelResult | undefined {
  try {
    return evaluateFeel(source, read, situation, new MemoryBudget(MAX_MAIN_THREAD_UNITS));
  } catch (error) {
    if (error instanceof MemoryBudgetExceeded) return undefined;
    throw error;
  }
}

/** True if the input is small enough for functions that visit all values. A simple path always is. */
function isCheapFor(source: string, read: Variables): boolean {
  if (readSimplePath(source, read) !== undefined) return true;
  const most = MAX_CHEAP_EXTENT / source.length;
  return sizeOf(read, most) <= most;
}

function inputOf({ instanceId, businessId, activityId, now }: ExecutionInfo): TextInput {
  return { instanceId, businessId, activityId, now };
}

function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value;
}
