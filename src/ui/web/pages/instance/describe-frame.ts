import type { EngineEvent } from '../../../../engine/events.ts';
import { pageTexts } from '../../texts/instance.ts';

/** Text for the line below the slider. */
export function describeFrame(event: EngineEvent): string {
  const text = pageTexts.happened.event(event.type);
  const what = subjectOf(event);
  return what === null ? text : `${text}: ${what}`;
}

/** Element or sequence flow. */
export function elementOf(event: EngineEvent): string | null {
  if ('element' in event && typeof event.element === 'string') return event.element;
  return event.type === 'ConditionEvaluated' ? event.flow : event.type === 'FlowTaken' ? event.flow : null;
}

function subjectOf(event: EngineEvent): string | null {
  switch (event.type) {
    case 'ConditionEvaluated':
      return pageTexts.happened.condition(event.flow, event.result);
    case 'VariablesWritten':
      return Object.keys(event.values).join(', ');
    case 'VariablesEdited':
      return [...Object.keys(event.values), ...event.removed.map(pageTexts.happened.gone)].join(', ');
    case 'InstanceModified':
      return [
        ...event.cancelled.map(({ element }) => pageTexts.happened.gone(element)),
        ...event.started.map(({ element }) => element),
      ].join(', ');
    case 'InstanceMigrated':
      return pageTexts.happened.versions(event.from.version, event.version);
    case 'ItemsAdded':
      return event.name;
    case 'ElementFailed':
    case 'IncidentRaised':
      return `${event.element} [${event.code}] ${event.message}`;
    case 'IncidentEnded':
      return `${event.element}, ${pageTexts.happened.outcomes[event.outcome]}`;
    case 'UserTaskClaimed':
      return pageTexts.happened.claimed(event.element, event.userId);
    default:
      return elementOf(event);
  }
}
