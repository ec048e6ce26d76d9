import type { IncomingMessage } from 'node:http';
import type { AuditEntry } from '../../messages/audit.ts';
import type { AuditNote } from '../../messages/causation.ts';
import type { OriginReader } from '../../platform/client-address.ts';
import type { AuditConfig, AuditKind } from '../../platform/config/config-security.ts';
import type { Logger } from '../../platform/log.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import { errorMessage } from '../../platform/redact.ts';
import { currentTrace } from '../../platform/telemetry/tracing.ts';
import type { Principal } from '../auth/principal.ts';
import { Refusals, type RefusedAct } from './refusals.ts';

/** Interval at which rejections are written. */
const FLUSH_MS = 1000;
/** Entries per statement. */
const MOST_AT_ONCE = 500;

export interface AuditPorts {
  readonly config: AuditConfig;
  readonly surface: AuditNote['surface'];
  readonly originOf: OriginReader;
  /** digest of the session of a request; absent: no sessions */
  readonly sessionOf?: (request: IncomingMessage) => string | undefined;
  /** uses a separate transaction; after a rejection, called again with the same entries */
  readonly write: (entries: readonly AuditEntry[]) => Promise<void>;
  readonly log: Logger;
  readonly metrics: Pick<Metrics, 'auditEntries' | 'auditRefusalsCounted' | 'auditEntriesLost'>;
}

/**
 * Audit log of the API or the pages (docs/contributing/spec/audit.md). The worker writes accepted actions with their effects; this object writes
 * rejected ones.
 */
export interface Audit {
  /** recorded kinds; pages that record `operator` also record `client` */
  readonly kinds: ReadonlySet<AuditKind>;
  /** Sender of an action, with its address. */
  noteOf(act: string, request: IncomingMessage, principal: Pick<Principal, 'actor'> | undefined): AuditNote;
  /** Written as an entry within FLUSH_MS, or in a count after its minute (see Refusals). */
  refused(act: RefusedAct): void;
  /** Immediate, for example for sign-ins. Rejects if the database fails. */
  write(entries: readonly AuditEntry[]): Promise<void>;
  /** Writes the remaining entries once. If the database fails, they are lost. */
  close(): Promise<void>;
}

/** Writes rejections every FLUSH_MS. If the database fails, logs the error and repeats at the next interval. */
export function openAudit({ config, surface, originOf, sessionOf, write, log, metrics }: AuditPorts): Audit {
  // users of the pages do the actions of client applications of the API
  const kinds = new Set<AuditKind>(
    surface === 'pages' && config.kinds.includes('operator') ? [...config.kinds, 'client'] : config.kinds,
  );
  const refusals = new Refusals();
  let writing = Promise.resolve();
  const flush = async (isLast = false): Promise<void> => {
    const entries = refusals.take(isLast);
    for (let from = 0; from < entries.length; from += MOST_AT_ONCE) {
      const some = entries.slice(from, from + MOST_AT_ONCE);
      try {
        await write(some);
        count(metrics, some);
      } catch (error) {
        log.event('audit-not-written', { ErrorMessage: errorMessage(error) });
        refusals.requeue(entries.slice(from));
        break;
      }
    }
    const lost = refusals.takeLost();
    if (lost > 0) metrics.auditEntriesLost(lost);
  };
  const timer = setInterval(() => {
    writing = writing.then(() => flush());
  }, FLUSH_MS);
  timer.unref();
  return {
    kinds,
    noteOf: (act, request, principal) => {
      const { address } = originOf(request);
      const session = sessionOf?.(request);
      const traceId = currentTrace()?.traceId;
      const by = principal === undefined ? 'anonymous' : surface === 'pages' ? 'session' : 'token';
      return { act, by, surface, ...(session && { session }), ...(address && { address }), ...(traceId && { traceId }) };
    },
    refused(act) {
      if (refusals.add(act) === 'counted') metrics.auditRefusalsCounted();
    },
    async write(entries) {
      await write(entries);
      count(metrics, entries);
    },
    async close() {
      clearInterval(timer);
      await writing;
      await flush(true);
    },
  };
}

function count(metrics: AuditPorts['metrics'], entries: readonly AuditEntry[]): void {
  for (const { result } of entries) metrics.auditEntries(result);
}
