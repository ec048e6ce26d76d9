import { type DecidedTable, type Made, TraceKeeper } from '../../engine/decisions/decided.ts';
import { makeDecisions } from '../../engine/decisions/make-decision.ts';
import { type DecisionWorld, notMade } from '../../engine/decisions/making.ts';
import type { DecisionsToMake, TextsOf, TracedDecision } from '../../engine/evaluator.ts';
import type { DecisionModel } from '../../engine/model.ts';
import type { Evaluation, ExecutionInfo, VariableReader } from '../../engine/values/evaluation.ts';
import type { Json, JsonObject } from '../../engine/values.ts';
import { variableReaderOf } from '../evaluation-context.ts';
import { MemoryBudget, type RandomSource, randomSourceOf } from '../feel/index.ts';
import type { DecisionsRequest } from '../sandbox/protocol.ts';
import { extentOf } from './extent.ts';
import { type BeforeText, DecisionAborted, type FeelLanguage, feelLanguage } from './feel-language.ts';
import { MAX_MEASURED } from './text-scope.ts';

/** Texts for the decisions of a task, without fixed tests: on the main thread, and in a thread, which can be terminated. */
const MAX_TEXTS = 2000;
const MAX_TEXTS_IN_THREAD = 200_000;

/** Characters times bytes: the cost of FEEL grows with source length and data size. */
const MAX_CHEAP_EXTENT = MAX_MEASURED;

/** All texts of a task on the main thread; see {@link MemoryBudget}. */
const MAX_MAIN_THREAD_UNITS = 500_000;

/** Size of the stored trace, which must not count against the size limit of the result. */
const MAX_KEPT_BYTES = 256 * 1024;
const NO_GUID = '00000000-0000-4000-8000-000000000000';

/** Exceeded `MAX_TEXTS` once: they start in a thread. */
const large = new WeakSet<DecisionsToMake['decisions']>();

/** Thrown on the main thread. */
class TooExpensive extends DecisionAborted {
  override readonly name = 'TooExpensive';
}

interface MainThreadDecisions {
  readonly texts: TextsOf;
  /** FEEL in a thread that can be terminated, with JSON values. */
  readonly inThread: TextsOf['evaluate'];
  /** Evaluates whole decisions. */
  readonly evaluateInThread: (request: DecisionsRequest) => Evaluation;
  /** Nothing runs on the main thread. */
  readonly alwaysInThread: boolean;
  readonly maxOutputBytes: number;
}

/**
 * Decides on the main thread if the texts are few, short and read little data, else completely in a thread. With other languages than FEEL on the main
 * thread; long texts run one by one in threads.
 */
export function decide(
  request: DecisionsToMake,
  variables: VariableReader,
  execution: ExecutionInfo,
  here: MainThreadDecisions,
): Evaluation {
  const { isCheap, hasForeign, needsRandom } = extentOf(request.decisions);
  const seed = needsRandom ? execution.newGuid() : NO_GUID;
  if (hasForeign || (isCheap && !here.alwaysInThread && !large.has(request.decisions))) {
    try {
      return evaluateDecisions(request, mainThreadWorld(request, variables, execution, { here, seed, hasForeign }));
    } catch (error) {
      if (!(error instanceof TooExpensive)) throw error;
    }
  }
  return here.evaluateInThread(requestOf(request, variables, execution, { guid: seed, maxOutputBytes: here.maxOutputBytes }));
}

function mainThreadWorld(
  { decisions }: DecisionsToMake,
  variables: VariableReader,
  execution: ExecutionInfo,
  { here, seed, hasForeign }: { readonly here: MainThreadDecisions; readonly seed: string; readonly hasForeign: boolean },
): DecisionWorld {
  const { texts, inThread, alwaysInThread } = here;
  const feel = feelLanguage(
    guidsFrom(seed),
    alwaysInThread ? refuseAll : refuseLong,
    new MemoryBudget(MAX_MAIN_THREAD_UNITS, tooExpensive),
  );
  return {
    decisions,
    language: hasForeign ? orInThread(feel, inThread) : feel,
    variables,
    execution,
    evaluateForeign: (text, reader) =>
      text.kind === 'expression' ? texts.evaluate(text, reader, execution) : texts.run(text, reader, execution),
    maxTexts: MAX_TEXTS,
    ...(!hasForeign && {
      onTooManyTexts: () => {
        large.add(decisions);
        throw new TooExpensive();
      },
    }),
  };
}

/** Lazy: few decisions draw GUIDs. */
function guidsFrom(seed: string): () => string {
  let source: RandomSource | undefined;
  return () => {
    source ??= randomSourceOf(seed);
    return source.guid();
  };
}

