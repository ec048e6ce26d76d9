import { CommitUnknown, isAddressInUse, isRetryable, withTransaction } from '../db/connection.ts';
import type { Pool } from '../db/pool.ts';
import type { EngineContext } from '../engine/context.ts';
import type { Evaluator, TimerReader } from '../engine/evaluator.ts';
import type { Command } from '../messages/commands.ts';
import type { Announcement, Envelope } from '../messages/envelope.ts';
import { nameBasedId } from '../platform/ids.ts';
import type { Logger } from '../platform/log.ts';
import type { EventAddress } from '../store/address-locks.ts';
import { type InboxRow, openInbox } from '../store/inbox.ts';
import { writeAll } from '../store/write-set.ts';
import { claimForWorkers } from './claim-for-workers.ts';
import { handle } from './handlers/registry.ts';
import { idsOf, loadRows } from './load-rows.ts';
import type { ModelCache } from './model-cache.ts';
import { addressed } from './opened-addresses.ts';
import { OtherInstallation } from './other-installation.ts';
import { OverlongRun } from './own-faults.ts';
import { pausePoint } from './pause-points.ts';
import { positioned } from './positioned.ts';
import { workOf } from './sent-commands.ts';
import { settleEffects } from './settle-effects.ts';
import { SlowEnvelope, TimeBudget } from './time-budget.ts';
import type { TraceOf } from './trace-delivery.ts';
import { type RetrySettings, UnitOfWork } from './unit-of-work.ts';

/** What the transaction works with. */
export interface EnvelopeTools {
  readonly pool: Pool;
  /** id of the installation whose queue this worker consumes */
  readonly installation: string;
  readonly models: ModelCache;
  readonly evaluator: Evaluator;
  readonly timers: TimerReader;
  readonly limits: EngineContext['limits'];
  /** longest time one command may spend in scripts and expressions; unit: ms */
  readonly maxScriptMs: number;
  readonly plainTasks: EngineContext['plainTasks'];
  /** after this time without a statement the database ends a transaction; absent: it never does. Unit: ms */
  readonly idleInTransactionMs?: number;
  /** told of every unit whose commit got no answer */
  readonly onDoubt?: (unit: UnitOfWork) => void;
  /** how often a custom task runs when the model does not say */
  readonly retries: RetrySettings;
  /** trace of a command of the envelope in work */
  readonly traceOf?: TraceOf;
  readonly log: Logger;
}

/** A committed envelope. */
export interface CommittedEnvelope {
  readonly announcements: readonly Announcement[];
  readonly unit: UnitOfWork;
  /** the sender that it alone had in hand: whoever nudged it meanwhile has left it to this one */
  readonly drained: string | undefined;
}

/**
 * One envelope, one transaction: route, lock, clock and inbox, decide, write, commit (docs/architecture.md#the-transaction). Nothing of it is visible before the commit,
 * and nothing of it remains if it throws.
 */
export function runEnvelope(tools: EnvelopeTools, envelope: Envelope): Promise<CommittedEnvelope> {
  return addressed(async (opened, onDecided) => {
    const budget = new TimeBudget(tools.evaluator, tools.maxScriptMs);
    let decided: UnitOfWork | undefined;
    const keep = (unit: UnitOfWork) => {
      decided = unit;
      onDecided(unit);
    };
    try {
      return await attemptEnvelope(tools, envelope, { opened, budget, onDecided: keep });
    } catch (error) {
      if (error instanceof CommitUnknown && decided !== undefined) tools.onDoubt?.(decided);
      throw asOverlong(error, budget, tools);
    }
  });
}

interface Attempt {
  /** where the commands begin to wait, as an attempt before this one has shown */
  readonly opened: readonly EventAddress[];
  readonly budget: TimeBudget;
  readonly onDecided: (unit: UnitOfWork) => void;
}

