import { type InstanceState, isTerminal, type SubscriptionState } from '../engine/state.ts';
import { factsOf } from '../memory/wait-facts.ts';
import type { Wait, WaitKind } from '../waits/wait.ts';
import { waitsOf } from '../waits/waits-of.ts';
import type { WorkingInstance } from '../worker/unit-of-work/working-instance.ts';
import type { ActKind, SimulatedWaitKind } from './protocol.ts';
import type { SimulatedWorld } from './simulated-world.ts';

/** Something that waits, with where it comes from. `index`: among those at its element. */
export interface ActableWait {
  /** number of its instance, from 0 */
  readonly number: number;
  readonly instance: WorkingInstance;
  readonly element: string;
  readonly index: number;
  readonly kind: SimulatedWaitKind;
  readonly acts: readonly ActKind[];
  readonly source: WaitSource;
}

export type WaitSource =
  | { readonly of: 'entry'; readonly wait: Wait }
  | { readonly of: 'event'; readonly subscription: SubscriptionState };

type Found = Omit<ActableWait, 'index'>;

/** Kinds that are shown. A wait around others is omitted, because it does not wait itself. Events are shown under their own kind. */
const KINDS: Readonly<Partial<Record<WaitKind, SimulatedWaitKind>>> = {
  UserTask: 'userTask',
  CustomTask: 'job',
  Completion: 'activity',
  Call: 'call',
  Incident: 'incident',
  Join: 'other',
  Tokens: 'other',
  Compensation: 'other',
  Other: 'other',
};

const ACTS: Readonly<Record<SimulatedWaitKind, readonly ActKind[]>> = {
  userTask: ['complete', 'fail'],
  job: ['complete', 'fail'],
  activity: ['complete'],
  call: ['complete', 'fail'],
  incident: ['retry', 'complete'],
  message: ['deliver'],
  signal: ['deliver'],
  timer: ['fire'],
  condition: [],
  other: [],
};

/** Everything that waits, instance by instance: what tokens do, oldest first, then the events that are listened for. */
export function openWaits(world: SimulatedWorld): readonly ActableWait[] {
  const counts = new Map<string, number>();
  return world.instances.flatMap((instance, number) =>
    isTerminal(instance.state)
      ? []
      : [...entriesOf(world, instance, number), ...eventsOf(instance, number)].map((found) => {
          const index = counts.get(found.element) ?? 0;
          counts.set(found.element, index + 1);
          return { ...found, index };
        }),
  );
}

function entriesOf(world: SimulatedWorld, instance: WorkingInstance, number: number): readonly Found[] {
  const { id, state, model } = instance;
  return waitsOf(state, model, factsOf(id, world.tables, new Date(world.machine.now))).flatMap((wait): Found[] => {
    const kind = KINDS[wait.kind];
    if (kind === undefined) return [];
    const acts = kind === 'call' && stubTaskOf(world, state, wait) === undefined ? [] : ACTS[kind];
    return [{ number, instance, element: wait.element ?? state.key, kind, acts, source: { of: 'entry', wait } }];
  });
}

function stubTaskOf(world: SimulatedWorld, state: InstanceState, { entry }: Wait) {
  const child = entry === null ? null : (state.entries.get(entry)?.childInstanceId ?? null);
  return child === null ? undefined : world.taskOfStub(child);
}

function eventsOf(instance: WorkingInstance, number: number): readonly Found[] {
  return [...instance.state.subscriptions.values()].map((subscription) => {
    const { kind } = subscription.subject;
    const shown = kind === 'conditional' ? 'condition' : kind;
    const source = { of: 'event', subscription } as const;
    return { number, instance, element: subscription.element, kind: shown, acts: ACTS[shown], source };
  });
}
