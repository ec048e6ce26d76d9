import type { IndexChange } from '../../engine/effects/index-changes-of-event.ts';
import type { EngineEvent } from '../../engine/events.ts';
import { type InstanceMigrated, newIdOf, renamedBy } from '../../engine/migration/migrations.ts';
import { entityId } from '../../platform/ids.ts';
import type { PositionMark } from '../../requests/position.ts';
import type { ErasedInstance, Erasure } from '../../store/erasure.ts';
import type { FailedTask, IncidentRow } from '../../store/incidents.ts';
import type { InstanceTree } from '../../store/instance-removal.ts';
import type { EndedLetter, RetriedLetter } from '../../store/letters.ts';
import type { MovedInstance } from '../../store/moved-instances.ts';
import type { WriteSet } from '../../store/write-set.ts';
import type { WorkingInstance } from './working-instance.ts';

/** Changes to incidents; the last one of each is written. */
export class IncidentChanges {
  private readonly raised = new Map<string, IncidentRow>();
  private readonly ended = new Set<string>();

  note({ id: instanceId, definitionId, state }: WorkingInstance, event: EngineEvent): void {
    if (event.type === 'IncidentRaised') {
      const { incident, entry, element: activityId, code, message, cause, repeat, count, since: firstAt } = event;
      const { key: processKey, businessId } = state;
      const incidentId = entityId(instanceId, incident);
      const of = { incidentId, instanceId, incident, entry, activityId, definitionId, processKey, businessId };
      this.raised.set(incidentId, { ...of, code, message, cause: cause.kind, repeats: repeat.kind, count, firstAt });
      this.ended.delete(incidentId);
    } else if (event.type === 'IncidentEnded') {
      const incidentId = entityId(instanceId, event.incident);
      this.raised.delete(incidentId);
      this.ended.add(incidentId);
    } else if (event.type === 'InstanceMigrated') this.rename(instanceId, event);
  }

  /** Adds the custom task whose failure has raised an incident. */
  describe(instanceId: string, entry: number, task: FailedTask): void {
    for (const [incidentId, row] of this.raised)
      if (row.instanceId === instanceId && row.entry === entry) this.raised.set(incidentId, { ...row, task });
  }

  /** Uses the activity ids of the target version for a migrated instance's new incidents. */
  private rename(instanceId: string, { definitionId, elements = [] }: InstanceMigrated): void {
    const renamed = renamedBy(elements);
    for (const [incidentId, row] of this.raised)
      if (row.instanceId === instanceId)
        this.raised.set(incidentId, { ...row, definitionId, activityId: newIdOf(renamed, row.activityId) });
  }

  get rows() {
    return { raisedIncidents: [...this.raised.values()], endedIncidents: [...this.ended] };
  }
}

/** Dead letters that one transaction retries and ends. */
export class LetterChanges {
  readonly retried: RetriedLetter[] = [];
  private readonly ended = new Map<string, EndedLetter>();

  /** Keeps only the first end of a letter. The database ignores unknown ids. */
  end(letter: EndedLetter): void {
    if (!this.ended.has(letter.letterId)) this.ended.set(letter.letterId, letter);
  }

  hasEnded(letterId: string): boolean {
    return this.ended.has(letterId);
  }

  /** True if retried or ended by this transaction. */
  isHandled(letterId: string): boolean {
    return this.ended.has(letterId) || this.retried.some((letter) => letter.letterId === letterId);
  }

  get rows() {
    return { retriedLetters: this.retried, endedLetters: [...this.ended.values()] };
  }
}

/** Combines several migrations of one instance. */
export class MovedInstances {
  private readonly moved = new Map<string, MovedInstance>();

  note(instanceId: string, { definitionId, elements }: Extract<IndexChange, { readonly kind: 'moveInstance' }>): void {
    const renamed = new Map(this.moved.get(instanceId)?.elements);
    for (const [from, to] of renamed) renamed.set(from, elements.get(to) ?? to);
    for (const [from, to] of elements) if (!renamed.has(from)) renamed.set(from, to);
    this.moved.set(instanceId, { instanceId, definitionId, elements: renamed });
  }

  get rows(): readonly MovedInstance[] {
    return [...this.moved.values()];
  }
}

export class Removals {
  readonly ids: string[] = [];
  /** a client must wait for them until the deletion is visible: of each erased instance, and of a deleted root instance */
  readonly marks: PositionMark[] = [];
  /** undefined: the instances are only deleted */
  erasure: Erasure | undefined;

  get rows(): Pick<WriteSet, 'deletedInstances' | 'erasure'> {
    return { deletedInstances: this.ids, erasure: this.erasure };
  }

  /** Deletes the root instance too if no called instance is left. @returns the number of deleted instances */
  add({ instanceId, seq, called, hasMore }: InstanceTree): number {
    this.ids.push(...called, ...(hasMore ? [] : [instanceId]));
    if (!hasMore) this.marks.push({ kind: 'i', subjectId: instanceId, seq });
    return called.length + (hasMore ? 0 : 1);
  }

  /**
   * Other data of the business id too.
   * @param isCut `instances` is not complete: root instances stay, because some of their called instances may be missing
   * @returns the number of deleted instances
   */
  erase(erasure: Omit<Erasure, 'instanceIds'>, instances: readonly ErasedInstance[], isCut: boolean): number {
    const gone = instances.filter(({ rootId }) => rootId !== null || !isCut);
    const instanceIds = gone.map(({ id }) => id);
    this.ids.push(...instanceIds);
    this.marks.push(...gone.map(({ id, seq }) => ({ kind: 'i', subjectId: id, seq }) as const));
    this.erasure = { ...erasure, instanceIds };
    return instanceIds.length;
  }
}
