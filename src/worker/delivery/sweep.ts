import { poolConnection } from '../../db/connection.ts';
import type { Pool } from '../../db/pool.ts';
import type { Command, CommandKind } from '../../messages/commands.ts';
import { everyMs } from '../../platform/every.ts';
import type { Logger } from '../../platform/log.ts';
import type { QueueBackend } from '../../queue/queue-backend.ts';
import { forgetCausations } from '../../store/causations.ts';
import { forgetReplies } from '../../store/inbox.ts';
import { findOverdue } from '../../store/outbox.ts';
import { drain, drainSender, handOver } from './relay.ts';

/** How often the sweeps look. A small value costs queries while nothing is lost, a large one delays work whose nudge was lost. Unit: ms. */
const OUTBOX_SWEEP_MS = 1000;
const INBOX_SWEEP_MS = 60_000;
/** A command is overdue when its nudge should have been carried out long ago. Unit: seconds. */
const OVERDUE_SECONDS = 2;
/** How long replies are remembered (docs/spec/http.md#stored-replies). */
const REMEMBER_HOURS = 24;
const BATCH = 200;

/**
 * Starts the sweeps of a worker: overdue follow-ups go to the queue again, old replies are forgotten. A sweep that fails finds the same rows at its
 * next turn. @returns stops them
 */
export function startSweeps(pool: Pool, backend: QueueBackend, log: Logger): () => void {
  const repeats = new Repeats();
  const timers = [
    everyMs(OUTBOX_SWEEP_MS, () => sweepOutbox(pool, backend, log, repeats)),
    everyMs(INBOX_SWEEP_MS, () => sweepInbox(pool)),
  ];
  for (const timer of timers) timer.unref();
  return () => {
    for (const timer of timers) clearInterval(timer);
  };
}

async function sweepOutbox(pool: Pool, backend: QueueBackend, log: Logger, repeats: Repeats): Promise<void> {
  const { commands, targets, senders } = await findOverdue(poolConnection(pool), OVERDUE_SECONDS, BATCH);
  const overdue: Found[] = [
    ...commands.map((command) => ({ subject: command.id, command, kind: command.kind })),
    ...targets.map((target) => ({ subject: target, command: drain(target), kind: 'DrainMailbox' as const })),
    ...senders.map(({ senderId, kind }) => ({ subject: senderId, command: drainSender(senderId), kind })),
  ];
  for (const [EffectKind, Attempt] of repeats.count(overdue)) log.event('handing-over-repeated', { EffectKind, Attempt });
  for (const { command, kind } of overdue) await handOver(backend, log, { command, kind });
  if (overdue.length > 0) log.event('waiting-effects-swept', { Count: overdue.length });
}

/** A follow-up that waits, or the owner of several. */
interface Found {
  readonly subject: string;
  readonly command: Command;
  readonly kind: CommandKind;
}

/** How often this worker has found the same follow-up waiting. A busy queue has many that are overdue: one line per kind, not per follow-up. */
class Repeats {
  private attempts = new Map<string, number>();

  /** @returns by kind: the attempt that the most repeated one is at; the first was made after its commit */
  count(overdue: readonly Found[]): Map<string, number> {
    const known = this.attempts;
    this.attempts = new Map();
    const highest = new Map<string, number>();
    for (const { subject, kind } of overdue) {
      const attempt = (known.get(subject) ?? 1) + 1;
      this.attempts.set(subject, attempt);
      highest.set(kind, Math.max(attempt, highest.get(kind) ?? 0));
    }
    return highest;
  }
}

async function sweepInbox(pool: Pool): Promise<void> {
  await forgetCausations(poolConnection(pool), REMEMBER_HOURS);
  while ((await forgetReplies(poolConnection(pool), REMEMBER_HOURS, 1000)) === 1000);
}
