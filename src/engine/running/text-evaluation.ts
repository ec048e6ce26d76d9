import type { ExpressionModel } from '../model.ts';
import type { VariableScopeOrdinal } from '../ordinals.ts';
import { type ResultsOf, readAllWithCounters, readWithCounters } from '../state/loop-counters.ts';
import type { InstanceState } from '../state.ts';
import type { Evaluation, ExecutionInfo, VariableReader } from '../values/evaluation.ts';
import { type LocalReads, scopeIn } from '../values/variable-scopes.ts';
import { noVariables, type Variables } from '../values.ts';
import type { EngineContext } from './context.ts';

/** Provides variables and GUIDs of one run. Changes nothing else. */
export class TextEvaluation {
  private readonly state: InstanceState;
  private readonly context: EngineContext;
  /** true for a name that local reads see; absent for versions of earlier releases, whose local reads see all scopes */
  private readonly isLocalIn: LocalReads | undefined;
  /** Camunda 8: result list that iterations read */
  private readonly listName: ResultsOf | undefined;
  private guids = 0;

  constructor(state: InstanceState, context: EngineContext, isLocalIn?: LocalReads, listName?: ResultsOf) {
    this.state = state;
    this.context = context;
    this.isLocalIn = isLocalIn;
    this.listName = listName;
  }

  /**
   * The reason of a failure names slot and text.
   * @param variableScope null: only the overlay
   * @param overlay hides variables, for example the result for an output mapping
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

  /** @param variableScope null: only the overlay @param element or process key */
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

  /** Values of `execution`. */
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
