import type { EngineEvent } from '../../../../engine/events.ts';
import { repairTexts } from '../../texts/repairs.ts';

/** Why something failed, in a sentence; undefined: the journal does not say. */
export function causeOf(event: EngineEvent | undefined): string | undefined {
  if (event?.type !== 'ElementFailed' && event?.type !== 'IncidentRaised' && event?.type !== 'InstanceFailed') return undefined;
  let cause = event.cause;
  while (cause !== undefined && 'of' in cause && cause.of !== undefined) cause = cause.of;
  // of kinds that a later release may add nothing is said
  return cause === undefined ? undefined : repairTexts.causes[cause.kind];
}
