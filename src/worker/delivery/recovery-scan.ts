import { poolConnection, withTransaction } from '../../db/connection.ts';
import type { Pool } from '../../db/pool.ts';
import type { Command, CommandKind } from '../../messages/commands.ts';
import type { RetentionConfig } from '../../platform/config/config-engine.ts';
import { everyMs } from '../../platform/loops.ts';
import { forgetAuditEntries } from '../../store/audit-entries.ts';
import { forgetBatches } from '../../store/batches.ts';
import { findReceived, forgetBuffered } from '../../store/buffered-messages.ts';
import { forgetCausations } from '../../store/causations.ts';
import { forgetEvaluations } from '../../store/decision-evaluations.ts';
import { forgetReplies } from '../../store/inbox.ts';
import { forgetDeleted } from '../../store/instance-removal.ts';
import { forgetLetters, repairParked } from '../../store/letters.ts';
import { findOverdue, type OverduePlace } from '../../store/outbox.ts';
import { deliverBuffered, drain, drainSender, followUpCommandBatch, handOver, type RelayTools } from './relay.ts';

/** Small intervals cost queries, large ones delay work whose wake-up signal was lost. */
const OUTBOX_SCAN_MS = 1000;
const BUFFER_SCAN_MS = 5000;
const INBOX_SCAN_MS = 60_000;
const OVERDUE_SECONDS = 2;
/** Retention of the counts of long causation chains. */
const REMEMBER_HOURS = 24;
/** Rows of each kind per scan. */
const BATCH = 200;
/** First attempt of the recovery scans; attempt 1 was made after the commit. */
const FIRST_REPEAT = 2;
/** Turn before other bulk work, because most commands that a scan finds are late. */
const FIRST_TURN = 1;
const LONGEST_PAUSE_MS = 60_000;
/** Longest pause between failing scans. */
const LONGEST_OUTAGE_PAUSE_MS = 10_000;
const SLACK_MS = 200;
/** Remembered subjects; the oldest are removed. */
const MAX_KNOWN = 10_000;

/**
 * Queues overdue commands and deliveries of messages whose receiver waits; deletes expired rows. A failed scan repeats after a pause. @returns a function
 * that stops the scans, without waiting for a running one
 */
export function startRecoveryScans(tools: RelayTools & { readonly pool: Pool; readonly retention?: Remembered }): () => void {
  const seen = new Seen();
  const timers = [
    everyMs(OUTBOX_SCAN_MS, () => scanOutbox(tools, tools.pool, seen), LONGEST_OUTAGE_PAUSE_MS),
    everyMs(BUFFER_SCAN_MS, () => scanBuffered(tools, tools.pool), LONGEST_OUTAGE_PAUSE_MS),
    everyMs(INBOX_SCAN_MS, () => deleteExpiredReplies(tools.pool, tools.retention ?? DEFAULTS)),
  ];
  for (const timer of timers) timer.unref();
  return () => {
    for (const timer of timers) clearInterval(timer);
  };
}

async function scanOutbox(tools: RelayTools, pool: Pool, seen: Seen): Promise<void> {
  const { log, backend } = tools;
  if (!seen.hasRepaired) await withTransaction(pool, repairParked);
  seen.hasRepaired = true;
  const { commands, targets, senders } = await findOverdue(poolConnection(pool), OVERDUE_SECONDS, BATCH, seen.place);
  seen.place = { target: lastOf(targets), sender: lastOf(senders.map(({ senderId }) => senderId)) };
  const overdue = seen.due([
    ...commands.map((command) => ({ subject: command.id, command, kind: command.kind })),
    ...targets.map((target) => ({ subject: `mailbox ${target}`, command: drain(target), kind: 'DrainMailbox' as const })),
    ...senders.map(({ senderId, kind }) => ({ subject: `sender ${senderId}`, command: drainSender(senderId), kind })),
  ]);
  let count = 0;
  const attempts = new Map<string, number>();
  for (const { command, kind, subject, attempt } of overdue) {
    // it waits in the regular queue, or runs: a job in the bulk queue would be a second one
    if (attempt === FIRST_REPEAT && (await backend.isQueuedWithinShares(followUpCommandBatch(command)))) continue;
    await handOver(tools, { command, kind, source: { root: subject }, turn: FIRST_TURN });
    attempts.set(kind, Math.max(attempt, attempts.get(kind) ?? 0));
    count += 1;
  }
  for (const [EffectKind, Attempt] of attempts) log.event('handing-over-repeated', { EffectKind, Attempt });
  if (count > 0) log.event('waiting-effects-swept', { Count: count });
}

