import type { DecisionLogic, DecisionModel } from '../model-decisions.ts';
import { type Json, type JsonObject, noVariables, type Variables } from '../values.ts';
import { conform } from './conform.ts';
import type { TableValue } from './hit-policy.ts';
import { about, type DecisionScope, type Made, type Making, made, notMade, within } from './making.ts';
import { evaluateTable } from './table.ts';

const OPEN: DecisionScope = { values: {}, isClosed: false };

/** Makes a decision, and before it those that it requires, each once. A reason names the decision that cannot be made (docs/spec/decisions.md). */
export function makeDecision(id: string, making: Making): Made<TableValue> {
  return madeOnce(id, making, new Map());
}

function madeOnce(id: string, making: Making, known: Map<string, TableValue>): Made<TableValue> {
  const before = known.get(id);
  if (before !== undefined) return made(before);
  const decision = Object.hasOwn(making.decisions, id) ? making.decisions[id] : undefined;
  if (decision === undefined) return notMade(`decision '${id}' was not deployed with the process`);
  const required = noVariables();
  for (const { id: other, group } of decision.requires) {
    const value = madeOnce(other, making, known);
    if (!value.ok) return value;
    const named = namedValues(making.decisions[other], value.value);
    if (group === undefined) Object.assign(required, named);
    else required[group] = { ...(required[group] as Variables | undefined), ...named };
  }
  const result = valueOfDecision(decision, making, within(OPEN, required));
  if (!result.ok) return about(`decision '${decision.id}'`, result);
  known.set(id, result.value);
  making.onMade?.(decision, result.value.value);
  return result;
}

/** What a decision is called where it is required: in Camunda 7 its outputs, everywhere itself. */
function namedValues(decision: DecisionModel | undefined, { value, rows }: TableValue): Variables {
  const named = noVariables();
  const outputs = decision?.logic.kind === 'table' ? decision.logic.outputs : [];
  const isList = Array.isArray(value);
  for (const { name } of outputs) {
    const ofRows = rows.map((row) => row[name] ?? null);
    named[name] = isList ? ofRows : (ofRows[0] ?? null);
  }
  for (const name of decision?.names ?? []) named[name] = value;
  return named;
}

function valueOfDecision({ name, logic, type }: DecisionModel, making: Making, scope: DecisionScope): Made<TableValue> {
  if (logic.kind === 'table') return evaluateTable(logic, making, scope);
  const result = valueOfLogic(logic, making, scope);
  const typed = result.ok ? conform(result.value, type, making) : result;
  if (!typed.ok) return typed;
  const { value } = typed;
  const isMap = typeof value === 'object' && value !== null && !Array.isArray(value);
  return made({ value, rows: [isMap ? (value as JsonObject) : { [name]: value }] });
}

function valueOfLogic(logic: DecisionLogic, making: Making, scope: DecisionScope): Made {
  switch (logic.kind) {
    case 'text':
      return making.evaluate(logic.text, scope);
    case 'table': {
      const table = evaluateTable(logic, making, scope);
      return table.ok ? made(table.value.value) : table;
    }
    case 'list': {
      const items: Json[] = [];
      for (const item of logic.items) {
        const value = valueOfLogic(item, making, scope);
        if (!value.ok) return value;
        items.push(value.value);
      }
      return made(items);
    }
    case 'context':
      return valueOfContext(logic.entries, making, scope);
    case 'conditional': {
      const test = valueOfLogic(logic.test, making, scope);
      if (!test.ok) return test;
      return valueOfLogic(test.value === true ? logic.positive : logic.negative, making, scope);
    }
    case 'invocation': {
      const values = noVariables();
      for (const { name, type, logic: given } of logic.parameters) {
        const value = valueOfLogic(given, making, scope);
        const typed = value.ok ? conform(value.value, type, making) : value;
        if (!typed.ok) return about(`parameter '${name}'`, typed);
        values[name] = typed.value;
      }
      return valueOfLogic(logic.body, making, { values, isClosed: true });
    }
  }
}

function valueOfContext(
  entries: Extract<DecisionLogic, { kind: 'context' }>['entries'],
  making: Making,
  scope: DecisionScope,
): Made {
  const values = noVariables();
  for (const { name, type, logic } of entries) {
    const value = valueOfLogic(logic, making, within(scope, values));
    const typed = value.ok ? conform(value.value, type, making) : value;
    if (!typed.ok) return name === undefined ? typed : about(`entry '${name}'`, typed);
    if (name === undefined) return typed;
    values[name] = typed.value;
  }
  return made({ ...values });
}
