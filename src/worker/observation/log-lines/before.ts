import type { EngineEvent } from '../../../engine/events.ts';
import type { ElementModel, ProcessModel } from '../../../engine/model.ts';
import type { EntryOrdinal } from '../../../engine/ordinals.ts';
import type { EntryState, InstanceState } from '../../../engine/state.ts';
import type { PropertiesOf } from '../../../platform/log.ts';
import type { LogEventName } from '../../../platform/log-events.ts';

/** Input of log lines besides the event: the instance just before it. `now`: time of the event, ms since epoch. */
export interface Before {
  readonly instanceId: string;
  readonly model: ProcessModel;
  readonly state: InstanceState;
  readonly now: number;
}

/** Adds a line. Calls `properties` synchronously, and only if the line will be written. */
export type TakeLine = <Name extends LogEventName>(event: Name, properties?: () => PropertiesOf<Name>) => void;

export function entryBefore({ state }: Before, entry: EntryOrdinal): EntryState | undefined {
  return state.entries.get(entry);
}

export function elementBefore({ model }: Before, element: string): ElementModel | undefined {
  return model.elements.get(element);
}

/** Builds the lines of one event type from the event and the instance before it. */
export type LinesOf<T extends EngineEvent['type']> = (
  event: Extract<EngineEvent, { type: T }>,
  before: Before,
  take: TakeLine,
) => void;
