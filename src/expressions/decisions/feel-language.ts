import type {
  DecisionFunction,
  DecisionLanguage,
  DecisionValue,
  DecisionValues,
  Made,
  MadeNot,
  ValueKind,
} from '../../engine/decisions/decided.ts';
import { CallFailed, made, notMade } from '../../engine/decisions/making.ts';
import type { BasicType, DecisionExpression, FixedValue } from '../../engine/model.ts';
import type { ExecutionInfo, VariableReader } from '../../engine/values/evaluation.ts';
import type { Json } from '../../engine/values.ts';
import {
  CompiledCache,
  type FeelAnalysis,
  FeelFunction,
  FeelRange,
  type FeelSituation,
  kindOf as feelKindOf,
  isContext,
  isNumber,
  isSame,
  type Kind,
  type MemoryBudget,
  toDouble,
  toJson,
} from '../feel/index.ts';
import { SyntaxProblem } from '../syntax-problem.ts';
import { knownText, type SourceText } from './decision-texts.ts';
import { ReadVariables, TextScope } from './text-scope.ts';

/** Items of an iterated range. */
const MAX_ITEMS = 100_000;

const KINDS: Readonly<Partial<Record<Kind, ValueKind>>> = {
  'date and time': 'dateTime',
  'years and months duration': 'yearMonthDuration',
  'days and time duration': 'dayTimeDuration',
};

function kindOf(value: DecisionValue): ValueKind {
  const kind = feelKindOf(value);
  return KINDS[kind] ?? (kind as ValueKind);
}

/** Returns undefined if not a context. */
export function membersOf(value: DecisionValue): DecisionValues | undefined {
  return isContext(value) ? value : undefined;
}

/** Items of a list, or of a range of integers. */
export function itemsOf(value: DecisionValue): readonly DecisionValue[] | undefined {
  if (Array.isArray(value)) return value;
  if (!(value instanceof FeelRange)) return undefined;
  const { start, end, isStartIncluded, isEndIncluded } = value;
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end)) return undefined;
  const [from, to] = [start as number, end as number];
  const step = from <= to ? 1 : -1;
  const count = Math.abs(to - from) + 1;
  if (count > MAX_ITEMS) return undefined;
  const items = Array.from({ length: count }, (_, at) => from + at * step);
  return items.slice(isStartIncluded ? 0 : 1, isEndIncluded ? undefined : -1);
}

function plainOf(value: DecisionValue): FixedValue | undefined {
  if (value === null || value === undefined) return null;
  if (isNumber(value)) return toDouble(value);
  return typeof value === 'string' || typeof value === 'boolean' ? value : undefined;
}

/** Gives null for a wrong number of arguments. */
function functionOf({ parameters, call }: DecisionFunction): DecisionValue {
  return new FeelFunction('', [parameters], (given, run) => {
    run.step();
    return given.length !== parameters.length || given.includes(undefined) ? null : call(given);
  });
}

/** Positional call as a FEEL text with values; undefined if the names do not match the parameters. */
function callOf(
  called: DecisionValue,
  given: DecisionValues,
): { readonly source: string; readonly values: DecisionValues } | undefined {
  if (!(called instanceof FeelFunction)) return undefined;
  const names = Object.keys(given);
  const form = called.forms.find((one) => one.length === names.length && names.every((name) => one.includes(name)));
  if (form === undefined) return undefined;
  const values: Record<string, DecisionValue> = { called };
  for (const [at, name] of form.entries()) values[`given${at}`] = given[name];
  return { source: `called(${form.map((_, at) => `given${at}`).join(', ')})`, values };
}

const NO_VARIABLES = new ReadVariables(undefined);

/** Conversions from a string. */
const READERS: Partial<Record<BasicType, string>> = {
  number: 'number(value)',
  date: 'date(value)',
  time: 'time(value)',
  dateTime: 'date and time(value)',
  dayTimeDuration: 'duration(value)',
  yearMonthDuration: 'duration(value)',
};

interface NextText {
  readonly source: string;
  readonly analysis: FeelAnalysis;
  /** Size of the values that it reads. */
  sizeIn(scope: TextScope): number;
}

/** Called before each evaluation; may throw to stop it. */
export type BeforeText = (text: NextText, scope: TextScope) => void;

/**
 * @param guid next GUID of the sequence of the command
 * @param memory for the values of all texts
 */
export function feelLanguage(guid: () => string, beforeText?: BeforeText, memory?: MemoryBudget): FeelLanguage {
  return new FeelLanguage(guid, beforeText, memory);
}

export class FeelLanguage implements DecisionLanguage {
  readonly #guid: () => string;
  /** Excludes the GUID; reused while the time of the command is the same. */
  #situation: FeelSituation = { now: 0 };
  readonly #beforeText: BeforeText | undefined;
  readonly #memory: MemoryBudget | undefined;
  /** Clock of the last text, for functions called between texts. */
  #now = 0;
  #variables = NO_VARIABLES;
  #lastScope: TextScope | undefined;
  #scopes: WeakMap<DecisionValues, TextScope> | undefined;
  declare readonly kindOf: DecisionLanguage['kindOf'];
  declare readonly isSame: DecisionLanguage['isSame'];
  declare readonly read: DecisionLanguage['read'];
  declare readonly readInUtc: DecisionLanguage['readInUtc'];
  declare readonly toJson: DecisionLanguage['toJson'];
  declare readonly plainOf: DecisionLanguage['plainOf'];
  declare readonly itemsOf: DecisionLanguage['itemsOf'];
  declare readonly membersOf: DecisionLanguage['membersOf'];
  declare readonly functionOf: DecisionLanguage['functionOf'];

