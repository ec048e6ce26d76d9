import type { RepeatOf, Tries } from '../events/incident-events.ts';
import type { Failure } from '../failures.ts';
import { type EventSubProcessModel, elementOf } from '../model.ts';
import { scopeEnded } from '../running/cancellations.ts';
import type { ActivationExtra, Run } from '../running/run.ts';
import type { ActivityInstance } from '../state.ts';
import { noVariables } from '../values.ts';
import { activateWithInputs } from './activation.ts';
import { cancelInside, endCompensationRunsOf } from './cancellation.ts';
import { countersOf } from './mapping.ts';
import { openHandler } from './open-scope.ts';
import { activationFieldsOf, beginIteration, startActivityInstance } from './start-activity-instance.ts';
import { unsubscribeActivityInstance } from './subscriptions.ts';
import { closeLocal } from './variable-scope.ts';

/** Failure with earlier attempts. */
interface Failed extends Failure, Tries {
  readonly isRecorded?: true;
}

/** Its token enters the element again, with newly mapped inputs and new boundary subscriptions (docs/contributing/spec/incidents.md#what-is-repeated). */
export function reenter(
  run: Run,
  old: ActivityInstance,
  { code, message, cause, incident, count, since, isRecorded }: Failed,
  how: RepeatOf<'enter'>,
): void {
  const element = elementOf(run.model, old.element);
  cancelInside(run, old, scopeEnded);
  endCompensationRunsOf(run, old.ordinal, scopeEnded);
  unsubscribeActivityInstance(run, old.ordinal);
  const { ordinal: entry, elementType, since: entered, scope, race, compensates } = old;
  run.emit({
    type: 'ElementFailed',
    ...{ entry, element: element.id, elementType, since: entered, code, message, cause },
    ...(isRecorded && { isRecorded }),
  });
  const variableScope = closeLocal(run, old.variableScope);
  const at = {
    flow: null,
    scope,
    variableScope,
    ...(race === null ? {} : { race }),
    ...(compensates === null ? {} : { compensates }),
  };
  const extra = {
    ...activationFieldsOfReplacement(run, old),
    again: { incident, count, since },
    ...(how.trigger === undefined ? {} : { trigger: how.trigger }),
  };
  if (old.loop !== null) {
    startActivityInstance(run, element, run.activate(element, at, extra));
    return;
  }
  const { entry: replacement, failure } = activateWithInputs(run, element, at, extra, countersOf(run, old));
  if (failure !== undefined) run.fail(replacement, replacement.variableScope, failure, how);
  else if (replacement.index !== null) beginIteration(run, replacement);
  else if (run.behaviours[element.type].actsForItsScope)
    openHandler(run, element as EventSubProcessModel, replacement, how.payload ?? noVariables(), how.trigger);
  else startActivityInstance(run, element, replacement);
}

function activationFieldsOfReplacement(run: Run, { element, index, loop, isHost }: ActivityInstance): ActivationExtra {
  const model = elementOf(run.model, element);
  if (index !== null) return { index, ...(isHost ? { host: true as const } : {}) };
  return loop === null ? { ...(isHost ? { host: true as const } : {}) } : activationFieldsOf(run, model);
}
