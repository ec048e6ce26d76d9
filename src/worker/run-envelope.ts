import { withTransaction } from '../db/connection.ts';
import type { Pool } from '../db/pool.ts';
import type { Evaluator } from '../engine/evaluator.ts';
import type { EngineContext } from '../engine/run.ts';
import type { Announcement, Envelope } from '../messages/envelope.ts';
import { nameBasedId } from '../platform/ids.ts';
import { type InboxRow, openInbox } from '../store/inbox.ts';
import { writeAll } from '../store/write-set.ts';
import { handle } from './handlers/registry.ts';
import { idsOf, loadRows } from './load-rows.ts';
import type { ModelCache } from './model-cache.ts';
import { pausePoint } from './pause-points.ts';
import { SlowEnvelope, TimeBudget } from './time-budget.ts';
import { UnitOfWork } from './unit-of-work.ts';

/** What the transaction works with. */
export interface EnvelopeTools {
  readonly pool: Pool;
  readonly models: ModelCache;
  readonly evaluator: Evaluator;
  readonly limits: EngineContext['limits'];
  /** longest time one command may spend in scripts and expressions; unit: ms */
  readonly maxScriptMs: number;
  readonly plainTasks: EngineContext['plainTasks'];
}

/** A committed envelope. */
export interface CommittedEnvelope {
  readonly announcements: readonly Announcement[];
  readonly unit: UnitOfWork;
}

/**
 * One envelope, one transaction: route, lock, clock and inbox, decide, write, commit (house 6). Nothing of it is visible before the commit,
 * and nothing of it remains if it throws.
 */
export async function runEnvelope(tools: EnvelopeTools, envelope: Envelope): Promise<CommittedEnvelope> {
  const ids = idsOf(envelope.commands);
  const committed = await withTransaction(tools.pool, async (transaction) => {
    const rows = await loadRows(transaction, tools.models, envelope.commands);
    const { now, known } = await openInbox(transaction, ids);
    const budget = new TimeBudget(tools.evaluator, tools.maxScriptMs);
    const unit = new UnitOfWork(rows, contextAt(tools, budget, Date.parse(now)));
    const announcements = decideAll(unit, budget, envelope, new Map(known.map((row) => [row.commandId, row])));
    await pausePoint('before-write', ids);
    writeAll(transaction, unit.writeSet(envelope.replyTo === null ? ids : []), now);
    await pausePoint('before-commit', ids);
    return { announcements, unit };
  });
  await pausePoint('after-commit', ids);
  return committed;
}

function contextAt({ limits, plainTasks }: EnvelopeTools, { evaluator }: TimeBudget, now: number): EngineContext {
  return { now, evaluator, limits, plainTasks, guid: nameBasedId };
}

/** Step 4, command by command. A command on record is answered from it and not decided again, also when it stands twice in this envelope. */
function decideAll(unit: UnitOfWork, budget: TimeBudget, envelope: Envelope, known: Map<string, InboxRow>): Announcement[] {
  return envelope.commands.map((command) => {
    const recorded = known.get(command.id);
    if (recorded !== undefined) return announceRecorded(recorded, envelope);
    if (budget.isSlow) throw new SlowEnvelope(`envelope ${envelope.id} is carried out one command at a time`);
    budget.beginCommand();
    const reply = handle(unit, command);
    const row = { commandId: command.id, fingerprint: fingerprintOf(envelope, command.id), reply };
    unit.replies.push(row);
    known.set(command.id, row);
    return { commandId: command.id, outcome: 'done', reply };
  });
}

/** What a sender hears of a command that was carried out before. */
export function announceRecorded({ commandId, fingerprint: stored, reply }: InboxRow, envelope: Envelope): Announcement {
  const fingerprint = fingerprintOf(envelope, commandId);
  const isOther = stored !== null && fingerprint !== null && stored !== fingerprint;
  return isOther ? { commandId, outcome: 'conflict' } : { commandId, outcome: 'replayed', reply };
}

function fingerprintOf({ fingerprints }: Envelope, commandId: string): string | null {
  return fingerprints?.[commandId] ?? null;
}
