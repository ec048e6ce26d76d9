import type { PositionMark } from '../../requests/position.ts';
import type { ErasedInstance, Erasure } from '../../store/erasure.ts';
import type { InstanceTree } from '../../store/instance-removal.ts';
import type { WriteSet } from '../../store/write-set.ts';

/** Instances that one transaction deletes. */
export class Removals {
  readonly ids: string[] = [];
  /** what a client waits for that wants to see them gone: the last rows of their journals, which no read finds any more */
  readonly marks: PositionMark[] = [];
  /** those of which nothing is to be left; undefined: they are only deleted */
  erasure: Erasure | undefined;

  /** What is to be written. */
  get rows(): Pick<WriteSet, 'deletedInstances' | 'erasure'> {
    return { deletedInstances: this.ids, erasure: this.erasure };
  }

  /** Deletes the called instances that were locked; with the last of them the one at the top. @returns how many */
  add({ instanceId, seq, called, hasMore }: InstanceTree): number {
    this.ids.push(...called, ...(hasMore ? [] : [instanceId]));
    if (!hasMore) this.marks.push({ kind: 'i', subjectId: instanceId, seq });
    return called.length + (hasMore ? 0 : 1);
  }

  /**
   * Deletes instances, and what else there is of their business id. With `isCut` those at the top stay, because not all that they called may be among
   * them. @returns how many
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
