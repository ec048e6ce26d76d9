import type { PositionMark } from '../../requests/position.ts';
import type { InstanceTree } from '../../store/instance-removal.ts';

/** Instances that one transaction deletes. */
export class Removals {
  readonly ids: string[] = [];
  /** what a client waits for that wants to see them gone: the last rows of their journals, which no read finds any more */
  readonly marks: PositionMark[] = [];

  /** Deletes the called instances that were locked; with the last of them the one at the top. @returns how many */
  add({ instanceId, seq, called, hasMore }: InstanceTree): number {
    this.ids.push(...called, ...(hasMore ? [] : [instanceId]));
    if (!hasMore) this.marks.push({ kind: 'i', subjectId: instanceId, seq });
    return called.length + (hasMore ? 0 : 1);
  }
}