const refuseLong: BeforeText = (text, scope) => {
  if (!text.analysis.isCheap || text.sizeIn(scope) > MAX_CHEAP_EXTENT / text.source.length) throw new TooExpensive();
};

const refuseAll: BeforeText = tooExpensive;

function tooExpensive(): never {
  throw new TooExpensive();
}

/** Evaluates long texts in a thread, with the values that can be converted to JSON. */
function orInThread(feel: FeelLanguage, inThread: TextsOf['evaluate']): DecisionWorld['language'] {
  return feel.withEvaluate((text, values, variables, execution) => {
    try {
      return feel.evaluate(text, values, variables, execution);
    } catch (error) {
      if (!(error instanceof TooExpensive)) throw error;
      const own = new Map<string, Json>();
      for (const [name, value] of Object.entries(values)) {
        const json = feel.toJson(value);
        if (json.ok) own.set(name, json.value);
      }
      const reader: VariableReader = {
        get: (name) => own.get(name) ?? variables?.get(name),
        all: () => ({ ...variables?.all(), ...Object.fromEntries(own) }),
      };
      const result = inThread(text, reader, execution);
      return result.ok ? { ok: true, value: feel.fromJson(result.value) } : result;
    }
  });
}

function evaluateDecisions(request: DecisionsToMake, world: DecisionWorld): Evaluation {
  const { ids, isTraced, withCells = false, isKept } = request;
  if (isKept) return evaluateKeepingTrace(request, world);
  const traced: TracedDecision[] = [];
  let tables: DecidedTable[] = [];
  const listening: DecisionWorld = isTraced
    ? {
        ...world,
        reportsCells: withCells,
        onTable: (table) => tables.push(table),
        onMade: ({ id }, value) => {
          traced.push({ id, value, tables });
          tables = [];
        },
      }
    : world;
  const made: Made<ReadonlyMap<string, object>> = makeDecisions(ids, listening);
  if (!made.ok) return made;
  const results = Object.fromEntries(made.value);
  const answer = isTraced ? { results, made: traced } : { results };
  return { ok: true, value: answer as unknown as JsonObject };
}

function evaluateKeepingTrace({ ids }: DecisionsToMake, world: DecisionWorld): Evaluation {
  const keeper = new TraceKeeper(ids);
  const listening: DecisionWorld = {
    ...world,
    onTable: (table) => keeper.addTable(table),
    onMade: ({ id, name }, value) => keeper.addDecision(id, name, value),
  };
  const made: Made<ReadonlyMap<string, object>> = makeDecisions(ids, listening);
  if (!made.ok) return made;
  return { ok: true, value: { results: Object.fromEntries(made.value), kept: keeper.kept } as unknown as JsonObject };
}

const written = new WeakMap<object, string>();

function requestOf(
  { decisions, ids, isTraced = false, withCells = false, isKept = false }: DecisionsToMake,
  variables: VariableReader,
  { instanceId, businessId, activityId, now }: ExecutionInfo,
  { guid, maxOutputBytes }: { readonly guid: string; readonly maxOutputBytes: number },
): DecisionsRequest {
  const text = written.get(decisions) ?? JSON.stringify(decisions);
  written.set(decisions, text);
  return {
    kind: 'decisions',
    source: `decisions ${ids.join(', ')} of ${text.length}`,
    decisions: text,
    ids,
    isTraced,
    withCells,
    isKept,
    variables: JSON.stringify(variables.all()),
    execution: { instanceId, businessId, activityId, now },
    guid,
    maxOutputBytes: isKept ? maxOutputBytes + MAX_KEPT_BYTES : maxOutputBytes,
  };
}

/** Cache of this thread: tasks often call the same decisions. */
let last: { readonly text: string; readonly decisions: Readonly<Record<string, DecisionModel>> } | undefined;

export function makeInThread({
  decisions: text,
  ids,
  isTraced,
  withCells,
  isKept,
  variables,
  execution,
  guid,
}: DecisionsRequest): Evaluation {
  if (last?.text !== text) last = { text, decisions: JSON.parse(text) as Readonly<Record<string, DecisionModel>> };
  const { decisions } = last;
  const { guid: nextGuid } = randomSourceOf(guid);
  return evaluateDecisions(
    { decisions, ids, isTraced, withCells, isKept },
    {
      decisions,
      language: feelLanguage(nextGuid),
      variables: variableReaderOf(JSON.parse(variables)),
      execution: { ...execution, newGuid: nextGuid },
      evaluateForeign: () => notMade('a text of another language is not evaluated here'),
      maxTexts: MAX_TEXTS_IN_THREAD,
    },
  );
}
