import type { HandledLetter, LetterEnd, LetterObstacle } from '../messages/dead-letters.ts';

/** Why a dead letter cannot be retried (docs/contributing/spec/http/dead-letters.md#refused-retries). */
export const OBSTACLES: Readonly<Record<LetterObstacle, string>> = {
  'caller-notified': 'its caller was notified that the called process could not be started, and has gone on',
  'nobody-waits': 'whoever asked for locks does not wait for them any more',
  'timer-gone': 'nothing waits for this timer any more',
  'instance-gone': 'its instance does not exist',
  'instance-ended': 'its instance has ended',
};

/** State of a dead letter. */
export const ENDS: Readonly<Record<LetterEnd, string>> = {
  CarriedOut: 'was carried out',
  Refused: 'was carried out and refused by the rules',
  Dropped: 'was dropped',
};

type Subject = Pick<HandledLetter, 'kind' | 'instanceId' | 'processKey'>;

/** Effect of dropping a dead letter (docs/contributing/spec/http/dead-letters.md#consequences-of-dropping). */
export function consequenceOf({ kind, instanceId, processKey }: Subject): string {
  switch (kind) {
    case 'ApplyMail':
      return `Instance ${instanceId} is never notified of this, and may wait for it for ever. Look at the instance, and cancel it if need be.`;
    case 'FireTimer':
      return instanceId === null
        ? `The schedule of process '${processKey}' stays stopped until the process is deployed or enabled again.`
        : `The timer never fires. Instance ${instanceId} waits until something else ends the wait.`;
    case 'StartChild':
      return 'Nothing further: the call activity has failed already.';
    case 'StartTriggered':
      return `The instance of process '${processKey}' is not started.`;
    case 'DeliverToSubscriptions':
      return 'The instances that have not received the message or signal yet do not receive it, and go on waiting.';
    case 'CompleteCustomTask':
    case 'FailCustomTask':
      return 'The result of this attempt is lost. The custom task is attempted again when its lock has run out.';
    default:
      return 'The command is never carried out. Nothing of it was done.';
  }
}
