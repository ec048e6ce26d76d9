import type { EngineCommand } from '../../engine/commands.ts';
import type { Variables } from '../../engine/values.ts';
import { nameBasedId } from '../../platform/ids.ts';
import type { StartTriggerRow } from '../../store/start-triggers.ts';
import type { ChangeOrigin } from '../unit-of-work/change-origin.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import { startEventOf } from './start-registrations.ts';

/** `variables`: payload, for the root scope. @returns the instance id */
export function startAt(
  unit: UnitOfWork,
  origin: ChangeOrigin,
  trigger: StartTriggerRow,
  variables: Variables,
  businessId: string | null,
): string {
  const { definitionId, element, key, definition } = trigger;
  const instanceId = nameBasedId(origin.id, `${key}:${element}:${definition}`);
  const started = { ProcessDefinitionKey: key, WorkflowInstanceId: instanceId };
  unit.log(origin, 'start-event-fired', { ...startEventOf(trigger), WorkflowInstanceId: instanceId });
  if (trigger.kind === 'timer') unit.log(origin, 'schedule-fired', started);
  try {
    startInstanceAt(unit, origin, { instanceId, definitionId, element, variables, businessId });
  } catch (error) {
    throw new FailedStart(trigger, error as Error);
  }
  return instanceId;
}

/** Internal error or damaged model. Message and stack are those of the cause. */
export class FailedStart extends Error {
  override readonly name = 'FailedStart';
  readonly trigger: StartTriggerRow;

  constructor(trigger: StartTriggerRow, cause: Error) {
    super(cause.message, { cause });
    this.stack = cause.stack ?? cause.message;
    this.trigger = trigger;
  }
}

export function startInstanceAt(
  unit: UnitOfWork,
  origin: ChangeOrigin,
  start: { instanceId: string; definitionId: string; element: string; variables: Variables; businessId: string | null },
): void {
  const { instanceId, definitionId, element: startElement, variables, businessId } = start;
  const version = Number(definitionId.split(':').at(-2));
  const command: EngineCommand = {
    type: 'StartInstance',
    instanceId,
    definitionId,
    version,
    businessId,
    variables,
    startElement,
  };
  unit.decide(origin, unit.newInstance(instanceId, definitionId), command);
}
