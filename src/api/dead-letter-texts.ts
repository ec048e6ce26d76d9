import type { HandledLetter, LetterEnd, LetterObstacle } from '../messages/dead-letters.ts';

/** Why a dead letter cannot be retried (docs/contributing/spec/incidents.md#refused-retries). */
export const OBSTACLES: Readonly<Record<LetterObstacle, string>> = {
  'caller-notified': 'the calling instance was notified that the called process could not be started, and has continued',
  'nobody-waits': 'the fetch-and-lock request that caused it has ended',
  'timer-gone': 'no instance waits for this timer',
  'instance-gone': 'its instance does not exist',
  'instance-ended': 'its instance has ended',
};

export const ENDS: Readonly<Record<LetterEnd, string>> = {
  CarriedOut: 'was retried',
  Refused: 'was retried, and the retry was rejected',
  Dropped: 'was discarded',
};

type Subject = Pick<HandledLetter, 'kind' | 'instanceId' | 'processKey'>;

/** Effect of discarding it (docs/contributing/spec/incidents.md#consequences-of-dropping). */
export function consequenceOf({ kind, instanceId, processKey }: Subject): string {
  switch (kind) {
    case 'ApplyMail':
      return `Instance ${instanceId} is never notified of this and may wait forever. Check the instance, and cancel it if necessary.`;
    case 'FireTimer':
      return instanceId === null
        ? `The schedule of process '${processKey}' stays stopped until the process is deployed or enabled again.`
        : `The timer never fires. Instance ${instanceId} waits until something else ends the wait.`;
    case 'StartChild':
      return 'None: the call activity has already failed.';
    case 'StartTriggered':
      return `The instance of process '${processKey}' is not started.`;
    case 'DeliverToSubscriptions':
      return 'Instances that have not received the message or signal do not receive it and continue to wait.';
    case 'DeliverBuffered':
      return 'Sluice tries to deliver the waiting messages again until they expire.';
    case 'PlaceMessage':
      return 'Receivers in the first database do not receive the message. Without a receiver in another database it waits for a later one.';
    case 'CompleteCustomTask':
    case 'FailCustomTask':
      return 'The result of this attempt is lost. The custom task is retried after its lock expires.';
    default:
      return 'The command is never run. It has changed nothing.';
  }
}
