import type { Command } from '../../messages/commands.ts';
import type { ParkedMail, ParkedTimer } from '../../store/dead-letters.ts';
import type { StartPlace } from '../../store/letter-changes.ts';
import type { FoundLetter } from '../../store/letter-selection.ts';
import type { SubscriptionAddress } from '../../store/subscriptions.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';

/** Requeues a dead letter at its earlier place: a command in the outbox, mail in its mailbox; a timer may fire again. */
export function requeueLetter(unit: UnitOfWork, { command: text, senderId, position }: FoundLetter): void {
  const parked = JSON.parse(text) as Command | ParkedMail | ParkedTimer;
  const place = position ?? undefined;
  if (parked.kind === 'FireTimer') release(unit, parked);
  else if (parked.kind === 'ApplyMail') {
    const { id, instanceId: targetId, mail: command, causation, actor } = parked as ParkedMail;
    unit.followUps.requeueMail({ id, targetId, command, causation, actor, position: place });
  } else {
    unit.followUps.requeue(
      parked as Command,
      senderId === null ? undefined : { senderId, ...(place !== undefined && { position: place }) },
    );
  }
}

function release({ rows }: UnitOfWork, timer: ParkedTimer): void {
  if (timer['instanceId'] === undefined) rows.releasedStarts.push(timer as unknown as StartPlace);
  else rows.releasedTimers.push(timer as unknown as SubscriptionAddress);
}
