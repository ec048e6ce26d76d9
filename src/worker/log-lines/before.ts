import type { ElementModel, ProcessModel } from '../../engine/model.ts';
import type { EntryOrdinal } from '../../engine/ordinals.ts';
import type { EntryState, InstanceState } from '../../engine/state.ts';
import type { LogProperties } from '../../platform/log.ts';
import type { LogEventId } from '../../platform/log-events.ts';

/** What a line may be made of besides its event: the instance as it was right before. `now`: time of the event, ms since epoch. */
export interface Before {
  readonly instanceId: string;
  readonly model: ProcessModel;
  readonly state: InstanceState;
  readonly now: number;
}

/** Takes a line. `properties` is asked at once, and only where the line will be written. */
export type TakeLine = (id: LogEventId, message: string, properties?: () => LogProperties) => void;

export function entryBefore({ state }: Before, entry: EntryOrdinal): EntryState | undefined {
  return state.entries.get(entry);
}

export function elementBefore({ model }: Before, element: string): ElementModel | undefined {
  return model.elements.get(element);
}
