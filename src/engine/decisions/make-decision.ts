import type { DecisionModel, DecisionService, RequiredDecision, RequiredInput } from '../model/model-decisions.ts';
import type { Json, Variables } from '../values.ts';
import { conform, conformed } from './conform.ts';
import type { DecisionValue, DecisionValues, Made } from './decided.ts';
import { evaluateTable } from './decision-table.ts';
import type { TableValue } from './hit-policy.ts';
import { functionIn, functionOf, valueOfLogic } from './logic.ts';
import { about, type DecisionScope, type DecisionWorld, Making, made, notMade } from './making.ts';

export interface DecisionOutcome {
  readonly value: Json;
  readonly rows: readonly Variables[];
}

/** Makes required decisions first, each once. The reason of a failure has the id of the failed decision (docs/contributing/spec/decisions.md). */
export function makeDecisions(ids: readonly string[], world: DecisionWorld): Made<ReadonlyMap<string, DecisionOutcome>> {
  const making = new Making(world);
  const round = new Round(making, {}, false);
  const found = new Map<string, DecisionOutcome>();
  for (const id of ids) {
    const value = round.make(id);
    if (!value.ok) return value;
    const json = asJson(value.value, making);
    if (!json.ok) return about(`decision '${id}'`, json);
    found.set(id, json.value);
  }
  return made(found);
}

/** Returns a value of the language. @param given input data, which override variables */
export function makeDecision(id: string, world: DecisionWorld, given: DecisionValues): Made {
  const result = new Round(new Making(world), given, false).make(id);
  return result.ok ? made(result.value.value) : result;
}

function asJson({ value, rows }: TableValue, { language }: Making): Made<DecisionOutcome> {
  const json = language.toJson(value);
  if (!json.ok) return json;
  const maps: Variables[] = [];
  for (const row of rows) {
    const map = language.toJson(language.context({ ...row }));
    if (!map.ok) return map;
    maps.push(map.value as Variables);
  }
  return made({ value: json.value, rows: maps });
}

const NONE: readonly never[] = [];
const NO_VALUES: DecisionValues = Object.freeze({});
const NOTHING: Made<DecisionScope> = made({ values: NO_VALUES, isClosed: true });
const VARIABLES: Made<DecisionScope> = made({ values: NO_VALUES, isClosed: false });

/** Evaluates each decision at most once, for one set of inputs. Calls of decision services have separate evaluations. */
class Round {
  readonly #making: Making;
  /** values that override variables */
  readonly #given: DecisionValues;
  /** reads no variables */
  readonly #isClosed: boolean;
  readonly #hasNothing: boolean;
  readonly #known = new Map<string, TableValue>();

  constructor(making: Making, given: DecisionValues, isClosed: boolean) {
    this.#making = making;
    this.#given = given;
    this.#isClosed = isClosed;
    this.#hasNothing = Object.keys(given).length === 0;
  }

  /** Makes required decisions first. */
  make(id: string): Made<TableValue> {
    const before = this.#known.get(id);
    if (before !== undefined) return made(before);
    const { decisions } = this.#making.world;
    const decision = Object.hasOwn(decisions, id) ? decisions[id] : undefined;
    if (decision === undefined) return notMade(`decision '${id}' was not deployed with the process`);
    const { logic } = decision;
    const result = logic.kind === 'service' ? this.#fromOutside(logic) : this.#makeWith(decision);
    if (!result.ok) return result;
    this.#known.set(id, result.value);
    this.#report(decision, result.value);
    return result;
  }

