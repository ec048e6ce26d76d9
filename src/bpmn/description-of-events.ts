import type { CatchDefinition, ThrowDefinition } from '../engine/model.ts';
import { type DescribedProperty, property, textOf } from './description-texts.ts';

/** Properties of the triggers of a catching event. */
export function* ofCatches(definitions: readonly CatchDefinition[]): Generator<DescribedProperty> {
  for (const definition of definitions) {
    switch (definition.kind) {
      case 'message':
        yield* property('Waits for message', definition.name.text);
        yield* property('Correlation key', textOf(definition.key));
        break;
      case 'signal':
        yield* property('Waits for signal', definition.name.text);
        break;
      case 'timer':
        yield* property(TIMERS[definition.form], definition.text.text);
        break;
      case 'conditional':
        yield* property('Waits until', definition.condition.text);
        break;
      case 'error':
        yield { name: 'Catches error', value: definition.code ?? 'every code' };
        break;
      case 'escalation':
        yield { name: 'Catches escalation', value: definition.code ?? 'every code' };
        break;
      default:
        yield { name: 'Catches', value: definition.kind };
    }
  }
}

const TIMERS = {
  timeDate: 'Waits until the time',
  timeDuration: 'Waits for the time',
  timeCycle: 'Repeats in the cycle',
} as const;

/** Properties of the events thrown by an event. */
export function* ofThrows(definitions: readonly ThrowDefinition[]): Generator<DescribedProperty> {
  for (const definition of definitions) {
    switch (definition.kind) {
      case 'message':
        yield* property('Publishes message', definition.name.text);
        yield* property('Correlation key', textOf(definition.key));
        break;
      case 'signal':
        yield* property('Throws signal', definition.name.text);
        break;
      case 'error':
        yield { name: 'Throws error', value: textOf(definition.code) ?? 'without a code' };
        break;
      case 'escalation':
        yield* property('Throws escalation', definition.code.text);
        break;
      case 'compensation':
        yield { name: 'Compensates', value: definition.activityRef ?? 'everything in its scope that has completed' };
        break;
      default:
        yield {
          name: 'Ends',
          value: definition.kind === 'terminate' ? 'the whole scope' : 'the transaction, which is cancelled',
        };
    }
  }
}