/** The wake-up signal of the receiver was lost, or it was suspended. */
async function scanBuffered(tools: RelayTools, pool: Pool): Promise<void> {
  for (const address of await findReceived(poolConnection(pool)))
    await handOver(tools, { command: deliverBuffered(address), source: { root: address.id }, turn: FIRST_TURN });
}

/** Last row of a full batch, where the next scan starts. */
function lastOf(ids: readonly string[]): string | undefined {
  return ids.length < BATCH ? undefined : ids.at(-1);
}

interface Found {
  readonly subject: string;
  readonly command: Command;
  readonly kind: CommandKind;
}

/** Doubles the pause before each repeat: the queue ignores duplicates, but each costs a call. */
class Seen {
  place: OverduePlace = {};
  /** dead letters of earlier releases are repaired once */
  hasRepaired = false;
  private known = new Map<string, { readonly attempt: number; readonly again: number }>();

  /** @returns the commands to queue now with their attempt numbers */
  due(found: readonly Found[]): (Found & { readonly attempt: number })[] {
    const now = performance.now();
    const due: (Found & { attempt: number })[] = [];
    for (const one of found) {
      const { attempt: last = 1, again = 0 } = this.known.get(one.subject) ?? {};
      if (now < again) continue;
      const attempt = last + 1;
      this.known.delete(one.subject);
      this.known.set(one.subject, {
        attempt,
        again: now + Math.min(OUTBOX_SCAN_MS * 2 ** (last - 1), LONGEST_PAUSE_MS) - SLACK_MS,
      });
      due.push({ ...one, attempt });
    }
    for (const subject of this.known.keys()) {
      if (this.known.size <= MAX_KNOWN) break;
      this.known.delete(subject);
    }
    return due;
  }
}

/** Retention of replies (docs/contributing/spec/http.md#stored-replies), dead letters (docs/contributing/spec/reliability.md#dropped-letters) and others. */
type Remembered = Pick<RetentionConfig, 'repliesMs' | 'deadLettersMs' | 'auditMs' | 'evaluationsMs' | 'batchesMs'>;
const DEFAULTS: Remembered = {
  repliesMs: 24 * 3_600_000,
  deadLettersMs: 30 * 24 * 3_600_000,
  auditMs: undefined,
  evaluationsMs: undefined,
  batchesMs: undefined,
};

async function deleteExpiredReplies(pool: Pool, remembered: Remembered): Promise<void> {
  const { repliesMs, deadLettersMs, auditMs, evaluationsMs, batchesMs } = remembered;
  const connection = poolConnection(pool);
  await forgetCausations(connection, REMEMBER_HOURS);
  await forgetLetters(connection, deadLettersMs / 1000);
  while ((await forgetReplies(connection, repliesMs / 1000, 1000)) === 1000);
  while ((await forgetBuffered(connection, 1000)) === 1000);
  while ((await forgetDeleted(connection, 1000)) === 1000);
  while (auditMs !== undefined && (await forgetAuditEntries(connection, auditMs / 1000, 1000)) === 1000);
  while (evaluationsMs !== undefined && (await forgetEvaluations(connection, evaluationsMs / 1000, 1000)) === 1000);
  if (batchesMs !== undefined) await forgetBatches(connection, batchesMs / 1000);
}
