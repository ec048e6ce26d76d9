import { makeDecisions } from '../../engine/decisions/make-decision.ts';
import type { DecisionWorld, Made } from '../../engine/decisions/making.ts';
import { notMade } from '../../engine/decisions/making.ts';
import type {
  DecisionAnswer,
  DecisionRequest,
  Evaluation,
  ExecutionInfo,
  TextsOf,
  TracedDecision,
  VariableReader,
} from '../../engine/evaluator.ts';
import type { DecisionModel } from '../../engine/model.ts';
import type { Json, JsonObject } from '../../engine/values.ts';
import { chanceOf } from '../feel/chance.ts';
import { readerOver } from '../reader-over.ts';
import type { DecisionsRequest } from '../sandbox/protocol.ts';
import { extentOf } from './extent.ts';
import { type BeforeText, feelLanguage, StopsDecision } from './feel-language.ts';
import { sizeOfValues } from './size-of-values.ts';

/** Texts that one task may evaluate for its decisions; in a thread, which can be ended, there may be more. Fixed tests of cells are none. */
const MAX_TEXTS = 2000;
const MAX_TEXTS_IN_THREAD = 200_000;
/** FEEL takes time with the length of its source and the size of what it reads. Unit: characters times bytes. */
const MAX_CHEAP_EXTENT = 64 * 1024;
const NO_GUID = '00000000-0000-4000-8000-000000000000';

/** A decision has a text that takes too long to be evaluated here. */
class TooLongHere extends StopsDecision {
  override readonly name = 'TooLongHere';
}

/** What the evaluator of a process does for decisions that are made in this thread. */
export interface DecidingHere {
  readonly texts: TextsOf;
  /** evaluates a text of FEEL where it can be ended, over JSON */
  readonly inThread: TextsOf['evaluate'];
  /** makes decisions as a whole in a thread */
  readonly wholeInThread: (request: DecisionsRequest) => Evaluation;
  /** nothing is cheap enough for this thread */
  readonly isNothingCheap: boolean;
  readonly maxOutputBytes: number;
}

/**
 * Makes decisions: in this thread where all of their texts are short and what these read is small, else as a whole in a thread. Decisions with texts of other
 * languages are made here, their long texts one by one elsewhere.
 */
export function decide(
  request: DecisionRequest,
  variables: VariableReader,
  execution: ExecutionInfo,
  here: DecidingHere,
): Evaluation {
  const { isCheap, hasForeign, needsChance } = extentOf(request.decisions);
  const seed = needsChance ? execution.newGuid() : NO_GUID;
  const whole = () =>
    here.wholeInThread(requestOf(request, variables, execution, { guid: seed, maxOutputBytes: here.maxOutputBytes }));
  if (!hasForeign && (!isCheap || here.isNothingCheap)) return whole();
  try {
    return decideHere(request, variables, execution, { ...here, seed, hasForeign });
  } catch (error) {
    if (error instanceof TooLongHere) return whole();
    throw error;
  }
}

function decideHere(
  request: DecisionRequest,
  variables: VariableReader,
  execution: ExecutionInfo,
  { texts, inThread, isNothingCheap, seed, hasForeign }: DecidingHere & { readonly seed: string; readonly hasForeign: boolean },
): Evaluation {
  const check: BeforeText = (source, read, { isCheap }) => {
    const most = MAX_CHEAP_EXTENT / source.length;
    if (isNothingCheap || !isCheap || sizeOfValues(read, most) > most) throw new TooLongHere();
  };
  const feel = feelLanguage(chanceOf(seed).guid, check);
  const world: DecisionWorld = {
    decisions: request.decisions,
    language: hasForeign ? { ...feel, evaluate: orInThread(feel, inThread) } : feel,
    variables,
    execution,
    evaluateForeign: (text, reader) =>
      text.kind === 'expression' ? texts.evaluate(text, reader, execution) : texts.run(text, reader, execution),
    maxTexts: MAX_TEXTS,
  };
  return answerTo(request, world);
}

/** A text that takes long is evaluated elsewhere, over what JSON has of its values. */
function orInThread(feel: DecisionWorld['language'], inThread: TextsOf['evaluate']): DecisionWorld['language']['evaluate'] {
  return (text, values, variables, execution) => {
    try {
      return feel.evaluate(text, values, variables, execution);
    } catch (error) {
      if (!(error instanceof TooLongHere)) throw error;
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
  };
}

function answerTo({ ids, isTraced }: DecisionRequest, world: DecisionWorld): Evaluation {
  const traced: TracedDecision[] = [];
  let tables: JsonObject[] = [];
  const listening: DecisionWorld = isTraced
    ? {
        ...world,
        onTable: (table) => tables.push(table as unknown as JsonObject),
        onMade: ({ id }, value) => {
          traced.push({ id, value, tables });
          tables = [];
        },
      }
    : world;
  const made: Made<ReadonlyMap<string, object>> = makeDecisions(ids, listening);
  if (!made.ok) return made;
  const answer = { results: Object.fromEntries(made.value), ...(isTraced ? { made: traced } : {}) };
  return { ok: true, value: answer as unknown as JsonObject };
}

/** What {@link DecisionAnswer} the value of an evaluation is. */
export function answerIn(value: Json): DecisionAnswer {
  return value as unknown as DecisionAnswer;
}

const written = new WeakMap<object, string>();

function requestOf(
  { decisions, ids, isTraced = false }: DecisionRequest,
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
    variables: JSON.stringify(variables.all()),
    execution: { instanceId, businessId, activityId, now },
    guid,
    maxOutputBytes,
  };
}

/** What was read last in this thread: most tasks ask for the same decisions again and again. */
let last: { readonly text: string; readonly decisions: Readonly<Record<string, DecisionModel>> } | undefined;

/** Makes decisions inside a thread. */
export function makeInThread({ decisions: text, ids, isTraced, variables, execution, guid }: DecisionsRequest): Evaluation {
  if (last?.text !== text) last = { text, decisions: JSON.parse(text) as Readonly<Record<string, DecisionModel>> };
  const { decisions } = last;
  const { guid: nextGuid } = chanceOf(guid);
  return answerTo(
    { decisions, ids, isTraced },
    {
      decisions,
      language: feelLanguage(nextGuid),
      variables: readerOver(JSON.parse(variables)),
      execution: { ...execution, newGuid: nextGuid },
      evaluateForeign: () => notMade('a text of another language is not evaluated here'),
      maxTexts: MAX_TEXTS_IN_THREAD,
    },
  );
}
