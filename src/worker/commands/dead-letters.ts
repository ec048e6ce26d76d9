import type { CommandKind, CommandRejection } from '../../messages/commands.ts';
import type { HandledLetters, LetterSelection } from '../../messages/dead-letters.ts';
import type { FoundLetter } from '../../store/letters.ts';
import { requeueLetter } from '../effects/execute-effects.ts';
import type { ChangeOrigin } from '../unit-of-work/change-origin.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import { type CommandHandler, done, rejected } from './command-handler.ts';

/** Rejects one selected letter that cannot be retried; of several, skips and counts those (docs/contributing/spec/reliability.md#retried-letters). */
export const retryDeadLetters: CommandHandler<'RetryDeadLetters'> = {
  needs: ({ selection }) => ({ letters: { selection, isForRetry: true } }),
  handle(unit, command) {
    const refusal = refusalOf(unit, command, retryRejection);
    if (refusal !== undefined) return rejected(refusal);
    return done<'RetryDeadLetters'>(handleAll(unit, command, (letter) => retry(unit, command, letter)));
  },
};

/** Discarded letters stay readable for a while (docs/contributing/spec/reliability.md#dropped-letters). Rejects only one selected letter. */
export const dropDeadLetters: CommandHandler<'DropDeadLetters'> = {
  needs: ({ selection }) => ({ letters: { selection, isForRetry: false } }),
  handle(unit, command) {
    const refusal = refusalOf(unit, command, dropRejection);
    if (refusal !== undefined) return rejected(refusal);
    const { reason, actor } = command;
    const drop = ({ letterId, kind: CommandKind }: FoundLetter) => {
      unit.letters.end({ letterId, outcome: 'Dropped', actor, reason });
      const properties = { CommandKind, CommandId: letterId, Reason: reason, ...(actor !== undefined && { Actor: actor }) };
      unit.log(command, 'dead-letter-dropped', properties);
    };
    return done<'DropDeadLetters'>(handleAll(unit, command, drop));
  },
};

type LetterCommand = ChangeOrigin & {
  readonly kind: CommandKind;
  readonly selection: LetterSelection;
  readonly isDryRun?: boolean;
};
type Judge = (letter: FoundLetter) => CommandRejection | undefined;

/** Rejects only a command for one letter; commands for many skip those that do not match. */
function refusalOf(unit: UnitOfWork, { id, selection }: LetterCommand, judge: Judge): CommandRejection | undefined {
  if (!('letterId' in selection)) return undefined;
  const { letterId } = selection;
  const [letter] = unit.loaded.letters.get(id)?.letters ?? [];
  if (letter === undefined) return { code: 'DEAD_LETTER_NOT_FOUND', letterId };
  if (unit.letters.isHandled(letterId)) return busy(letter, unit);
  return judge(letter);
}

/** Skips letters that another command of the command batch has handled. */
function handleAll(
  unit: UnitOfWork,
  { id, isDryRun = false }: LetterCommand,
  handle: (letter: FoundLetter) => void,
): HandledLetters {
  const { letters: found = [], remaining = 0, refused = 0 } = unit.loaded.letters.get(id) ?? {};
  const free = found.filter(({ letterId }) => !unit.letters.isHandled(letterId));
  if (!isDryRun) for (const letter of free) handle(letter);
  const letters = free.map(({ letterId, kind, instanceId, processKey, parkedAt }) => {
    return { letterId, kind, instanceId, processKey, parkedAt };
  });
  return { letters, remaining, refused };
}

function busy({ letterId }: FoundLetter, { context }: UnitOfWork): CommandRejection {
  return { code: 'DEAD_LETTER_RETRYING', letterId, at: new Date(context.now).toISOString(), by: null };
}

function retryRejection({
  letterId,
  status,
  obstacle,
  retriedAt,
  retriedBy,
  endedAt,
}: FoundLetter): CommandRejection | undefined {
  if (endedAt !== null && status !== 'Parked' && status !== 'Retrying')
    return { code: 'DEAD_LETTER_ENDED', letterId, end: status, at: endedAt };
  if (obstacle !== null && obstacle !== 'ended') return { code: 'DEAD_LETTER_NOT_RETRYABLE', letterId, obstacle };
  if (status === 'Retrying') return { code: 'DEAD_LETTER_RETRYING', letterId, at: retriedAt ?? '', by: retriedBy };
  return undefined;
}

/** A requeued letter may be running; it can be discarded only if nothing is left to run. */
function dropRejection(letter: FoundLetter): CommandRejection | undefined {
  const refusal = retryRejection(letter);
  return refusal?.code === 'DEAD_LETTER_NOT_RETRYABLE' && mayBeDropped(letter) ? undefined : refusal;
}

function mayBeDropped({ status, obstacle }: FoundLetter): boolean {
  return status === 'Parked' || obstacle === 'timer-gone';
}

function retry(unit: UnitOfWork, { actor, ...origin }: ChangeOrigin, letter: FoundLetter): void {
  const { letterId, kind: CommandKind, attempts: Attempt } = letter;
  requeueLetter(unit, letter);
  unit.letters.retried.push({ letterId, actor });
  const properties = { CommandKind, CommandId: letterId, Attempt: Attempt + 1, ...(actor !== undefined && { Actor: actor }) };
  unit.log(origin, 'dead-letter-retried', properties);
}
