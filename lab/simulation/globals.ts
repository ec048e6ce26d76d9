import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import timersPromises from 'node:timers/promises';
import { BEGIN_MS, type Scheduled, type World } from './world.ts';

/** A timer as code knows it. */
class VirtualTimer {
  event: Scheduled | undefined;

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  hasRef(): boolean {
    return false;
  }

  cancel(): void {
    if (this.event !== undefined) this.event.isCancelled = true;
  }
}

/** The world that runs; there is never more than one. */
interface Running {
  world: World | undefined;
}

const running: Running = { world: undefined };
let giveBack: (() => void) | undefined;

/** Runs a simulated world with the time and random numbers that {@link withVirtualGlobals} has replaced. */
export async function inWorld<T>(world: World, work: () => Promise<T>): Promise<T> {
  return withVirtualGlobals(async () => {
    running.world = world;
    try {
      return await work();
    } finally {
      running.world = undefined;
    }
  });
}

/** Replaces all sources of time and random numbers while `work` runs. Only simulated worlds may run in this time. */
export async function withVirtualGlobals<T>(work: () => Promise<T>): Promise<T> {
  if (giveBack !== undefined) return work();
  giveBack = takeOver();
  try {
    return await work();
  } finally {
    giveBack();
    giveBack = undefined;
  }
}

/** @returns gives everything back */
function takeOver(): () => void {
  const world = () => {
    if (running.world === undefined) throw new Error('time was read while no world runs');
    return running.world;
  };
  const timers = timersOf(world);
  const restores = [
    replace(globalThis, timers),
    replace(Date, { now: () => BEGIN_MS + Math.floor(world().now) + world().current.skewMs }),
    replace(performance, { now: () => world().now }),
    replace(Math, { random: () => world().random() }),
    replace(timersPromises, { setTimeout: delayOf(world) }),
    replace(crypto, { randomUUID: () => uuidOf(world()) }),
  ];
  syncBuiltinESMExports();
  return () => {
    for (const restore of restores.reverse()) restore();
    syncBuiltinESMExports();
  };
}

function timersOf(world: () => World) {
  const later = (work: (...given: unknown[]) => void, ms: number, given: readonly unknown[]): VirtualTimer => {
    const timer = new VirtualTimer();
    timer.event = world().after(ms, world().current, () => work(...given));
    return timer;
  };
  const cancel = (timer: unknown) => (timer instanceof VirtualTimer ? timer.cancel() : undefined);
  return {
    setTimeout: (work: () => void, ms = 1, ...given: unknown[]) => later(work, ms, given),
    setImmediate: (work: () => void, ...given: unknown[]) => later(work, 0, given),
    setInterval(work: () => void, ms: number, ...given: unknown[]) {
      const timer = new VirtualTimer();
      const owner = world().current;
      const turn = () => {
        timer.event = world().after(ms, owner, turn);
        (work as (...all: unknown[]) => void)(...given);
      };
      timer.event = world().after(ms, owner, turn);
      return timer;
    },
    clearTimeout: cancel,
    clearInterval: cancel,
    clearImmediate: cancel,
  };
}

function delayOf(world: () => World) {
  return (ms = 1, value?: unknown, options: { signal?: AbortSignal } = {}) =>
    new Promise((resolve, reject) => {
      const { signal } = options;
      const aborted = () => reject(Object.assign(new Error('The operation was aborted'), { name: 'AbortError' }));
      if (signal?.aborted === true) return aborted();
      const end = () => {
        event.isCancelled = true;
        aborted();
      };
      const event = world().after(ms, world().current, () => {
        signal?.removeEventListener('abort', end);
        resolve(value);
      });
      signal?.addEventListener('abort', end, { once: true });
    });
}

/** A GUID that the seed decides about. */
function uuidOf(world: World): string {
  const part = (bits: number) => Math.floor(world.random() * 2 ** bits);
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');
  return `${hex(part(32), 8)}-${hex(part(16), 4)}-4${hex(part(12), 3)}-${hex(0x8000 | part(14), 4)}-${hex(part(48), 12)}`;
}

function replace(owner: object, members: Readonly<Record<string, unknown>>): () => void {
  const before = Object.keys(members).map((name) => [name, Object.getOwnPropertyDescriptor(owner, name)] as const);
  for (const [name, value] of Object.entries(members))
    Object.defineProperty(owner, name, { value, configurable: true, writable: true, enumerable: true });
  return () => {
    for (const [name, descriptor] of before) {
      if (descriptor === undefined) Reflect.deleteProperty(owner, name);
      else Object.defineProperty(owner, name, descriptor);
    }
  };
}
