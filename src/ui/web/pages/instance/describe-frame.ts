import type { EngineEvent } from '../../../../engine/events.ts';

/** An event in a few words, for the line under the slider. */
export function describeFrame(event: EngineEvent): string {
  const words = event.type.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  const text = words.slice(0, 1).toUpperCase() + words.slice(1);
  const what = subjectOf(event);
  return what === null ? text : `${text}: ${what}`;
}

/** The element an event is about; null when it is about none. */
export function elementOf(event: EngineEvent): string | null {
  if ('element' in event && typeof event.element === 'string') return event.element;
  return event.type === 'ConditionEvaluated' ? event.flow : event.type === 'FlowTaken' ? event.flow : null;
}

function subjectOf(event: EngineEvent): string | null {
  switch (event.type) {
    case 'ConditionEvaluated':
      return `${event.flow} is ${event.result}`;
    case 'VariablesWritten':
      return Object.keys(event.values).join(', ');
    case 'VariablesEdited':
      return [...Object.keys(event.values), ...event.removed.map((name) => `no ${name}`)].join(', ');
    case 'InstanceModified':
      return [...event.cancelled.map(({ element }) => `no ${element}`), ...event.started.map(({ element }) => element)].join(
        ', ',
      );
    case 'InstanceMigrated':
      return `version ${event.from.version} to ${event.version}`;
    case 'ItemsAdded':
      return event.name;
    case 'ElementFailed':
    case 'IncidentRaised':
      return `${event.element} [${event.code}] ${event.message}`;
    case 'IncidentEnded':
      return `${event.element}, ${event.outcome}`;
    case 'UserTaskClaimed':
      return `${event.element} by ${event.userId}`;
    default:
      return elementOf(event);
  }
}
