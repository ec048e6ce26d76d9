import type { PositionMark } from '../../requests/position.ts';
import type { ErasedInstance, Erasure } from '../../store/erasure.ts';
import type { InstanceTree } from '../../store/instance-removal.ts';
import type { WriteSet } from '../../store/write-set.ts';

/** Instances that one transaction deletes. */
export class Removals {
  readonly ids: string[] = [];
  /** last rows of the deleted event histories; a client that waits for the deletion waits until no read finds them */
  readonly marks: PositionMark[] = [];
  /** data to erase; undefined: the instances are only deleted */
  erasure: Erasure | undefined;

  get rows(): Pick<WriteSet, 'deletedInstances' | 'erasure'> {
    return { deletedInstances: this.ids, erasure: this.erasure };
  }

  /** Deletes the locked called instances; with the last of them the root instance. @returns how many */
  add({ instanceId, seq, called, hasMore }: InstanceTree): number {
    this.ids.push(...called, ...(hasMore ? [] : [instanceId]));
    if (!hasMore) this.marks.push({ kind: 'i', subjectId: instanceId, seq });
    return called.length + (hasMore ? 0 : 1);
  }

  /** Deletes instances and other data of a business id. With `isCut` roots stay, because called instances may be missing here. @returns how many */
  erase(erasure: Omit<Erasure, 'instanceIds'>, instances: readonly ErasedInstance[], isCut: boolean): number {
    const gone = instances.filter(({ rootId }) => rootId !== null || !isCut);
    const instanceIds = gone.map(({ id }) => id);
    this.ids.push(...instanceIds);
    this.marks.push(...gone.map(({ id, seq }) => ({ kind: 'i', subjectId: id, seq }) as const));
    this.erasure = { ...erasure, instanceIds };
    return instanceIds.length;
  }
}
