import type { EngineCommand } from '../../../src/engine/commands.ts';
import type { ActivityInstance } from '../../../src/engine/state.ts';
import type { Variables } from '../../../src/engine/values.ts';
import { complete } from '../../support/given-when-then.ts';
import type { Driver } from '../../support/given-when-then-driver.ts';
import type { Poke } from './graphs.ts';

/** To what waits: entries that a command can end, and subscriptions. */
export function commandsOf(driver: Driver, poke: Poke): readonly EngineCommand[] {
  const { entries, subscriptions } = driver.state;
  const waiting = [...entries.values()].filter((e) => e.loop === null && e.held === null && ENDED_BY_COMMAND.has(e.elementType));
  const open = [...subscriptions.values()].filter(({ subject }) => subject.kind !== 'conditional');
  const all = [...waiting, ...open];
  const chosen = all[poke.position % Math.max(1, all.length)];
  if (chosen === undefined) return [];
  const writes = { [`v${poke.variable}`]: poke.value };
  if ('subject' in chosen) {
    const subscription = chosen.ordinal;
    return chosen.subject.kind === 'timer'
      ? [{ type: 'FireTimer', subscription }]
      : [{ type: 'Deliver', subscription, variables: writes }];
  }
  return commandsTo(chosen, poke.does, writes);
}
const ENDED_BY_COMMAND: ReadonlySet<string> = new Set(['task', 'userTask', 'serviceTask', 'callActivity']);

function commandsTo(
  { ordinal: entry, element, elementType, childInstanceId }: ActivityInstance,
  does: Poke['does'],
  variables: Variables,
): EngineCommand[] {
  const failing = { code: 'E', message: 'failed' };
  switch (elementType) {
    case 'task':
      return [complete(element, variables)];
    case 'serviceTask':
      return [does === 'fail' ? { type: 'FailJob', entry, ...failing } : { type: 'CompleteJob', entry, result: variables }];
    case 'callActivity':
      if (childInstanceId === null) return [{ type: 'ChildStarted', entry, childInstanceId: `child-${entry}`, key: 'child' }];
      if (does === 'fail') return [{ type: 'ChildFailed', entry, ...failing }];
      if (does === 'cancel') return [{ type: 'ChildCancelled', entry, reason: 'cancelled' }];
      if (does === 'escalate') return [{ type: 'ChildEscalated', entry, code: 'W', variables }];
      return [{ type: 'ChildCompleted', entry, variables }];
    default:
      if (does === 'fail') return [{ type: 'FailUserTask', entry, ...failing }];
      if (does === 'cancel') return [{ type: 'CancelUserTask', entry, reason: 'cancelled' }];
      return [
        { type: 'ClaimUserTask', entry, userId: 'ann', userGroups: [] },
        { type: 'CompleteUserTask', entry, userId: 'ann', variables },
      ];
  }
}
