import type { Announcement, CommandBatch } from '../../messages/command-batch.ts';
import { factsOf } from '../../messages/command-facts.ts';
import type { Command, CommandRejection, Reply } from '../../messages/commands.ts';
import { MAX_POSITION_LENGTH, type PositionMark, writePosition } from '../../requests/position.ts';
import type { EventAddress } from '../../store/address-locks.ts';
import type { InboxRow } from '../../store/inbox.ts';
import { rejected } from '../commands/command-handler.ts';
import { refusalOfLimits } from '../commands/key-limits.ts';
import { handle, prepare } from '../commands/registry.ts';
import type { LoadContext } from '../loading/load-context.ts';
import { loadRows } from '../loading/load-rows.ts';
import { loadSent } from '../loading/sent-commands.ts';
import { pausePoint } from '../pause-points.ts';
import type { ChangeOrigin, TraceOf } from '../unit-of-work/change-origin.ts';
import { MAX_SHARED_RUN_MS, TimeSlices, yieldToEventLoop } from '../unit-of-work/run-budget.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import { archiveRemoved } from './archive-removed.ts';
import { auditEntryOf } from './audit-entry.ts';
import { SlowCommandBatch } from './time-budget.ts';
import type { TransactionFacts, TransactionTools } from './tools.ts';
import { type Deciding, type Loaded, type Script, transact } from './transact.ts';
import { WrongInstallation } from './wrong-installation.ts';

/** Computing time of a batch after which its commands are run separately. */
const SLOW_MS = 5000;

export interface CommittedCommandBatch {
  readonly announcements: readonly Announcement[];
  readonly unit: UnitOfWork;
  /** sender whose commands this transaction ran: wake-up signals during it were skipped, so it must check again */
  readonly drained: string | undefined;
  /** time that threads have evaluated texts */
  readonly threadMs: number;
}

interface CommandBatchWork extends Loaded {
  /** a `DrainSender` is replaced by the commands of its sender */
  readonly commandBatch: CommandBatch;
  /** replies on record, by command id */
  readonly record: Map<string, InboxRow>;
  readonly senderId: string | undefined;
  /** commands that are dead letters, with the digest of their client's request */
  readonly letters: ReadonlyMap<string, string | null>;
}

/**
 * Route, lock, clock and inbox, decide, write, commit (docs/contributing/architecture.md#the-transaction). Rejects if rolled back, for example with
 * SlowCommandBatch; `resultOf` classifies the errors.
 */
export async function runCommandBatch(
  tools: TransactionTools,
  given: CommandBatch,
  facts: TransactionFacts = {},
): Promise<CommittedCommandBatch> {
  if (given.commands.length > 1 && given.commands.some((command) => factsOf(command).isAlone))
    throw new SlowCommandBatch(`command batch ${given.id} is run one command at a time`);
  const preparation = { reader: tools.models.reader, branchVariables: tools.branchVariables };
  for (const command of given.commands) {
    const prepared = prepare(command, preparation);
    if (prepared !== undefined) await prepared;
  }
  const traceOf = traceOfAll(facts, given);
  const script: Script<CommandBatchWork, readonly Announcement[]> = {
    load: (loading, opened) => loadCommandBatch({ ...tools, traceOf }, given, loading, opened),
    decide: async (deciding, found) => {
      const announcements = await decideAll(tools, deciding, found);
      await archiveRemoved(tools, deciding);
      return announcements;
    },
  };
  const { work, unit, result, threadMs } = await transact(tools, script, facts);
  await pausePoint('after-commit', work.commandIds);
  return { announcements: result, unit, drained: work.senderId, threadMs };
}

async function loadCommandBatch(
  tools: TransactionTools & { readonly traceOf: TraceOf | undefined },
  given: CommandBatch,
  loading: LoadContext,
  opened: readonly EventAddress[],
): Promise<CommandBatchWork> {
  const [first] = given.commands;
  const sent = first?.kind === 'DrainSender' ? await loadSent(loading.connection, first, tools.shards !== undefined) : undefined;
  const commandBatch = sent === undefined ? given : { ...given, commands: sent.commands };
  const { rows, inbox } = await loadRows(loading, commandBatch.commands, opened);
  const { now, known, installation, letters } = inbox;
  if (installation !== tools.installation) throw new WrongInstallation();
  return {
    rows: { ...rows, keepsEvaluations: tools.keepsEvaluations === true },
    now,
    surroundings: { traceOf: tools.traceOf, places: sent?.places, log: tools.log },
    commandIds: commandBatch.commands.map(({ id }) => id),
    commandBatch,
    record: new Map(known.map((row) => [row.commandId, row])),
    senderId: sent?.senderId,
    letters,
  };
}

/** Commands of a sender belong to the trace of the `DrainSender`. */
function traceOfAll({ traceOf }: TransactionFacts, { commands: [first] }: CommandBatch): TraceOf | undefined {
  return first?.kind === 'DrainSender' ? () => traceOf?.(first.id) : traceOf;
}

