import type { EngineEvent } from '../../engine/events.ts';
import { entityId } from '../../platform/ids.ts';
import type { Logger, LogProperties } from '../../platform/log.ts';
import type { LogEventName } from '../../platform/log-events.ts';
import { type Counted, countedOf } from './counts-of-event.ts';
import type { Before, TakeLine } from './log-lines/element-lines.ts';
import { linesOfEvent } from './log-lines/lines-of-event.ts';
import { linesOfWaitingJoins } from './log-lines/waiting.ts';

/** Line without the properties that all lines about instances share. */
export interface InstanceLine {
  readonly event: LogEventName;
  readonly properties: LogProperties;
}

/** Collects lines and counts of one change while the state before each event exists. They are written after the commit. */
export class ChangeObserver {
  readonly lines: InstanceLine[] = [];
  readonly counted: Counted[] = [];
  /** shared by all events: `decide` changes its state in place */
  private readonly before: Before;
  private readonly log: Pick<Logger, 'isEnabled'>;
  /** undefined for lines about the whole change */
  private event: EngineEvent | undefined;

  constructor(before: Before, log: Pick<Logger, 'isEnabled'>) {
    this.before = before;
    this.log = log;
  }

  readonly onEvent = (event: EngineEvent): void => {
    const counted = countedOf(event, this.before);
    if (counted !== undefined) this.counted.push(counted);
    this.event = event;
    linesOfEvent(event, this.before, this.take);
  };

  /** Called after the last event. */
  end(events: readonly EngineEvent[]): void {
    this.event = undefined;
    if (this.log.isEnabled('join-waits')) linesOfWaitingJoins(events, this.before, this.take);
  }

  private readonly take: TakeLine = (event, properties) => {
    if (!this.log.isEnabled(event)) return;
    const place = this.event === undefined ? {} : placeOf(this.before.instanceId, this.event);
    this.lines.push({ event, properties: { ...place, ...properties?.() } });
  };
}

function placeOf(instanceId: string, event: EngineEvent): LogProperties {
  if (!('element' in event) || typeof event.element !== 'string') return {};
  const entry = 'entry' in event ? event.entry : null;
  return { ActivityId: event.element, ...(entry === null ? {} : { ActivityInstanceId: entityId(instanceId, entry) }) };
}
