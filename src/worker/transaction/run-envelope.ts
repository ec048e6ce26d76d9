import type { Command, CommandKind, CommandRejection } from '../../messages/commands.ts';
import type { Announcement, Envelope } from '../../messages/envelope.ts';
import type { EventAddress } from '../../store/address-locks.ts';
import { type InboxRow, type OpenedInbox, openInbox } from '../../store/inbox.ts';
import { lockForRemoteWorkers } from '../custom-tasks/lock-for-remote-workers.ts';
import { rejected } from '../handlers/command-handler.ts';
import { refusalOfLimits } from '../handlers/key-limits.ts';
import { handle, prepare } from '../handlers/registry.ts';
import { carryOutBatchCommands } from '../loading/batch-commands.ts';
import { idsOf, loadRows } from '../loading/load-rows.ts';
import type { Loading } from '../loading/loading.ts';
import { workOf } from '../loading/sent-commands.ts';
import { carryOutWebhookCommands } from '../loading/webhook-commands.ts';
import { pausePoint } from '../pause-points.ts';
import type { ChangeOrigin, TraceOf } from '../unit-of-work/change-origin.ts';
import { letOthersWork } from '../unit-of-work/let-others-work.ts';
import { Turns } from '../unit-of-work/turns.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import { archiveRemoved } from './archive-removed.ts';
import { auditEntryOf } from './audit-entry.ts';
import { withPosition } from './reply-position.ts';
import { SlowEnvelope } from './time-budget.ts';
import type { TransactionTools } from './tools.ts';
import { type Deciding, type Loaded, transact } from './transact.ts';
import { WrongInstallation } from './wrong-installation.ts';

/** Commands of an envelope whose runs have computed for longer together do not keep the others waiting any more. Unit: ms. */
const SLOW_MS = 5000;

/** A run that computes for longer does not keep clients waiting whose commands were gathered with its own. Unit: ms. */
const PATIENCE_MS = 50;

/** What deletes is carried out alone: what else the envelope would do was looked up before. */
const ALONE: ReadonlySet<CommandKind> = new Set<CommandKind>([
  'DeleteDefinition',
  'DeleteDecision',
  'DeleteInstance',
  'EraseInstances',
  'CreateBatch',
]);

/** A committed envelope. */
export interface CommittedEnvelope {
  readonly announcements: readonly Announcement[];
  readonly unit: UnitOfWork;
  /** the sender whose commands this transaction alone carried out: a nudge that came meanwhile has left it to this one */
  readonly drained: string | undefined;
  /** how long threads have evaluated texts of its commands; unit: ms */
  readonly threadMs: number;
}

/** What an envelope has found and locked. */
interface EnvelopeWork extends Loaded {
  /** with the commands of a sender in place of a `DrainSender` */
  readonly envelope: Envelope;
  /** replies on record, by command id */
  readonly record: Map<string, InboxRow>;
  readonly senderId: string | undefined;
  /** commands of it that are dead letters, with the digest of their client's request */
  readonly letters: ReadonlyMap<string, string | null>;
}

/** One envelope, one transaction: route, lock, clock and inbox, decide, write, commit (docs/contributing/architecture.md#the-transaction). */
export async function runEnvelope(tools: TransactionTools, given: Envelope): Promise<CommittedEnvelope> {
  if (given.commands.length > 1 && given.commands.some(({ kind }) => ALONE.has(kind)))
    throw new SlowEnvelope(`envelope ${given.id} is run one command at a time`);
  const preparation = { reader: tools.models.reader, branchVariables: tools.branchVariables };
  for (const command of given.commands) {
    const prepared = prepare(command, preparation);
    if (prepared !== undefined) await prepared;
  }
  const { work, unit, result, threadMs } = await transact(tools, {
    load: (loading, opened) => loadEnvelope(tools, given, loading, opened),
    decide: async (deciding, found) => {
      const announcements = await decideAll(deciding, found, tools.patienceMs ?? PATIENCE_MS);
      await archiveRemoved(tools, deciding);
      return announcements;
    },
  });
  await pausePoint('after-commit', work.commandIds);
  return { announcements: result, unit, drained: work.senderId, threadMs };
}

async function loadEnvelope(
  tools: TransactionTools,
  given: Envelope,
  loading: Loading,
  opened: readonly EventAddress[],
): Promise<EnvelopeWork> {
  const { connection: transaction } = loading;
  const { envelope, places, senderId } = await workOf(transaction, given);
  const { commands } = envelope;
  const commandIds = idsOf(commands);
  let early: Promise<OpenedInbox> | undefined;
  const found = await loadRows(loading, commands, opened, () => {
    early = openInbox(transaction, commandIds);
    early.catch(() => {}); // its failure is that of the transaction, which is told where it is waited for
  });
  const mail = found.mailbox.map(({ id }) => id);
  const { now, known, installation, letters, suspendedKeys } = await (early ?? openInbox(transaction, commandIds, mail));
  if (installation !== tools.installation) throw new WrongInstallation();
  const record = new Map(known.map((row) => [row.commandId, row]));
  const lockedTasks = await lockForRemoteWorkers({ ...tools, connection: transaction }, commands, record);
  const surroundings = { lockedTasks, traceOf: traceOfAll(tools, given), places, log: tools.log };
  const batches = await carryOutBatchCommands(transaction, tools.batchMaking, commands, record);
  const webhooks = await carryOutWebhookCommands(transaction, commands, record);
  const rows = { suspendedKeys, keepsEvaluations: tools.keepsEvaluations === true, ...found, batches, webhooks };
  return { rows, now, surroundings, commandIds, envelope, record, senderId, letters };
}