/**
 * Step 4: decides the commands with their effects, one by one. A command on record, or repeated in this batch, gets its recorded reply. `DrainMailbox` and
 * `DeliverBuffered` have no inbox row: they delete the rows that they apply.
 */
async function decideAll(
  { models, log, batchMaking, maxSharedRunMs = MAX_SHARED_RUN_MS }: TransactionTools,
  { unit, budget, transaction, executeEffects }: Deciding,
  { commandBatch, record, letters }: CommandBatchWork,
): Promise<readonly Announcement[]> {
  const announcements: Announcement[] = [];
  const access = { connection: transaction, models, log, ...(batchMaking !== undefined && { batchMaking }) };
  if (commandBatch.replyTo !== null && commandBatch.commands.length > 1) unit.maxSharedRunMs = maxSharedRunMs;
  for (const command of commandBatch.commands) {
    if (commandBatch.replyTo === null) unit.followUps.markDone(command.id);
    const recorded = record.get(command.id);
    if (recorded !== undefined) {
      if (letters.has(command.id)) endLetter(unit, command, recorded.reply);
      unit.log(command, 'repeated-command-answered', { CommandId: command.id });
      announcements.push(announceRecorded(recorded, command, commandBatch));
      continue;
    }
    if (budget.isSlow || unit.computedMs > SLOW_MS)
      throw new SlowCommandBatch(`command batch ${commandBatch.id} is run one command at a time`);
    if (budget.isSliceOver) {
      await yieldToEventLoop(transaction, 0);
      budget.beginSlice();
    }
    budget.beginCommand({ key: '', commandId: command.id });
    const begun = unit.journal.length;
    const refusal = refusalOfLimits(unit, command);
    const handled = refusal === undefined ? handle(unit, command, access) : rejected(refusal);
    const deciding =
      'next' in handled ? await new TimeSlices((ms) => yieldToEventLoop(transaction, ms)).through(handled) : handled;
    budget.endCommand();
    const decided = await deciding; // statements of the command are not computing time
    if (unit.hasEffects) await executeEffects();
    const reply = withPosition(decided, command.id, unit.context.now, [...unit.journal.from(begun), ...unit.removals.marks]);
    const row = {
      commandId: command.id,
      fingerprint: fingerprintOf(commandBatch, command.id) ?? letters.get(command.id) ?? null,
      kind: command.kind,
      reply,
      act: auditEntryOf(unit, command, reply),
    };
    if (command.kind !== 'DrainMailbox' && command.kind !== 'DeliverBuffered') unit.reply(row);
    if (letters.has(command.id)) endLetter(unit, command, reply);
    record.set(command.id, row);
    announcements.push({ commandId: command.id, outcome: 'done', reply });
  }
  const done = unit.followUps.doneIds.filter((id) => letters.has(id));
  for (const id of done) endLetter(unit, { id, kind: 'ApplyMail' }, { ok: true });
  return announcements;
}

/**
 * Adds the consistency token (docs/contributing/spec/http.md#service-position). It is stored with the reply, so a repeat gets the same one. A token that is
 * too long names the command instead, and the reply stores the full token.
 */
function withPosition(reply: Reply, commandId: string, now: number, written: readonly PositionMark[]): Reply {
  if (!reply.ok || written.length === 0) return reply;
  const position = writePosition({ issuedAt: now, marks: lastRows(written) });
  if (position.length <= MAX_POSITION_LENGTH) return { position, ...reply };
  return { ...reply, position: writePosition({ issuedAt: now, commandId }), reached: position };
}

/** Last row of each event history: it includes the rows before it. */
function lastRows(written: readonly PositionMark[]): readonly PositionMark[] {
  return written.length === 1 ? written : [...new Map(written.map((row) => [row.subjectId, row])).values()];
}

/** An operator or the client has sent the command again. */
function endLetter(
  unit: UnitOfWork,
  { id: letterId, kind: CommandKind }: ChangeOrigin,
  reply: { readonly ok: true } | { readonly ok: false; readonly rejection: CommandRejection },
): void {
  if (unit.letters.hasEnded(letterId)) return;
  const reason = reply.ok ? undefined : reply.rejection.code;
  unit.letters.end({ letterId, outcome: reply.ok ? 'CarriedOut' : 'Refused', actor: undefined, reason });
  const properties = { CommandKind, CommandId: letterId, Outcome: reason ?? 'done' };
  unit.log({ id: letterId, kind: CommandKind }, 'dead-letter-carried-out', properties);
}

/** The reply to a command of another kind is a conflict. */
export function announceRecorded(recorded: InboxRow, { id, kind }: Command, commandBatch: CommandBatch): Announcement {
  const { fingerprint: stored, kind: storedKind = kind, reply } = recorded;
  const fingerprint = fingerprintOf(commandBatch, id);
  const isOther = (stored !== null && fingerprint !== null && stored !== fingerprint) || storedKind !== kind;
  return isOther ? { commandId: id, outcome: 'conflict' } : { commandId: id, outcome: 'replayed', reply };
}

function fingerprintOf({ fingerprints }: CommandBatch, commandId: string): string | null {
  return fingerprints?.[commandId] ?? null;
}
