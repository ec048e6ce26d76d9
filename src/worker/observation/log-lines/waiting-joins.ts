import type { EngineEvent } from '../../../engine/events.ts';
import { type ElementModel, elementOf, isActivity } from '../../../engine/model.ts';
import type { EntryOrdinal, VariableScopeOrdinal } from '../../../engine/ordinals.ts';
import type { EntryState } from '../../../engine/state.ts';
import { entityId } from '../../../platform/ids.ts';
import { activityScope } from '../../../platform/log-scope.ts';
import type { Before, TakeLine } from './before.ts';

/**
 * Lines about joins that wait for more tokens. Waiting is not an event but a state after the command.
 * @param after the instance after all events of the command
 */
export function linesOfWaitingJoins(events: readonly EngineEvent[], after: Before, take: TakeLine): void {
  for (const entry of joinsReached(events)) {
    const join = after.state.entries.get(entry);
    if (join !== undefined && join.held !== null) linesOfJoin(join, join.held, after, take);
  }
}

function joinsReached(events: readonly EngineEvent[]): ReadonlySet<EntryOrdinal> {
  const reached = new Set<EntryOrdinal>();
  for (const event of events) {
    if (event.type === 'TokenArrived' || (event.type === 'ElementActivated' && event.isJoin === true)) reached.add(event.entry);
  }
  return reached;
}

function linesOfJoin(
  { ordinal, element, elementType }: EntryState,
  held: ReadonlyMap<string, readonly VariableScopeOrdinal[]>,
  after: Before,
  take: TakeLine,
) {
  const place = activityScope(element, entityId(after.instanceId, ordinal));
  const node = elementOf(after.model, element);
  const TokenCount = [...held.values()].reduce((sum, tokens) => sum + tokens.length, 0);
  if (elementType === 'complexGateway') {
    take('complex-gateway-waits', () => ({ ...place, TokenCount }));
    return;
  }
  const Arrived = isActivity(node) ? TokenCount : held.size;
  take('join-waits', () => ({ ...place, Arrived, Expected: expectedBy(node) }));
}

function expectedBy(node: ElementModel): number {
  return isActivity(node) ? (node.startQuantity ?? 1) : node.incoming.length;
}