/** Commands of a sender belong to the trace of the nudge that caused this transaction. */
function traceOfAll({ traceOf }: TransactionTools, { commands: [first] }: Envelope): TraceOf | undefined {
  return first?.kind === 'DrainSender' ? () => traceOf?.(first.id) : traceOf;
}

/**
 * Step 4, command by command, each with its effects. A command on record is answered from it and not decided again, also when it stands twice in
 * this envelope. A `DrainMailbox` has no row in the inbox: the rows it carries out are removed.
 */
async function decideAll(
  { unit, budget, transaction, carryOutEffects }: Deciding,
  { envelope, record, letters }: EnvelopeWork,
  patienceMs: number,
): Promise<readonly Announcement[]> {
  const announcements: Announcement[] = [];
  if (envelope.replyTo !== null && envelope.commands.length > 1) unit.patienceMs = patienceMs;
  for (const command of envelope.commands) {
    if (envelope.replyTo === null) unit.followUps.markDone(command.id);
    const recorded = record.get(command.id);
    if (recorded !== undefined) {
      if (letters.has(command.id)) endLetter(unit, command, recorded.reply);
      unit.log(command, 'repeated-command-answered', { CommandId: command.id });
      announcements.push(announceRecorded(recorded, command, envelope));
      continue;
    }
    if (budget.isSlow || unit.computedMs > SLOW_MS)
      throw new SlowEnvelope(`envelope ${envelope.id} is run one command at a time`);
    if (budget.isTurnOver) {
      await letOthersWork(transaction, 0);
      budget.beginTurn();
    }
    budget.beginCommand({ key: '', commandId: command.id });
    const begun = unit.journal.length;
    const refusal = refusalOfLimits(unit, command);
    const handled = refusal === undefined ? handle(unit, command) : rejected(refusal);
    const decided = 'next' in handled ? await new Turns((ms) => letOthersWork(transaction, ms)).through(handled) : handled;
    budget.endCommand();
    await carryOutEffects();
    const reply = withPosition(decided, command.id, unit.context.now, [...unit.journal.from(begun), ...unit.removals.marks]);
    const row = {
      commandId: command.id,
      fingerprint: fingerprintOf(envelope, command.id) ?? letters.get(command.id) ?? null,
      kind: command.kind,
      reply,
      act: auditEntryOf(unit, command, reply),
    };
    if (command.kind !== 'DrainMailbox') unit.reply(row);
    if (letters.has(command.id)) endLetter(unit, command, reply);
    record.set(command.id, row);
    announcements.push({ commandId: command.id, outcome: 'done', reply });
  }
  const done = unit.followUps.doneIds.filter((id) => letters.has(id));
  for (const id of done) endLetter(unit, { id, kind: 'ApplyMail' }, { ok: true });
  return announcements;
}

/** Whoever has sent it, an operator or its client once more: it is a dead letter no longer. */
function endLetter(
  unit: UnitOfWork,
  { id: letterId, kind: CommandKind }: ChangeOrigin,
  reply: { readonly ok: true } | { readonly ok: false; readonly rejection: CommandRejection },
): void {
  if (unit.followUps.letters.hasEnded(letterId)) return;
  const reason = reply.ok ? undefined : reply.rejection.code;
  unit.followUps.letters.end({ letterId, outcome: reply.ok ? 'CarriedOut' : 'Refused', actor: undefined, reason });
  const properties = { CommandKind, CommandId: letterId, Outcome: reason ?? 'done' };
  unit.log({ id: letterId, kind: CommandKind }, 'dead-letter-carried-out', properties);
}

/** The announcement for a command that was carried out before. The reply to a command of another kind is a conflict. */
export function announceRecorded(recorded: InboxRow, { id, kind }: Command, envelope: Envelope): Announcement {
  const { fingerprint: stored, kind: storedKind = kind, reply } = recorded;
  const fingerprint = fingerprintOf(envelope, id);
  const isOther = (stored !== null && fingerprint !== null && stored !== fingerprint) || storedKind !== kind;
  return isOther ? { commandId: id, outcome: 'conflict' } : { commandId: id, outcome: 'replayed', reply };
}

function fingerprintOf({ fingerprints }: Envelope, commandId: string): string | null {
  return fingerprints?.[commandId] ?? null;
}
