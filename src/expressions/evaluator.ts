import type { DecisionsToMake, Evaluation, Evaluator, ExecutionInfo, TextsOf, VariableReader } from '../engine/evaluator.ts';
import type { ExpressionModel, ScriptModel, TextLanguage } from '../engine/model.ts';
import type { Variables } from '../engine/values.ts';
import { CompiledCache } from './compiled-cache.ts';
import { decide } from './decisions/decide.ts';
import { analyseFeel, type FeelAnalysis, MAX_CHEAP_LENGTH, needsChance } from './feel/analysis.ts';
import type { FeelSituation } from './feel/compiled.ts';
import { evaluateFeel, type FeelResult } from './feel/evaluate.ts';
import { referencedVariables } from './feel/referenced-variables.ts';
import { readSimplePath } from './feel/simple-path.ts';
import { NoRoom, Room } from './feel/values/room.ts';
import { guardedEvaluation } from './guarded-evaluation.ts';
import { guidSequence, guidsTakenBy } from './guid-sequence.ts';
import { type Compiled, compileSource, type SourceKind } from './lenient/compile.ts';
import type { RunLimits } from './lenient/run.ts';
import { sizeOf } from './lenient/size.ts';
import { MAX_STEPS } from './limits.ts';
import { boundedResult } from './result-size.ts';
import type { LenientRequest, SandboxRequest, TextInput } from './sandbox/protocol.ts';
import { type LongOutcome, type ThreadCounts, ThreadPool } from './sandbox/thread-pool.ts';
import { timeLimitReached } from './time-limit.ts';
import type { Asker } from './unfinished-text.ts';

/**
 * Bounds of one script or expression (settings `Scripting:*`; docs/contributing/spec/expressions.md#expression-limits). `maxSteps`: of one lenient or JUEL text.
 * `threads`: for texts that take long; absent: every text is waited for. `allowanceMs`: how long texts may hold up one turn of the event loop; 0: even
 * the shortest ones go to threads.
 */
export interface EvaluatorOptions {
  readonly timeoutMs: number;
  readonly memoryMb: number;
  readonly maxOutputBytes: number;
  readonly maxSteps?: number;
  readonly threads?: number;
  readonly allowanceMs?: number;
  readonly onLongEnded?: (outcome: LongOutcome) => void;
  /** told of the decisions of each task or call when they are made or have failed; `seconds`: with the time in threads */
  readonly onDecided?: (outcome: 'made' | 'failed', seconds: number) => void;
}

/** The evaluator of a process. */
export interface TextEvaluator extends Evaluator {
  /**
   * The evaluator for one asker: a text that would hold up the event loop throws UnfinishedText.
   * @param onThreadTime given the time of each outcome that is used, where the asker did not wait for it; unit: ms
   */
  within(asker: Asker, onThreadTime: (ms: number) => void): Evaluator;
  threads(): ThreadCounts;
  close(): Promise<void>;
}

const MAX_CACHED_TEXTS = 2000;
const MAX_CACHED_LENGTH = 4 * 1024 * 1024;
/** Longest source that is compiled outside of the threads: compiling a longer one takes too long. Unit: characters. */
const MAX_COMPILED_LENGTH = 8192;
/** FEEL takes time with the length of its source and the size of what it reads. Unit: characters times bytes. */
const MAX_CHEAP_EXTENT = 64 * 1024;
/** Values that a cheap FEEL text may make in the service itself; see {@link Room}. */
const MAX_UNITS_HERE = 200_000;

/** A compiled text, and how many GUIDs it can take. */
type CompiledText = Compiled & { readonly guids: number };
const newCache = () => new CompiledCache<CompiledText>(MAX_CACHED_TEXTS, MAX_CACHED_LENGTH);

/** What decisions may take whose texts are evaluated one by one, or as long as one text may. Unit: ms. */
const MAX_DECISION_MS = 3000;

type AnyDialect = ExpressionModel['dialect'];
/** What the evaluator reads of an expression or script. */
type AnyText = Pick<ExpressionModel, 'dialect' | 'source' | 'language'> & Pick<ScriptModel, 'storesAssigned'>;

/** An expression changes no variables, also not a part of a value, which a script would store. */
function withoutWrites(evaluation: Evaluation): Evaluation {
  if (!evaluation.ok || evaluation.writes === undefined) return evaluation;
  const { writes: _writes, ...rest } = evaluation;
  return rest;
}

