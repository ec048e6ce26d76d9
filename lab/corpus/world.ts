import type { EngineCommand } from '../../src/engine/commands.ts';
import { type Effect, effectOf } from '../../src/engine/effects/effects-of-event.ts';
import type { ChildStartRequested } from '../../src/engine/events.ts';
import type { ProcessModel } from '../../src/engine/model.ts';
import { isTerminal } from '../../src/engine/state.ts';
import type { Variables } from '../../src/engine/values.ts';
import { Driver } from '../../test/support/given-when-then-driver.ts';

/** Deeper calls are answered as if the called process had completed: a model may call itself. */
const MAX_DEPTH = 8;
/** Instances of one world; a model may start others without end. */
const MAX_INSTANCES = 60;

/** Environment of a model: its instance, the instances that it calls or starts by messages and signals, and the delivery between them. */
export class World {
  /** in the order of their start */
  readonly instances: Driver[] = [];
  readonly #models: ReadonlyMap<string, ProcessModel>;
  readonly #byId = new Map<string, Driver>();
  readonly #depth = new Map<string, number>();
  readonly #effects: { readonly effect: Effect; readonly from: Driver }[] = [];
  readonly #foreignAnswer: Variables;

  /** `models` by key. `foreignAnswer`: what a process that is not among them answers when it is called. */
  constructor(models: ReadonlyMap<string, ProcessModel>, foreignAnswer: Variables) {
    this.#models = models;
    this.#foreignAnswer = foreignAnswer;
  }

  /** Starts an instance; `startElement`: where an event starts it. */
  start(model: ProcessModel, variables: Variables, startElement?: string, request?: ChildStartRequested): Driver | undefined {
    if (this.instances.length >= MAX_INSTANCES) return undefined;
    const instanceId = `00000000-0000-5000-8000-${String(this.instances.length + 1).padStart(12, '0')}`;
    const driver = new Driver(model, { checked: false });
    this.instances.push(driver);
    this.#byId.set(instanceId, driver);
    this.#depth.set(instanceId, request === undefined ? 0 : this.#depthOf(request) + 1);
    this.#send(driver, {
      type: 'StartInstance',
      instanceId,
      definitionId: model.key,
      version: 1,
      businessId: null,
      variables,
      ...(startElement !== undefined && { startElement }),
      ...(request !== undefined && { caller: request.caller }),
    });
    if (request === undefined) this.#carryOut();
    return driver;
  }

  /** Gives an instance a command, and lets everything follow that follows from it. False when it is refused. */
  give(driver: Driver, command: EngineCommand): boolean {
    const accepted = this.#send(driver, command);
    this.#carryOut();
    return accepted;
  }

  #depthOf({ caller }: ChildStartRequested): number {
    return this.#depth.get(caller.instanceId) ?? 0;
  }

  #send(driver: Driver, command: EngineCommand): boolean {
    if (isTerminal(driver.state)) return false;
    const decision = driver.send(command);
    if (!decision.ok) return false;
    for (const event of decision.events) {
      const effect = effectOf(event, driver.state);
      if (effect !== undefined) this.#effects.push({ effect, from: driver });
    }
    return true;
  }

  #carryOut(): void {
    for (let next = this.#effects.shift(); next !== undefined; next = this.#effects.shift()) this.#happen(next.effect, next.from);
  }

  #happen(effect: Effect, from: Driver): void {
    if (effect.kind === 'sendCommand') {
      const receiver = this.#byId.get(effect.instanceId);
      if (receiver !== undefined) this.#send(receiver, effect.command);
    } else if (effect.kind === 'startChild') {
      this.#call(effect.request, from);
    } else {
      this.#occur(effect, from);
    }
  }

  #call(request: ChildStartRequested, from: Driver): void {
    const { entry, key, variables } = request;
    const model = this.#models.get(key);
    const child =
      model === undefined || this.#depthOf(request) >= MAX_DEPTH ? undefined : this.start(model, variables, undefined, request);
    const childInstanceId = child?.state.instanceId ?? `foreign ${entry}`;
    this.#send(from, { type: 'ChildStarted', entry, childInstanceId, key });
    if (child === undefined) this.#send(from, { type: 'ChildCompleted', entry, variables: this.#foreignAnswer });
  }

  /** A message or signal reaches who waits for it, or starts who begins with it. */
  #occur(effect: Extract<Effect, { kind: 'publishMessage' | 'broadcastSignal' }>, from: Driver): void {
    const kind = effect.kind === 'publishMessage' ? 'message' : 'signal';
    const variables = effect.kind === 'publishMessage' ? effect.variables : {};
    let isHeard = false;
    for (const driver of [...this.instances]) {
      if (kind === 'signal' && driver === from) continue;
      for (const { ordinal, subject } of [...driver.state.subscriptions.values()]) {
        if (subject.kind !== kind || subject.name !== effect.name) continue;
        if (subject.kind === 'message' && effect.kind === 'publishMessage' && subject.key !== effect.key) continue;
        isHeard = this.#send(driver, { type: 'Deliver', subscription: ordinal, variables }) || isHeard;
      }
    }
    if (isHeard && kind === 'message') return;
    for (const [model, element] of this.#startedBy(kind, effect.name)) this.start(model, variables, element);
  }

  *#startedBy(kind: 'message' | 'signal', name: string): Iterable<readonly [ProcessModel, string]> {
    for (const model of this.#models.values()) {
      for (const { element, definition } of model.startTriggers) {
        if (definition.kind === kind && definition.name.source === name) yield [model, element];
      }
    }
  }
}
