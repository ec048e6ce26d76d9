import type { FailureCause } from '../../../../engine/causes.ts';
import type { EngineEvent } from '../../../../engine/events.ts';

const WORDS: Readonly<Record<FailureCause['kind'], string>> = {
  noWayOut: 'No condition of the gateway was true, and it has no default flow.',
  stepLimit: 'The run took too many steps.',
  sizeLimit: 'A limit was reached.',
  causationLimit: 'Messages, signals or calls followed from each other without end.',
  text: 'An expression or a script could not be evaluated.',
  result: 'A value cannot be used at its place.',
  mapping: 'Its inputs or outputs could not be mapped.',
  condition: 'The condition of an event could not be evaluated.',
  correlationMissing: 'The value that a message is waited for by is missing.',
  iteration: 'One of its iterations failed.',
  hazard: 'An error left a transaction.',
  givenByCaller: 'Whoever did the task reported it.',
  givenByPlugin: 'The worker reported it.',
  calledInstance: 'The instance that it called failed.',
};

/** Why something failed, in a sentence; undefined: the journal does not say. */
export function causeOf(event: EngineEvent | undefined): string | undefined {
  if (event?.type !== 'ElementFailed' && event?.type !== 'IncidentRaised' && event?.type !== 'InstanceFailed') return undefined;
  let cause = event.cause;
  while (cause !== undefined && 'of' in cause && cause.of !== undefined) cause = cause.of;
  // of kinds that a later release may add nothing is said
  return cause === undefined ? undefined : WORDS[cause.kind];
}