  #report(decision: DecisionModel, { value }: TableValue): void {
    const { world, language } = this.#making;
    if (world.onMade === undefined || decision.logic.kind === 'function') return;
    const json = language.toJson(value);
    world.onMade(decision, json.ok ? json.value : language.kindOf(value));
  }

  /** Sets an argument of a service. */
  define(id: string, value: DecisionValue): void {
    this.#known.set(id, { value, rows: [] });
  }

  #makeWith(decision: DecisionModel): Made<TableValue> {
    const scope = this.#scopeOf(decision);
    if (!scope.ok) return scope;
    const result = valueOfDecision(decision, this.#making, scope.value);
    if (result.ok) return result;
    const failure = about(`decision '${decision.id}'`, result);
    const asNull = this.#making.orNull(failure);
    return asNull.ok ? made({ value: asNull.value, rows: [] }) : failure;
  }

  #scopeOf(decision: DecisionModel): Made<DecisionScope> {
    if (this.#isAlone(decision)) return decision.isClosed === true || this.#isClosed ? NOTHING : VARIABLES;
    const values: Record<string, DecisionValue> = Object.create(null);
    for (const known of decision.knows ?? []) {
      const named = this.#named(known);
      if (!named.ok) return named;
      for (const [name, value] of Object.entries(named.value)) if (!this.#isVariable(name)) values[name] = value;
    }
    Object.assign(values, this.#given);
    for (const input of decision.inputs ?? []) {
      const value = this.#inputOf(input);
      if (!value.ok) return about(`decision '${decision.id}': input data '${input.name}'`, value);
      put(values, input.group, { [input.name]: value.value });
    }
    for (const required of decision.requires) {
      const named = this.#named(required);
      if (!named.ok) return named;
      put(values, required.group, named.value);
    }
    return made({ values, isClosed: this.#isClosed || decision.isClosed === true });
  }

  /** Reads only variables, or nothing. */
  #isAlone({ knows = NONE, inputs = NONE, requires }: DecisionModel): boolean {
    return knows.length + inputs.length + requires.length === 0 && this.#hasNothing;
  }

  #isVariable(name: string): boolean {
    return !this.#isClosed && this.#making.world.variables.get(name) !== undefined;
  }

  /** Names values as other decisions read them. A service is a function. */
  #named({ id }: RequiredDecision): Made<DecisionValues> {
    const model = this.#making.world.decisions[id];
    if (model?.logic.kind === 'service') {
      const called = this.#serviceAsFunction(model.logic, model);
      return made(Object.fromEntries(model.names.map((name) => [name, called])));
    }
    const value = this.make(id);
    return value.ok ? made(namedValues(model, value.value, this.#making)) : value;
  }

  #inputOf({ name, group, type, isHint }: RequiredInput): Made {
    const { world, language } = this.#making;
    const imported = group === undefined ? undefined : language.membersOf(this.#given[group] ?? null);
    const own = imported !== undefined && Object.hasOwn(imported, name) ? imported : this.#given;
    if (Object.hasOwn(own, name)) return isHint === true ? made(own[name]) : conform(own[name], type, this.#making);
    if (this.#isClosed) return made(null);
    const around = group === undefined ? undefined : language.membersOf(language.fromJson(world.variables.get(group) ?? null));
    const written = world.variables.get(name);
    const value = around !== undefined && Object.hasOwn(around, name) ? around[name] : language.fromJson(written ?? null);
    if (isHint !== true) return conform(value, type, this.#making);
    const fitting = conformed(value, type, this.#making);
    return made(fitting.ok ? fitting.value : value);
  }

  /** Evaluates a service for a task: its inputs are variables. */
  #fromOutside(service: DecisionService): Made<TableValue> {
    const given: Record<string, DecisionValue> = Object.create(null);
    for (const { name, type } of [...service.inputData, ...service.inputDecisions]) {
      const value = this.#inputOf({ name, type });
      if (!value.ok) return about(`input '${name}'`, value);
      given[name] = value.value;
    }
    const outputs = this.#outputsOf(service, given, false);
    if (!outputs.ok || service.result === undefined) return outputs;
    const typed = conform(outputs.value.value, service.result, this.#making);
    return typed.ok ? made({ value: typed.value, rows: outputs.value.rows }) : typed;
  }

  #serviceAsFunction(service: DecisionService, { name }: DecisionModel): DecisionValue {
    const parameters = [...service.inputData, ...service.inputDecisions];
    const invoke = (given: DecisionValues) => {
      const outputs = this.#outputsOf(service, given, true);
      return outputs.ok ? made(outputs.value.value) : outputs;
    };
    return functionOf({ parameters, name, result: service.result ?? 'any', invoke }, this.#making);
  }

  #outputsOf(
    { inputData, inputDecisions, outputs }: DecisionService,
    given: DecisionValues,
    isClosed: boolean,
  ): Made<TableValue> {
    const data = Object.fromEntries(inputData.map(({ name }) => [name, given[name] ?? null]));
    const round = new Round(this.#making, data, isClosed);
    for (const { id, name } of inputDecisions) round.define(id, given[name] ?? null);
    const values: Record<string, DecisionValue> = Object.create(null);
    let only: TableValue | undefined;
    for (const id of outputs) {
      const value = round.make(id);
      if (!value.ok) return value;
      only = value.value;
      values[this.#making.world.decisions[id]?.names.at(-1) ?? id] = value.value.value;
    }
    if (outputs.length === 1 && only !== undefined) return made(only);
    return made({ value: this.#making.language.context({ ...values }), rows: [values] });
  }
}

/** Values of an import become members of its name. */
function put(values: Record<string, DecisionValue>, group: string | undefined, more: DecisionValues): void {
  if (group === undefined) Object.assign(values, more);
  else values[group] = { ...(values[group] as DecisionValues | undefined), ...more };
}

/** The decision by name, and its outputs (Camunda 7). */
function namedValues(decision: DecisionModel | undefined, { value, rows }: TableValue, { language }: Making): DecisionValues {
  const named: Record<string, DecisionValue> = Object.create(null);
  const outputs = decision?.logic.kind === 'table' ? decision.logic.outputs : [];
  const isList = language.itemsOf(value) !== undefined;
  for (const { name } of outputs) {
    const ofRows = rows.map((row) => row[name] ?? null);
    named[name] = isList ? ofRows : (ofRows[0] ?? null);
  }
  for (const name of decision?.names ?? []) named[name] = value;
  return named;
}

function valueOfDecision({ name, logic, type }: DecisionModel, making: Making, scope: DecisionScope): Made<TableValue> {
  if (logic.kind === 'table') {
    const table = evaluateTable(logic, making, scope);
    // the outputs of the table have types
    if (!table.ok || (typeof type === 'string' && making.world.isStandard !== true)) return table;
    const typed = conform(table.value.value, type, making);
    return typed.ok ? made({ value: typed.value, rows: table.value.rows }) : typed;
  }
  const result = logic.kind === 'function' ? made(functionIn(logic, making, scope, name)) : valueOfLogic(logic, making, scope);
  const typed = result.ok ? conform(result.value, type, making) : result;
  if (!typed.ok) return typed;
  const { value } = typed;
  return made({ value, rows: [making.language.membersOf(value) ?? { [name]: value }] });
}