async function attemptEnvelope(
  tools: EnvelopeTools,
  given: Envelope,
  { opened, budget, onDecided }: Attempt,
): Promise<CommittedEnvelope> {
  let ids: readonly string[] = [];
  const committed = await withTransaction(tools.pool, async (transaction) => {
    const { envelope, places, senderId } = await workOf(transaction, given);
    ids = idsOf(envelope.commands);
    const rows = await loadRows(transaction, tools.models, envelope.commands, opened);
    const { now, known, installation } = await openInbox(transaction, ids);
    if (installation !== tools.installation) throw new OtherInstallation();
    const record = new Map(known.map((row) => [row.commandId, row]));
    const claims = await claimForWorkers(transaction, envelope.commands, record);
    const unit = new UnitOfWork(rows, contextAt(tools, budget, Date.parse(now)), tools.retries, {
      claims,
      traceOf: traceOfAll(tools, given),
      places,
      log: tools.log,
    });
    const settle = () => settleEffects(unit, transaction, tools.models);
    const announcements = await decideAll(unit, budget, envelope, record, settle);
    await pausePoint('before-write', ids);
    onDecided(unit);
    writeAll(transaction, unit.writeSet(), now);
    await pausePoint('before-commit', ids);
    return { announcements, unit, drained: senderId };
  });
  await pausePoint('after-commit', ids);
  return committed;
}

/** The error of a session that the database ended because a command was decided for too long; else the same one. */
export function asOverlong(error: unknown, { longestMs }: TimeBudget, { idleInTransactionMs }: EnvelopeTools): unknown {
  if (idleInTransactionMs === undefined || longestMs < idleInTransactionMs || isAddressInUse(error)) return error;
  return isRetryable(error) ? new OverlongRun(longestMs, error) : error;
}

/** What a sender has thrown belongs to the trace of the nudge that it is carried out for. */
function traceOfAll({ traceOf }: EnvelopeTools, { commands: [first] }: Envelope): TraceOf | undefined {
  return first?.kind === 'DrainSender' ? () => traceOf?.(first.id) : traceOf;
}

export function contextAt({ timers, limits, plainTasks }: EnvelopeTools, { evaluator }: TimeBudget, now: number): EngineContext {
  return { now, evaluator, timers, limits, plainTasks, guid: nameBasedId };
}

/**
 * Step 4, command by command, each with its effects. A command on record is answered from it and not decided again, also when it stands twice in
 * this envelope. A nudge is not remembered: what it nudges is removed when it is done.
 */
async function decideAll(
  unit: UnitOfWork,
  budget: TimeBudget,
  envelope: Envelope,
  known: Map<string, InboxRow>,
  settle: () => Promise<void>,
): Promise<Announcement[]> {
  const announcements: Announcement[] = [];
  for (const command of envelope.commands) {
    if (envelope.replyTo === null) unit.doneFollowUps.push(command.id);
    const recorded = known.get(command.id);
    if (recorded !== undefined) {
      unit.tell(command, 1072, 'repeated command answered from the record', { CommandId: command.id });
      announcements.push(announceRecorded(recorded, command, envelope));
      continue;
    }
    if (budget.isSlow) throw new SlowEnvelope(`envelope ${envelope.id} is carried out one command at a time`);
    budget.beginCommand();
    const begun = unit.journal.length;
    const decided = handle(unit, command);
    budget.endCommand();
    await settle();
    const reply = positioned(decided, command.id, unit.context.now, unit.journal.slice(begun));
    const row = { commandId: command.id, fingerprint: fingerprintOf(envelope, command.id), kind: command.kind, reply };
    if (command.kind !== 'DrainMailbox') unit.replies.push(row);
    known.set(command.id, row);
    announcements.push({ commandId: command.id, outcome: 'done', reply });
  }
  return announcements;
}

/** What a sender hears of a command that was carried out before. A reply to a command of another kind is none to this one. */
export function announceRecorded(recorded: InboxRow, { id, kind }: Command, envelope: Envelope): Announcement {
  const { fingerprint: stored, kind: storedKind = kind, reply } = recorded;
  const fingerprint = fingerprintOf(envelope, id);
  const isOther = (stored !== null && fingerprint !== null && stored !== fingerprint) || storedKind !== kind;
  return isOther ? { commandId: id, outcome: 'conflict' } : { commandId: id, outcome: 'replayed', reply };
}

function fingerprintOf({ fingerprints }: Envelope, commandId: string): string | null {
  return fingerprints?.[commandId] ?? null;
}
