import type { EngineCommand } from './commands.ts';
import type { ChildStartRequested, EngineEvent } from './events.ts';
import type { EntryOrdinal, SubscriptionOrdinal } from './ordinals.ts';
import type { InstanceState } from './state.ts';
import type { Variables } from './values.ts';
import { scopeIn } from './variable-scopes.ts';

/** A change of an index table, stored in the same transaction as the event it follows from. */
export type IndexChange =
  | { readonly kind: 'openUserTask'; readonly entry: EntryOrdinal }
  | { readonly kind: 'closeUserTask'; readonly entry: EntryOrdinal }
  | {
      readonly kind: 'openSubscription';
      readonly subscription: SubscriptionOrdinal;
      readonly of: 'message' | 'signal';
      readonly name: string;
      readonly key: string;
    }
  | { readonly kind: 'closeSubscription'; readonly subscription: SubscriptionOrdinal }
  | { readonly kind: 'openTimer'; readonly subscription: SubscriptionOrdinal; readonly dueAt: number }
  | { readonly kind: 'closeTimer'; readonly subscription: SubscriptionOrdinal };

/** The index change an event asks for, if any. */
export function indexChangeOf(event: EngineEvent): IndexChange | undefined {
  switch (event.type) {
    case 'UserTaskCreated':
      return { kind: 'openUserTask', entry: event.entry };
    case 'ElementCompleted':
    case 'ElementFailed':
    case 'ElementCancelled':
      return event.elementType === 'userTask' ? { kind: 'closeUserTask', entry: event.entry } : undefined;
    case 'SubscriptionOpened': {
      const { subscription, subject } = event;
      if (subject.kind === 'timer') return { kind: 'openTimer', subscription, dueAt: subject.schedule.dueAt };
      if (subject.kind === 'conditional') return undefined;
      return {
        kind: 'openSubscription',
        subscription,
        of: subject.kind,
        name: subject.name,
        key: subject.kind === 'message' ? subject.key : '',
      };
    }
    case 'SubscriptionClosed': {
      const { subscription, subject } = event;
      if (subject.kind === 'conditional') return undefined;
      return { kind: subject.kind === 'timer' ? 'closeTimer' : 'closeSubscription', subscription };
    }
    default:
      return undefined;
  }
}

/** Work outside the instance that follows from a fact: done after the run, in the same transaction where it can be (docs/spec/execution.md#outside-work). */
export type Effect =
  | { readonly kind: 'publishMessage'; readonly name: string; readonly key: string; readonly variables: Variables }
  | { readonly kind: 'broadcastSignal'; readonly name: string }
  | { readonly kind: 'startChild'; readonly request: ChildStartRequested }
  /** a notice to the calling instance, or a cancellation of a called one */
  | { readonly kind: 'tell'; readonly instanceId: string; readonly command: EngineCommand };

/** The effect of an event, if it has one. `state` is the instance after the run. */
export function effectOf(event: EngineEvent, state: InstanceState): Effect | undefined {
  switch (event.type) {
    case 'MessagePublished':
      return { kind: 'publishMessage', name: event.name, key: event.key, variables: event.variables };
    case 'SignalThrown':
      return { kind: 'broadcastSignal', name: event.name };
    case 'ChildStartRequested':
      return { kind: 'startChild', request: event };
    case 'ChildCancelRequested':
      return {
        kind: 'tell',
        instanceId: event.childInstanceId,
        command: { type: 'CancelInstance', reason: event.reason, by: 'callingInstance' },
      };
    case 'EscalationThrown':
      return event.caught
        ? undefined
        : tellCaller(state, (entry) => ({
            type: 'ChildEscalated',
            entry,
            code: event.code,
            variables: event.variables ?? rootVariables(state),
          }));
    case 'InstanceCompleted':
      return tellCaller(state, (entry) =>
        event.error === undefined
          ? { type: 'ChildCompleted', entry, variables: rootVariables(state) }
          : { type: 'ChildFailed', entry, ...event.error },
      );
    case 'InstanceFailed':
      return tellCaller(state, (entry) => ({
        type: 'ChildFailed',
        entry,
        code: event.code,
        message: event.message,
        ...(event.cause !== undefined && { cause: event.cause }),
      }));
    case 'InstanceCancelled':
      return tellCaller(state, (entry) => ({ type: 'ChildCancelled', entry, reason: event.reason }));
    default:
      return undefined;
  }
}

function tellCaller({ caller }: InstanceState, command: (entry: EntryOrdinal) => EngineCommand): Effect | undefined {
  return caller === null ? undefined : { kind: 'tell', instanceId: caller.instanceId, command: command(caller.entry) };
}

function rootVariables(state: InstanceState): Variables {
  return { ...scopeIn(state.variables, state.rootVariables).values };
}
