import type { EngineEvent } from '../engine/events.ts';
import { upcastEvents } from '../engine/upcast.ts';

/**
 * The events of a journal row of an instance, as this release writes them: the one way from the journal to a reader.
 * @param row `events`: JSON text
 * @throws UnknownVersion when a newer release has written the row
 */
export function readEvents(
  instanceId: string,
  { seq, v, events }: { readonly seq: number; readonly v: number; readonly events: string },
): readonly EngineEvent[] {
  return upcastEvents(JSON.parse(events) as readonly unknown[], { v, seq, subjectId: instanceId }) as readonly EngineEvent[];
}
