import type { ContainerDraft, NodeDraft } from './draft.ts';

/** Where a token starts in a container (bpmn.md S2): the none start event, else every node without incoming flow except boundary events. */
export function startsOf(container: ContainerDraft): NodeDraft[] {
  const start = container.nodes.find((node) => node.tag === 'startEvent');
  if (start !== undefined) return [start];
  return container.nodes.filter((node) => node.incoming.length === 0 && node.tag !== 'boundaryEvent');
}
