import type { EngineCommand } from '../commands.ts';
import type { ChildStartRequested, EngineEvent } from '../events.ts';
import type { ActivityInstanceOrdinal } from '../ordinals.ts';
import type { InstanceState } from '../state.ts';
import { scopeIn } from '../values/variable-scopes.ts';
import type { Variables } from '../values.ts';

/** Outgoing command or message, run after the run and in the same transaction if possible (docs/contributing/spec/execution.md#outside-work). */
export type Effect =
  | { readonly kind: 'publishMessage'; readonly name: string; readonly key: string; readonly variables: Variables }
  | { readonly kind: 'broadcastSignal'; readonly name: string }
  | { readonly kind: 'startChild'; readonly request: ChildStartRequested }
  /** command to the caller: end of the call, or an escalation; to a called instance: cancellation */
  | { readonly kind: 'sendCommand'; readonly instanceId: string; readonly command: EngineCommand };

/** `state`: after the run. */
type EffectOf<T extends EngineEvent['type']> = (
  event: Extract<EngineEvent, { type: T }>,
  state: InstanceState,
) => Effect | undefined;

const EFFECTS: { readonly [T in EngineEvent['type']]?: EffectOf<T> } = {
  MessagePublished: ({ name, key, variables }) => ({ kind: 'publishMessage', name, key, variables }),
  SignalThrown: ({ name }) => ({ kind: 'broadcastSignal', name }),
  ChildStartRequested: (request) => ({ kind: 'startChild', request }),
  ChildCancelRequested: ({ childInstanceId: instanceId, reason }) => ({
    kind: 'sendCommand',
    instanceId,
    command: { type: 'CancelInstance', reason, by: 'callingInstance' },
  }),
  EscalationThrown: ({ caught, code, variables }, state) =>
    caught
      ? undefined
      : sendToCaller(state, (entry) => ({
          type: 'ChildEscalated',
          entry,
          code,
          variables: variables ?? rootVariables(state),
        })),
  InstanceCompleted: ({ error }, state) =>
    sendToCaller(state, (entry) =>
      error === undefined
        ? { type: 'ChildCompleted', entry, variables: rootVariables(state) }
        : { type: 'ChildFailed', entry, ...error, variables: rootVariables(state) },
    ),
  InstanceFailed: ({ code, message, cause }, state) =>
    sendToCaller(state, (entry) => ({
      type: 'ChildFailed',
      entry,
      code,
      message,
      ...(cause !== undefined && { cause }),
      ...(isCaughtByCaller(state, code) && { variables: rootVariables(state) }),
    })),
  // a caller that requested the cancellation does not wait for it
  InstanceCancelled: ({ reason, cause }, state) =>
    cause?.kind === 'callingInstance' ? undefined : sendToCaller(state, (entry) => ({ type: 'ChildCancelled', entry, reason })),
};

/** `state`: after the run. */
export function effectOf(event: EngineEvent, state: InstanceState): Effect | undefined {
  const effect = EFFECTS[event.type] as EffectOf<EngineEvent['type']> | undefined;
  return effect?.(event, state);
}

function sendToCaller({ caller }: InstanceState, command: (entry: ActivityInstanceOrdinal) => EngineCommand): Effect | undefined {
  return caller === null ? undefined : { kind: 'sendCommand', instanceId: caller.instanceId, command: command(caller.entry) };
}

function isCaughtByCaller({ caller }: InstanceState, code: string): boolean {
  return caller !== null && (caller.catches.all || caller.catches.codes.includes(code));
}

function rootVariables(state: InstanceState): Variables {
  return { ...scopeIn(state.variables, state.rootVariables).values };
}
