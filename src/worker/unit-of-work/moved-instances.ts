import type { IndexChange } from '../../engine/effects/index-changes-of-event.ts';
import type { MovedInstance } from '../../store/moved-instances.ts';

/** Instances that one transaction migrates. Combines several migrations of one instance. */
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
