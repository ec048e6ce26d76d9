import { BEHAVIOURS } from '../behaviours/registry.ts';
import type { EngineCommandOf } from '../commands.ts';
import { catchesOf, loopOf } from '../model/model-shape.ts';
import { type ElementModel, elementOf, type ProcessModel } from '../model.ts';
import { type MigrationPlan, planMigration } from '../opening/migration-plan.ts';
import { isCaught, isCaughtHere } from '../policies/raise-incident.ts';
import type { EngineContext } from '../running/context.ts';
import { Run } from '../running/run.ts';
import { type InstanceState, openScope } from '../state.ts';

/** Reason against continuing in another version. */
export interface MigrationConflict {
  readonly element: string;
  readonly reason: string;
}

/**
 * First conflict with the other version of a fork. All that is active or waits must exist there with the same id, type, container and loop, with the
 * same incoming flows, events and listeners (docs/contributing/spec/forks.md#another-version).
 */
export function conflictOf(model: ProcessModel, before: ProcessModel, state: InstanceState): MigrationConflict | undefined {
  for (const one of conflicts(model, before, state)) if (one !== undefined) return one;
  return undefined;
}

function* conflicts(model: ProcessModel, before: ProcessModel, state: InstanceState): Generator<MigrationConflict | undefined> {
  for (const { container } of state.scopes.values()) {
    if (!model.containers.has(container) && container !== model.key && !model.elements.has(container))
      yield missing(container, 'a scope of it is open');
  }
  for (const { element, scope, held } of state.entries.values()) {
    yield ofElement(model, before, element, 'it is active');
    yield ofContainer(model, before, element, openScope(state, scope).container);
    for (const flow of held?.keys() ?? []) yield ofIncoming(model, element, flow);
  }
  for (const { element, definition } of state.subscriptions.values()) {
    yield ofElement(model, before, element, 'it waits for its event');
    yield ofDefinition(model, before, element, definition);
  }
  for (const { entry, element } of state.jobs.values())
    yield entry === null ? ofListeners(element, before, model) : ofJob(model, before, element);
  for (const { element, flow } of state.paused?.steps ?? []) {
    yield ofElement(model, before, element, 'a token is on its way to it');
    if (flow !== null) yield ofIncoming(model, element, flow);
  }
  const beginning = state.paused?.begins?.startElement ?? null;
  if (beginning !== null) yield ofElement(model, before, beginning, 'it begins there');
  for (const scope of state.scopes.values()) {
    for (const [element, { delivered }] of scope.fired) {
      yield ofElement(model, before, element, 'it has fired and waits for the rest of its pass');
      for (const flow of delivered) yield ofIncoming(model, element, flow);
    }
    for (const { element, handler } of scope.log.values()) {
      yield ofElement(model, before, element, 'it can be compensated');
      if (handler !== null) yield ofElement(model, before, handler, 'it can be compensated');
    }
  }
  for (const { element } of state.compensationRuns.values()) yield ofElement(model, before, element, 'it compensates');
}

function ofElement(model: ProcessModel, before: ProcessModel, id: string, why: string): MigrationConflict | undefined {
  const element = model.elements.get(id);
  const was = elementOf(before, id);
  if (element === undefined) return missing(id, why);
  if (element.type !== was.type)
    return { element: id, reason: `it is a ${element.type} in the other version, and was a ${was.type}` };
  if (loopKind(element) !== loopKind(was)) return { element: id, reason: 'its loop is another one in the other version' };
  return undefined;
}

function loopKind(element: ElementModel): string | undefined {
  return loopOf(element)?.kind;
}

function ofContainer(model: ProcessModel, before: ProcessModel, id: string, container: string): MigrationConflict | undefined {
  const place = model.elements.get(id)?.container;
  if (place === elementOf(before, id).container) return undefined;
  return { element: id, reason: `it is in '${place}' in the other version, and was in '${container}'` };
}

function ofIncoming(model: ProcessModel, id: string, flow: string): MigrationConflict | undefined {
  if (model.elements.get(id)?.incoming.includes(flow) === true) return undefined;
  return { element: id, reason: `the sequence flow '${flow}' does not lead to it in the other version` };
}

function ofDefinition(model: ProcessModel, before: ProcessModel, id: string, definition: number): MigrationConflict | undefined {
  const element = model.elements.get(id);
  const kind = element && catchesOf(element)[definition]?.kind;
  if (kind === catchesOf(elementOf(before, id))[definition]?.kind) return undefined;
  return { element: id, reason: 'it waits for something of another kind in the other version' };
}

function ofJob(model: ProcessModel, before: ProcessModel, id: string): MigrationConflict | undefined {
  const [now, was] = [model.elements.get(id), elementOf(before, id)];
  if (JSON.stringify(now?.listeners) === JSON.stringify(was.listeners)) return undefined;
  return { element: id, reason: 'a listener of it is being called, and the other version has others' };
}

function ofListeners(element: string, before: ProcessModel, model: ProcessModel): MigrationConflict | undefined {
  if (JSON.stringify(before.listeners) === JSON.stringify(model.listeners)) return undefined;
  return { element, reason: 'a listener of the process is being called, and the other version has others' };
}

function missing(element: string, why: string): MigrationConflict {
  return { element, reason: `the other version has no such element, and ${why}` };
}

/** Effects of a migration, which is not applied (docs/contributing/spec/moving-to-a-version.md#migration-report). `model`: the other version. */
export function previewMigration(
  model: ProcessModel,
  state: InstanceState,
  { before, order }: EngineCommandOf<'MigrateInstance'>,
  context: EngineContext,
): MigrationPlan {
  return planMigration(new Run(model, state, context, { behaviours: BEHAVIOURS, isCaught, isCaughtHere }), before, order);
}
