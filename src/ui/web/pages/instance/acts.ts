import type { EngineEvent } from '../../../../engine/events.ts';
import type { JournalRowView } from '../../../wire/instances.ts';
import { pageTexts } from '../../texts/instance.ts';
import { repairTexts } from '../../texts/repairs.ts';

/** An action of a user on the instance. `about`: its subject, for users; '' if none. */
export interface Act {
  /** step of time travel, from 1 */
  readonly position: number;
  readonly at: string;
  /** null: unknown */
  readonly actor: string | null;
  readonly title: string;
  readonly about: string;
}

/** Returns the actions of users on an instance, newest first. Reads the event history, so it needs no audit. */
export function actsOf(rows: readonly JournalRowView[]): readonly Act[] {
  const acts: Act[] = [];
  let position = 0;
  for (const { at, actor, events } of rows) {
    const all = events as readonly EngineEvent[];
    for (const [index, event] of all.entries()) {
      position += 1;
      const act = actOf(event, actor, () => all.slice(index + 1));
      if (act !== undefined) acts.push({ position, at, actor, title: act[0], about: act[1] });
    }
  }
  return acts.reverse();
}

/** Returns title and subject of an event; undefined if no user caused it. `following`: later events of the same command. */
function actOf(
  event: EngineEvent,
  actor: string | null,
  following: () => readonly EngineEvent[],
): readonly [string, string] | undefined {
  switch (event.type) {
    case 'InstanceStarted':
      return actor === null ? undefined : [repairTexts.done.started, event.businessId ?? ''];
    case 'VariablesEdited':
      return [repairTexts.done.edited, [...Object.keys(event.values), ...event.removed.map(repairTexts.done.removed)].join(', ')];
    case 'InstanceModified': {
      const ended = [...new Set(event.cancelled.map(({ element }) => element))].map((element) => repairTexts.done.ends(element));
      const begun = event.started.map(({ element, at }) =>
        at === 'before' ? repairTexts.done.begins(element) : repairTexts.done.continuesAfter(element),
      );
      return [repairTexts.done.moved, withReason([...ended, ...begun].join(', '), event.reason)];
    }
    case 'InstanceMigrated':
      return [repairTexts.done.migrated, pageTexts.happened.versions(event.from.version, event.version)];
    case 'InstanceRestored':
      return [repairTexts.done.restored, givenVariables(following()).join(', ')];
    case 'InstanceSuspended':
      return event.by === 'operator' ? [repairTexts.done.suspended, event.reason ?? ''] : undefined;
    case 'InstanceResumed':
      return event.by === 'operator' ? [repairTexts.done.resumed, event.reason ?? ''] : undefined;
    case 'IncidentEnded':
      if (event.outcome === 'gone') return undefined;
      return [event.outcome === 'retried' ? repairTexts.done.retried : repairTexts.done.resolved, event.element];
    case 'InstanceCancelled':
      return event.cause?.kind === 'callingInstance' ? undefined : [repairTexts.done.cancelledInstance, event.reason];
    case 'ElementCompleted':
      return event.cause === undefined ? undefined : [repairTexts.done.completed, withReason(event.element, event.cause.user)];
    case 'ElementFailed':
      if (event.cause?.kind !== 'givenByCaller') return undefined;
      return [repairTexts.done.failed, `${event.element} [${event.code}] ${event.message}`];
    case 'ElementCancelled':
      return event.cause?.kind === 'givenByCaller'
        ? [repairTexts.done.cancelled, withReason(event.element, event.reason)]
        : undefined;
    default:
      return undefined;
  }
}

/** Returns the variables in the request of a retry, which are written first. */
function givenVariables(following: readonly EngineEvent[]): readonly string[] {
  const names: string[] = [];
  for (const event of following) {
    if (event.type === 'VariablesWritten') names.push(...Object.keys(event.values));
    else if (event.type.startsWith('Element')) break;
  }
  return names;
}

function withReason(text: string, reason: string | undefined): string {
  return reason === undefined ? text : `${text}: ${reason}`;
}
