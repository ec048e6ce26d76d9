import type { EngineEvent } from '../../../../engine/events.ts';
import type { VariableScopeOrdinal } from '../../../../engine/ordinals.ts';
import type { Json, Variables } from '../../../../engine/values.ts';
import type { JournalRowView } from '../../../wire/instances.ts';
import { pageTexts } from '../../texts/instance.ts';
import { repairTexts } from '../../texts/repairs.ts';
import { framesOf, Replay } from './replay.ts';
import { changeLines, type ValueChange, valueChanges } from './value-changes.ts';

/** `about`: subject, for users; '' if none. */
export interface Act {
  /** step of time travel, from 1 */
  readonly position: number;
  readonly at: string;
  /** null: unknown user */
  readonly actor: string | null;
  readonly title: string;
  readonly about: string;
}

type NameOf = (id: string) => string;

/** Newest first. Reads the event history, so it needs no audit. */
export function actsOf(rows: readonly JournalRowView[], nameOf: NameOf = (id) => id): readonly Act[] {
  const acts: Act[] = [];
  const variables = new VariablesBefore(rows);
  let position = 0;
  let own: string | undefined;
  for (const { at, actor, events } of rows) {
    const all = events as readonly EngineEvent[];
    for (const [index, event] of all.entries()) {
      position += 1;
      if (event.type === 'InstanceStarted') own ??= event.instanceId;
      const act = actOf(event, { actor, own, nameOf }, () => changesBy(all.slice(index), position, variables));
      if (act !== undefined) acts.push({ position, at, actor, title: act[0], about: act[1] });
    }
  }
  return acts.reverse();
}

/** Variables at any step. Replays only on use, because most instances have no edits. */
class VariablesBefore {
  readonly #rows: readonly JournalRowView[];
  #replay: Replay | undefined;

  constructor(rows: readonly JournalRowView[]) {
    this.#rows = rows;
  }

  /** Values before a step. Call in the order of the steps. */
  of(scope: VariableScopeOrdinal, position: number): Variables {
    this.#replay ??= new Replay([...framesOf(this.#rows)]);
    return this.#replay.at(position - 1).state.variables.get(scope)?.values ?? {};
  }
}

/** Title and subject; undefined: no user caused the event. `own`: id of the instance. `changes`: texts of the variables that an edit changed. */
function actOf(
  event: EngineEvent,
  { actor, own, nameOf }: { readonly actor: string | null; readonly own: string | undefined; readonly nameOf: NameOf },
  changes: () => string,
): readonly [string, string] | undefined {
  switch (event.type) {
    case 'InstanceStarted':
      return actor === null && event.reason === undefined
        ? undefined
        : [repairTexts.done.started, reasonOf(event.reason, event.businessId ?? '')];
    case 'VariablesEdited':
      return [repairTexts.done.edited, reasonOf(event.reason, changes())];
    case 'InstanceModified': {
      const ended = [...new Set(event.cancelled.map(({ element }) => element))].map((element) =>
        repairTexts.done.ends(nameOf(element)),
      );
      const begun = event.started.map(({ element, at }) =>
        at === 'before' ? repairTexts.done.begins(nameOf(element)) : repairTexts.done.continuesAfter(nameOf(element)),
      );
      return [repairTexts.done.moved, withReason([...ended, ...begun].join(', '), event.reason)];
    }
    case 'InstanceMigrated':
      return [repairTexts.done.migrated, pageTexts.happened.versions(event.from.version, event.version)];
    case 'InstanceRestored':
      // a retry of the failed instance; the first event of a fork is about another instance
      return [
        event.from.instanceId === own ? repairTexts.done.retried : repairTexts.done.forked,
        reasonOf(event.reason, changes()),
      ];
    case 'InstanceSuspended':
      return event.by === 'operator' ? [repairTexts.done.suspended, event.reason ?? ''] : undefined;
    case 'InstanceResumed':
      return event.by === 'operator' ? [repairTexts.done.resumed, event.reason ?? ''] : undefined;
    case 'IncidentEnded':
      if (event.outcome === 'gone') return undefined;
      return [event.outcome === 'retried' ? repairTexts.done.retried : repairTexts.done.resolved, nameOf(event.element)];
    case 'InstanceCancelled':
      return event.cause?.kind === 'callingInstance' ? undefined : [repairTexts.done.cancelledInstance, event.reason];
    case 'ElementCompleted':
      return event.cause === undefined
        ? undefined
        : [repairTexts.done.completed, withReason(nameOf(event.element), event.cause.user)];
    case 'ElementFailed':
      if (event.cause?.kind !== 'givenByCaller') return undefined;
      return [repairTexts.done.failed, `${nameOf(event.element)} [${event.code}] ${event.message}`];
    case 'ElementCancelled':
      return event.cause?.kind === 'givenByCaller'
        ? [repairTexts.done.cancelled, withReason(nameOf(event.element), event.reason)]
        : undefined;
    default:
      return undefined;
  }
}

/**
 * One line per variable with the values before and after. A retry writes those of its request first. `events`: that of the action and later ones of
 * its command. `position`: step of the first.
 */
function changesBy(events: readonly EngineEvent[], position: number, variables: VariablesBefore): string {
  const changes: ValueChange[] = [];
  const names: string[] = [];
  for (const [index, event] of events.entries()) {
    if (event.type === 'VariablesEdited' || event.type === 'VariablesWritten') {
      const before = variables.of(event.variableScope, position + index);
      const removed = event.type === 'VariablesEdited' ? event.removed : [];
      names.push(...Object.keys(event.values), ...removed);
      for (const name of [...Object.keys(event.values), ...removed])
        changes.push(...valueChanges(name, own(before, name), own(event.values, name)));
    }
    if (event.type === 'VariablesEdited' || event.type.startsWith('Element')) break;
  }
  // written with the same value
  if (changes.length === 0) return names.join(', ');
  const { lines, more } = changeLines(changes);
  return [...lines, ...(more > 0 ? [repairTexts.edit.moreChanges(more)] : [])].join('\n');
}

function own(values: Variables, name: string): Json | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

function reasonOf(reason: string | undefined, changes: string): string {
  return [reason, changes].filter((text) => text !== undefined && text !== '').join('\n');
}

function withReason(text: string, reason: string | undefined): string {
  return reason === undefined ? text : `${text}: ${reason}`;
}
