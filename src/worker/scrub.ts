import type { EngineEvent } from '../engine/events.ts';
import type { Json } from '../engine/values.ts';
import type { InstanceChange } from './unit-of-work.ts';

/** Shorter values stand in every text by chance. Unit: characters. */
const MIN_LENGTH = 4;
/** A log line is not worth more than this many values looked at. */
const MAX_VALUES = 5000;
const HIDDEN = '***';

/**
 * The message of a failure without values of variables (docs/spec/observability.md#never-logged): a text of the model may throw one, and some messages name what
 * could not be converted. The message itself, values and all, is in the state and the history of the instance.
 */
export function withoutValues(message: string, change: InstanceChange): string {
  const values = new Set<string>();
  for (const { values: held } of change.instance.state.variables.values()) collect(held, values);
  for (const event of change.events) collect(valuesIn(event), values);
  const found = [...values].filter((value) => message.includes(value)).sort((a, b) => b.length - a.length);
  return found.reduce((text, value) => text.replaceAll(value, HIDDEN), message);
}

function valuesIn(event: EngineEvent): Json | Readonly<Record<string, Json>> {
  switch (event.type) {
    case 'InstanceStarted':
    case 'ChildStartRequested':
      return event.variables;
    case 'VariablesWritten':
      return event.values;
    case 'VariableScopeOpened':
      return event.locals ?? null;
    default:
      return null;
  }
}

function collect(root: Json | Readonly<Record<string, Json>>, into: Set<string>): void {
  const open: unknown[] = [root];
  while (open.length > 0 && into.size < MAX_VALUES) {
    const value = open.pop();
    if (typeof value === 'object' && value !== null) {
      for (const inner of Object.values(value)) open.push(inner);
    } else if (typeof value === 'string' || typeof value === 'number') {
      const text = String(value);
      if (text.length >= MIN_LENGTH) into.add(text);
    }
  }
}