function kindOf({ dialect, storesAssigned }: ScriptModel): SourceKind {
  if (dialect !== 'lenient') return 'expression';
  return storesAssigned === false ? 'closedScript' : 'script';
}

/** One text with what it reads, and who asks for it; nobody: it is waited for. */
interface Text {
  readonly source: string;
  readonly language?: TextLanguage | undefined;
  readonly storesAssigned?: boolean | undefined;
  readonly variables: VariableReader;
  readonly execution: ExecutionInfo;
  readonly asker?: Asker | undefined;
  readonly onThreadTime?: ((ms: number) => void) | undefined;
}

/** Lenient, JUEL and cheap FEEL are evaluated in this thread, JavaScript and the rest of FEEL in threads of their own, and so is what takes long. */
export function createEvaluator(options: EvaluatorOptions): TextEvaluator {
  const evaluation = new TextEvaluation(options);
  const evaluatorFor = (asker?: Asker, onThreadTime?: (ms: number) => void): Evaluator => {
    const run = (text: AnyText, kind: SourceKind, variables: VariableReader, given: ExecutionInfo) => {
      const { outcomes } = asker ?? {};
      const execution = outcomes === undefined ? given : { ...given, now: outcomes.clockOr(given.now) };
      const { source, language, storesAssigned } = text;
      return evaluation.run(text.dialect, kind, { source, language, storesAssigned, variables, execution, asker, onThreadTime });
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
      const { outcomes } = asker ?? {};
      return outcomes === undefined ? given : { ...given, now: outcomes.clockOr(given.now) };
    };
    return {
      decide: (request, variables, given, others = texts) =>
        evaluation.decide(request, { variables, execution: decisionsOf(given), asker, onThreadTime }, others),
      ...texts,
    };
  };
  const blocking = evaluatorFor();
  return {
    ...blocking,
    within: (asker, onThreadTime) => (options.threads === undefined ? blocking : evaluatorFor(asker, onThreadTime)),
    threads: () => evaluation.pool.counts,
    close: () => evaluation.pool.close(),
  };
}

class TextEvaluation {
  readonly pool: ThreadPool;
  private readonly options: EvaluatorOptions;
  private readonly limits: RunLimits;
  /** by the text alone, whose hash is known with it: a key that is put together is hashed each time */
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

  decide(request: DecisionsToMake, asked: Omit<Text, 'source'>, texts: TextsOf): Evaluation {
    const { maxOutputBytes, allowanceMs } = this.options;
    const { variables, execution } = asked;
    const began = performance.now();
    let threadMs = 0;
    const onThreadTime = (ms: number) => {
      threadMs += ms;
      asked.onThreadTime?.(ms);
    };
    const timed = { ...asked, onThreadTime };
    const limitMs = Math.max(MAX_DECISION_MS, this.options.timeoutMs);
    const inTime = <Asked extends readonly unknown[]>(evaluate: (...asked: Asked) => Evaluation) => {
      return (...given: Asked): Evaluation =>
        performance.now() - began + threadMs > limitMs ? timeLimitReached(limitMs, ' for one decision') : evaluate(...given);
    };
    // what has to wait for a thread leaves here, and comes again
    const evaluation = guardedEvaluation('', () =>
      decide(request, variables, execution, {
        texts: { evaluate: inTime(texts.evaluate), run: inTime(texts.run) },
        inThread: inTime(({ source }, reader) => this.run('feel', 'expression', { ...timed, source, variables: reader })),
        wholeInThread: (whole) => this.inThread({ ...timed, source: whole.source }, whole),
        isNothingCheap: asked.asker !== undefined && allowanceMs === 0,
        maxOutputBytes,
      }),
    );
    const answer = boundedResult(evaluation, maxOutputBytes);
    this.options.onDecided?.(answer.ok ? 'made' : 'failed', (performance.now() - began + threadMs) / 1000);
    return answer;
  }

