import type { EngineEvent } from '../../../../engine/events.ts';
import { repairTexts } from '../../texts/repairs.ts';

/** Reason for users. Undefined: not in the event history. */
export function causeOf(event: EngineEvent | undefined): string | undefined {
  if (event?.type !== 'ElementFailed' && event?.type !== 'IncidentRaised' && event?.type !== 'InstanceFailed') return undefined;
  let cause = event.cause;
  while (cause !== undefined && 'of' in cause && cause.of !== undefined) cause = cause.of;
  // unknown kinds, of later releases
  return cause === undefined ? undefined : repairTexts.causes[cause.kind];
}
