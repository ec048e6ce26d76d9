import type { EngineEvent } from '../../../../engine/events.ts';
import { repairTexts } from '../../texts/repairs.ts';

/** Returns the reason of a failure as a sentence; undefined if the event history does not contain it. */
export function causeOf(event: EngineEvent | undefined): string | undefined {
  if (event?.type !== 'ElementFailed' && event?.type !== 'IncidentRaised' && event?.type !== 'InstanceFailed') return undefined;
  let cause = event.cause;
  while (cause !== undefined && 'of' in cause && cause.of !== undefined) cause = cause.of;
  // kinds of later releases have no text
  return cause === undefined ? undefined : repairTexts.causes[cause.kind];
}
