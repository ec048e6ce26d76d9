import type { ExpressionModel } from '../model.ts';
import type { VariableScopeOrdinal } from '../ordinals.ts';
import { type ResultsOf, readAllWithCounters, readWithCounters } from '../state/loop-counters.ts';
import type { InstanceState } from '../state.ts';
import type { Evaluation, ExecutionInfo, VariableReader } from '../values/evaluation.ts';
import { type LocalReads, scopeIn } from '../values/variable-scopes.ts';
import { noVariables, type Variables } from '../values.ts';
import type { EngineContext } from './context.ts';

/** Evaluates texts of the model for one run: provides their variables and GUIDs. Changes nothing else. */
export class TextEvaluation {
  private readonly state: InstanceState;
  private readonly context: EngineContext;
  /** True for a name that local reads see; absent for versions of earlier releases, whose local reads see all scopes. */
  private readonly isLocalIn: LocalReads | undefined;
  /** Camunda 8: iterations read the results of their loop so far. */
  private readonly listName: ResultsOf | undefined;
  private guids = 0;

  constructor(state: InstanceState, context: EngineContext, isLocalIn?: LocalReads, listName?: ResultsOf) {
    this.state = state;
    this.context = context;
    this.isLocalIn = isLocalIn;
    this.listName = listName;
  }

  /**
   * Evaluates an expression. The reason of a failure names its slot and text.
   * @param variableScope null: only the overlay can be read
   * @param overlay values that hide variables, for example the result for an output mapping
   */
  evaluate(
    expression: ExpressionModel,
    element: string,
    variableScope: VariableScopeOrdinal | null,
    overlay?: Variables,
  ): Evaluation {
    const reader = this.readerOf(variableScope, overlay, element);
    const result = this.context.evaluator.evaluate(expression, reader, this.executionOf(element));
    if (result.ok) return result;
    return { ...result, reason: `${expression.slot} '${expression.text}': ${result.reason}` };
  }

  /** @param variableScope null: only the overlay can be read @param element element or process of the text */
  readerOf(variableScope: VariableScopeOrdinal | null, overlay?: Variables, element?: string): VariableReader {
    const { isLocalIn } = this;
    if (overlay !== undefined) {
      const below = this.readerOf(variableScope, undefined, element);
      return {
        get: (name) => (Object.hasOwn(overlay, name) ? overlay[name] : below.get(name)),
        all: () => ({ ...below.all(), ...overlay }),
        ...(isLocalIn && { isLocal: (name) => Object.hasOwn(overlay, name) || below.isLocal?.(name) === true }),
      };
    }
    if (variableScope === null) return { get: () => undefined, all: noVariables };
    return {
      get: (name) => readWithCounters(this.state, variableScope, name, this.listName),
      all: () => readAllWithCounters(this.state, variableScope),
      ...(isLocalIn && { isLocal: (name) => isLocalIn(scopeIn(this.state.variables, variableScope), name, element) }),
    };
  }

  /** Returns the values of `execution` for the texts of an element. */
  executionOf(element: string): ExecutionInfo {
    const { instanceId, businessId, eventCount } = this.state;
    return {
      instanceId,
      businessId,
      activityId: element,
      now: this.context.now,
      newGuid: () => {
        this.guids += 1;
        return this.context.guid(instanceId, `guid:${eventCount}:${this.guids}`);
      },
    };
  }
}