  private runLenient(kind: SourceKind, text: Text): Evaluation {
    const { variables, execution, asker } = text;
    if (asker === undefined) {
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
    throw this.pool.unfinished(this.lenientRequest(kind, text, this.guidsFor(text, drawn)), this.limits.timeoutMs, asker);
  }

  /**
   * The outcome of an earlier attempt at the same evaluation. The same text may have been evaluated with the same inputs before that, and have drawn
   * other GUIDs: the first one it draws tells which it was.
   */
  private knownLenient(kind: SourceKind, text: Text, drawn: string[]): Evaluation | undefined {
    const { source, execution, asker, onThreadTime } = text;
    if (asker?.outcomes?.hasSource(source) !== true) return undefined;
    const found = asker.outcomes.find(this.lenientRequest(kind, text, []));
    const draws = (found[0]?.reply.drawn ?? 0) > 0;
    if (draws) drawn.push(execution.newGuid());
    const outcome = draws ? found.find(({ guids }) => guids[0] === drawn[0]) : found[0];
    if (outcome === undefined) return undefined;
    const { reply } = outcome;
    for (let left = (reply.drawn ?? 0) - drawn.length; left > 0; left -= 1) execution.newGuid();
    onThreadTime?.(reply.tookMs);
    return reply.evaluation;
  }

  /** Undefined when it takes longer. @param drawn gets the GUIDs that it has drawn */
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

  /** As many GUIDs as a text can take. Those of its sequence that it does not draw belong to others, so this ends the attempt. */
  private guidsFor({ source, execution, asker }: Text, drawn: readonly string[]): readonly string[] {
    const draws = asker?.outcomes === undefined ? 0 : guidsTakenBy(source);
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
      execution: inputOf(execution),
      guids,
      limits: this.limits,
      maxOutputBytes: this.options.maxOutputBytes,
    };
  }

  private runFeel(text: Text): Evaluation {
    const { source, variables, execution, asker } = text;
    const { now } = execution;
    const { maxOutputBytes } = this.options;
    const isRead = asker === undefined || source.length <= MAX_CHEAP_LENGTH;
    const analysis = isRead ? this.analyses.get(source, () => analyseFeel(source)) : undefined;
    const situation = (analysis?.needsChance ?? needsChance(source)) ? { now, guid: execution.newGuid() } : { now };
    const read = analysis === undefined ? variables.all() : referencedVariables(analysis, variables, source);
    if (analysis?.isCheap && (asker === undefined || this.isCheapHere(source, read))) {
      const result = evaluatedHere(source, read, situation);
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

  private isCheapHere(source: string, read: Variables): boolean {
    return this.options.allowanceMs !== 0 && isCheapFor(source, read);
  }

  private runJavaScript(text: Text): Evaluation {
    const { source, variables, storesAssigned } = text;
    const { timeoutMs, memoryMb, maxOutputBytes } = this.options;
    const execution = inputOf(text.execution);
    const { instanceId, activityId, now } = execution;
    const storing = storesAssigned !== undefined && { storesAssigned };
    const input = { ...execution, ...storing, seed: hash(`${instanceId}\n${activityId}\n${now}`) };
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
    if (text.asker === undefined) return this.pool.askAndBlock(request, timeoutMs).evaluation;
    return this.known(text, request) ?? this.pool.ask(request, timeoutMs, text.asker).evaluation;
  }

  /** The outcome of an earlier attempt. */
  private known({ asker, onThreadTime }: Text, request: SandboxRequest): Evaluation | undefined {
    const reply = asker?.outcomes?.find(request)[0]?.reply;
    if (reply !== undefined) onThreadTime?.(reply.tookMs);
    return reply?.evaluation;
  }
}

/** Undefined when its values take too much memory for the service itself. */
function evaluatedHere(source: string, read: Variables, situation: FeelSituation): FeelResult | undefined {
  try {
    return evaluateFeel(source, read, situation, new Room(MAX_UNITS_HERE));
  } catch (error) {
    if (error instanceof NoRoom) return undefined;
    throw error;
  }
}

/** Whether the values that a FEEL text reads are so small that each of its functions may visit all of them. A path is no function. */
function isCheapFor(source: string, read: Variables): boolean {
  if (readSimplePath(source, read) !== undefined) return true;
  const most = MAX_CHEAP_EXTENT / source.length;
  return sizeOf(read, most) <= most;
}

function inputOf({ instanceId, businessId, activityId, now }: ExecutionInfo): TextInput {
  return { instanceId, businessId, activityId, now };
}

/** 32-bit FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value;
}
