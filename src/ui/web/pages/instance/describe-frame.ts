import type { EngineEvent } from '../../../../engine/events.ts';
import { pageTexts } from '../../texts/instance.ts';

type NameOf = (id: string) => string;

/** Text for the line below the slider. */
export function describeFrame(event: EngineEvent, nameOf: NameOf = (id) => id): string {
  const text = pageTexts.happened.event(event.type);
  const what = subjectOf(event, nameOf);
  return what === null ? text : `${text}: ${what}`;
}

/** Element or sequence flow. */
export function elementOf(event: EngineEvent): string | null {
  if ('element' in event && typeof event.element === 'string') return event.element;
  return event.type === 'ConditionEvaluated' ? event.flow : event.type === 'FlowTaken' ? event.flow : null;
}

function subjectOf(event: EngineEvent, nameOf: NameOf): string | null {
  switch (event.type) {
    case 'ConditionEvaluated':
      return pageTexts.happened.condition(nameOf(event.flow), event.result);
    case 'VariablesWritten':
      return Object.keys(event.values).join(', ');
    case 'VariablesEdited':
      return [...Object.keys(event.values), ...event.removed.map(pageTexts.happened.gone)].join(', ');
    case 'InstanceModified':
      return [
        ...event.cancelled.map(({ element }) => pageTexts.happened.gone(nameOf(element))),
        ...event.started.map(({ element }) => nameOf(element)),
      ].join(', ');
    case 'InstanceMigrated':
      return pageTexts.happened.versions(event.from.version, event.version);
    case 'ItemsAdded':
      return event.name;
    case 'ElementFailed':
    case 'IncidentRaised':
      return `${nameOf(event.element)} [${event.code}] ${event.message}`;
    case 'IncidentEnded':
      return `${nameOf(event.element)}, ${pageTexts.happened.outcomes[event.outcome]}`;
    case 'UserTaskClaimed':
      return pageTexts.happened.claimed(nameOf(event.element), event.userId);
    default: {
      const element = elementOf(event);
      return element === null ? null : nameOf(element);
    }
  }
}
