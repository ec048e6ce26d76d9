import type { Ordinal } from '../engine/events.ts';
import { type ElementModel, elementOf, isActivity } from '../engine/model.ts';
import { entityId } from '../platform/ids.ts';
import { activityScope } from '../platform/log-scope.ts';
import type { Tell } from './telling.ts';
import type { InstanceChange } from './unit-of-work.ts';

/** A token that has come to a join and waits there. */
interface Waiting {
  readonly element: string;
  /** flows that have brought a token, and tokens, this one included */
  readonly flows: number;
  readonly tokens: number;
}

/**
 * The lines about tokens that wait for others (1009, 1080). No event says that a join waits: it does when its next event is a further token, or when
 * the change is over. To be called once for every change of an instance, in order, and only where debug lines are written.
 */
export function tellWaitingJoins({ events, instance }: InstanceChange, tell: Tell): void {
  const joins = instance.notes?.joins ?? new Map<Ordinal, Map<string, number>>();
  const waiting = new Map<Ordinal, Waiting>();
  const tellOf = (entry: Ordinal, { element, flows, tokens }: Waiting) => {
    const place = () => activityScope(element, entityId(instance.id, entry));
    const node = elementOf(instance.model, element);
    if (node.type === 'complexGateway') tell(1080, 'complex gateway waits', () => ({ ...place(), TokenCount: tokens }));
    else {
      const Arrived = isActivity(node) ? tokens : flows;
      tell(1009, 'join waits for more tokens', () => ({ ...place(), Arrived, Expected: expectedBy(node) }));
    }
  };
  const arrive = (entry: Ordinal, element: string, flow: string) => {
    const held = joins.get(entry) ?? new Map<string, number>();
    held.set(flow, (held.get(flow) ?? 0) + 1);
    joins.set(entry, held);
    const before = waiting.get(entry);
    if (before !== undefined) tellOf(entry, before);
    waiting.set(entry, { element, flows: held.size, tokens: [...held.values()].reduce((sum, count) => sum + count, 0) });
  };
  for (const event of events) {
    switch (event.type) {
      case 'ElementActivated':
        if (event.isJoin === true) arrive(event.entry, event.element, event.via ?? '');
        break;
      case 'TokenArrived':
        arrive(event.entry, event.element, event.flow);
        break;
      case 'TokensGathered':
      case 'ElementCompleted':
      case 'ElementFailed':
      case 'ElementCancelled':
        waiting.delete(event.entry);
        joins.delete(event.entry);
        break;
      default:
        break;
    }
  }
  for (const [entry, token] of waiting) tellOf(entry, token);
}

function expectedBy(node: ElementModel): number {
  return isActivity(node) ? (node.startQuantity ?? 1) : node.incoming.length;
}
