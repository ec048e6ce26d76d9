import { catchesOf } from '../../engine/model/model-shape.ts';
import type { ConditionalCatch } from '../../engine/model.ts';
import { observed } from '../../engine/policies/subscriptions.ts';
import type { VariableReader } from '../../engine/values/evaluation.ts';
import type { Variables } from '../../engine/values.ts';
import type { StartTriggerRow } from '../../store/start-triggers.ts';
import { START_CONDITION_NAMESPACE } from '../events/namespaces.ts';
import { startAt } from '../events/start-at-trigger.ts';
import { logSkipped } from '../events/start-registrations.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import { type CommandHandler, done } from './command-handler.ts';

/**
 * Every true condition starts an instance (docs/contributing/spec/http/execution.md#condition-order). Logs and skips disabled keys. Returns errors of
 * conditions; the others still start.
 */
export const evaluateConditions: CommandHandler<'EvaluateConditions'> = {
  needs: ({ key }) => ({ conditionsOf: key ?? '*' }),
  handle(unit, command) {
    const startedInstanceIds: string[] = [];
    const errors: string[] = [];
    for (const trigger of unit.loaded.startTriggers.get(command.id) ?? []) {
      const { key: ProcessDefinitionKey, element: ActivityId } = trigger;
      if (trigger.isInactive) {
        logSkipped(unit, command, [trigger]);
        continue;
      }
      const verdict = evaluate(unit, trigger, command.variables);
      if (typeof verdict === 'string') {
        errors.push(`${ProcessDefinitionKey}:${ActivityId}: ${verdict}`);
        // the message may contain a variable's value, which must not be logged (docs/contributing/spec/observability.md#never-logged)
        const ErrorMessage = 'the condition cannot be evaluated';
        unit.log(command, 'start-condition-failed', { ProcessDefinitionKey, ActivityId, ErrorMessage });
      } else if (!verdict) unit.log(command, 'start-condition-false', { ProcessDefinitionKey, ActivityId });
      else startedInstanceIds.push(startAt(unit, command, trigger, command.variables, null));
    }
    return done<'EvaluateConditions'>({ startedInstanceIds, errors });
  },
};

/** A string is the error message. */
function evaluate(
  unit: UnitOfWork,
  { definitionId, element, definition, condition }: StartTriggerRow,
  variables: Variables,
): boolean | string {
  const start = unit.loaded.models.get(definitionId)?.elements.get(element);
  const trigger = start === undefined ? undefined : (catchesOf(start)[definition] as ConditionalCatch | undefined);
  if (trigger === undefined) return 'the condition no longer exists';
  const reader: VariableReader = {
    get: (name) => (Object.hasOwn(variables, name) ? variables[name] : undefined),
    all: () => variables,
  };
  const { now, evaluator, guid } = unit.context;
  const info = {
    instanceId: definitionId,
    businessId: null,
    activityId: element,
    now,
    newGuid: () => guid(START_CONDITION_NAMESPACE, element),
  };
  const result = evaluator.evaluate(trigger.condition, reader, info);
  const value = observed(result);
  if (typeof value === 'boolean') return value;
  return result.ok ? `'${condition}': the result must be true or false` : result.reason;
}