  constructor(guid: () => string, beforeText: BeforeText | undefined, memory: MemoryBudget | undefined) {
    this.#guid = guid;
    this.#memory = memory;
    this.#beforeText = beforeText;
  }

  evaluate(
    text: DecisionExpression,
    values: DecisionValues,
    variables: VariableReader | undefined,
    { now }: ExecutionInfo,
  ): Made {
    this.#now = now;
    if (text.dialect === 'literal') return made(text.source);
    try {
      const known = knownText(text);
      if (known.literal !== undefined) return made(known.literal);
      const scope = this.#scopeOf(values, variables);
      const reading = known.reading(scope);
      if (reading.literal !== undefined) return made(reading.literal);
      this.#beforeText?.(reading, scope);
      if (reading.analysis.needsRandom) return made(reading.evaluate(scope, { now, guid: this.#guid() }, this.#memory));
      if (this.#situation.now !== now) this.#situation = { now };
      return made(reading.evaluate(scope, this.#situation, this.#memory));
    } catch (error) {
      return failureOf(error);
    }
  }

  /** Cached: the cells of a column have the same values. */
  #scopeOf(values: DecisionValues, variables: VariableReader | undefined): TextScope {
    const last = this.#lastScope;
    if (last !== undefined && last.values === values && last.variables.reader === variables) return last;
    let found = this.#scopes?.get(values);
    if (found?.variables.reader !== variables || found === undefined) {
      found = new TextScope(values, this.#read(variables));
      // most decisions have few scopes
      if (last !== undefined) {
        this.#scopes ??= new WeakMap([[last.values, last]]);
        this.#scopes.set(values, found);
      }
    }
    this.#lastScope = found;
    return found;
  }

  #read(variables: VariableReader | undefined): ReadVariables {
    if (variables === undefined) return NO_VARIABLES;
    if (this.#variables.reader !== variables) this.#variables = new ReadVariables(variables);
    return this.#variables;
  }

  fromJson(value: Json): DecisionValue {
    return value;
  }

  context(members: DecisionValues): DecisionValue {
    return { ...members };
  }

  call(called: DecisionValue, given: DecisionValues): Made | undefined {
    const call = callOf(called, given);
    return call && ownValue(textOf(call.source), call.values, this.#now, this.#memory);
  }

  aggregate(aggregation: 'SUM' | 'MIN' | 'MAX', values: readonly DecisionValue[]): DecisionValue {
    return textValue(`${aggregation.toLowerCase()}(values)`, { values });
  }

  withEvaluate(evaluate: DecisionLanguage['evaluate']): DecisionLanguage {
    return Object.assign(Object.create(this) as DecisionLanguage, {
      evaluate,
      call: (called: DecisionValue, given: DecisionValues) => this.call(called, given),
    });
  }
}

// shared by all instances
Object.assign(FeelLanguage.prototype, {
  kindOf,
  isSame,
  read,
  readInUtc,
  toJson: asJson,
  plainOf,
  itemsOf,
  membersOf,
  functionOf,
});

function failureOf(error: unknown): MadeNot {
  if (error instanceof CallFailed) return error.failure;
  if (error instanceof RangeError) return notMade('value is nested too deep');
  if (error instanceof SyntaxProblem) return notMade(error.reason);
  if (error instanceof DecisionAborted) throw error;
  return notMade(error instanceof Error ? error.message : 'FEEL evaluation failed');
}

/** Thrown by {@link BeforeText} to evaluate the decision elsewhere. */
export class DecisionAborted extends Error {
  override readonly name: string = 'DecisionAborted';
}

function read(text: string, type: BasicType): DecisionValue | undefined {
  const reader = READERS[type];
  return reader === undefined ? undefined : (textValue(reader, { value: text }) ?? undefined);
}

const EPOCH = '1970-01-01T00:00:00';
const IN_UTC = `date and time("${EPOCH}") + (date and time(value) - date and time("${EPOCH}Z"))`;

function readInUtc(text: string): DecisionValue | undefined {
  return textValue(IN_UTC, { value: text }) ?? undefined;
}

const ownTexts = new CompiledCache<SourceText>(200, 64 * 1024);

/** Cached: `knownText` needs the same object for the same text. */
function textOf(source: string): SourceText {
  return ownTexts.get(source, () => ({ source }));
}

/** Internal text; null on failure. */
function textValue(source: string, values: DecisionValues): DecisionValue {
  const result = ownValue(textOf(source), values, 0);
  return result.ok ? result.value : null;
}

function ownValue(text: SourceText, values: DecisionValues, now: number, memory?: MemoryBudget): Made {
  try {
    const scope = new TextScope(values, NO_VARIABLES);
    return made(knownText(text).reading(scope).evaluate(scope, { now }, memory));
  } catch (error) {
    return failureOf(error);
  }
}

function asJson(value: DecisionValue): Made<Json> {
  try {
    return made(toJson(value));
  } catch (error) {
    if (error instanceof RangeError) return notMade('value is nested too deep');
    return notMade(error instanceof Error ? error.message : 'it is not a value');
  }
}
