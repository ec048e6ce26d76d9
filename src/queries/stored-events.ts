import { upcastEvents } from '../engine/events/upcast.ts';
import type { EngineEvent } from '../engine/events.ts';

/**
 * Parses the events of a row, converted to the current version. All readers of event histories must use it.
 * @param row `events`: JSON text
 * @throws UnknownVersion when a newer release has written the row
 */
export function readEvents(
  instanceId: string,
  { seq, v, events }: { readonly seq: number; readonly v: number; readonly events: string },
): readonly EngineEvent[] {
  return upcastEvents(JSON.parse(events) as readonly unknown[], { v, seq, subjectId: instanceId }) as readonly EngineEvent[];
}
