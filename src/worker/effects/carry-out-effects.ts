import type { Connection } from '../../db/connection.ts';
import type { Effect } from '../../engine/effects.ts';
import type { ChildStartRequested } from '../../engine/events.ts';
import { causationTooDeep } from '../../engine/failures.ts';
import { entityId, nameBasedId } from '../../platform/ids.ts';
import { resolveDefinition } from '../../store/definitions.ts';
import { hasMail } from '../../store/outbox.ts';
import type { ModelCache } from '../loading/model-cache.ts';
import type { Origin, PendingEffect, UnitOfWork, WorkingInstance } from '../unit-of-work/unit-of-work.ts';
import { giveNotice } from './apply-mail.ts';

/** Effects done in one transaction. Beyond it they go through the outbox, so that a call that calls itself for ever holds no lock for ever. */
const MAX_INLINE = 2000;
/** Children started in one transaction. The others wait in the outbox: a process that calls itself twice would never come to an end here. */
export const MAX_CHILDREN = 1000;

/**
 * Does the effects of decided commands: what concerns an instance that is new or locked here happens in this transaction, everything else
 * becomes a row of the outbox.
 */
export async function settleEffects(unit: UnitOfWork, connection: Connection, models: ModelCache): Promise<void> {
  for (let done = 0; unit.effects.length > 0; done++) {
    const pending = unit.effects.shift() as PendingEffect;
    await settleOne(unit, connection, models, pending, done < MAX_INLINE);
  }
}

async function settleOne(
  unit: UnitOfWork,
  connection: Connection,
  models: ModelCache,
  pending: PendingEffect,
  mayInline: boolean,
): Promise<void> {
  const { origin, from, effect } = pending;
  switch (effect.kind) {
    case 'publishMessage': {
      const { name, key: correlationKey, variables } = effect;
      const message = { kind: 'DeliverMessage', name, correlationKey, variables, businessId: null } as const;
      unit.followUp(origin, { ...message, depth: depthAfter(origin) }, { senderId: rootOf(from) });
      return;
    }
    case 'broadcastSignal': {
      const signal = { kind: 'BroadcastSignal', name: effect.name, variables: {}, exceptInstanceId: from.id } as const;
      unit.followUp(origin, { ...signal, depth: depthAfter(origin) }, { senderId: rootOf(from) });
      return;
    }
    case 'startChild':
      await startChild(unit, connection, models, pending, effect.request);
      return;
    case 'tell':
      await tell(unit, connection, pending, effect, mayInline);
  }
}

async function tell(
  unit: UnitOfWork,
  connection: Connection,
  { origin, from }: PendingEffect,
  effect: Effect & { kind: 'tell' },
  mayInline: boolean,
): Promise<void> {
  const target = unit.instance(effect.instanceId);
  if (target !== undefined && mayInline && !(await mayOvertake(unit, connection, from, target))) {
    giveNotice(unit, origin, target, effect.command);
    return;
  }
  unit.tellOf(origin, from, 1070, 'put into the mailbox of another instance', { EventKind: effect.command.type });
  const { depth } = origin;
  unit.mailbox.push({ id: unit.nextFollowUpId(origin), targetId: effect.instanceId, command: effect.command, depth });
}

/**
 * Whether an earlier notice of the same instance may still wait in the mailbox of the target: told now, the later one would overtake it, and a
 * child's end would swallow its escalation. Who is new here has left nothing in the database.
 */
async function mayOvertake(
  unit: UnitOfWork,
  connection: Connection,
  from: WorkingInstance,
  target: WorkingInstance,
): Promise<boolean> {
  if (unit.mailbox.some(({ targetId }) => targetId === target.id)) return true;
  const { instances } = unit.loaded;
  return instances.has(from.id) && instances.has(target.id) && (await hasMail(connection, target.id));
}

/** Resolved when the entry runs (docs/spec/calls.md#called-version); the child's id follows from the entry's. */
async function startChild(
  unit: UnitOfWork,
  connection: Connection,
  models: ModelCache,
  { origin, from: parent }: PendingEffect,
  request: ChildStartRequested,
): Promise<void> {
  const { entry, key, binding, bindingValue: value, variables, caller } = request;
  const waiting = parent.state.entries.get(entry);
  if (waiting === undefined || waiting.childInstanceId !== null) return;
  if (unit.childrenStarted >= MAX_CHILDREN) {
    startLater(unit, origin, parent, request);
    return;
  }
  unit.childrenStarted += 1;
  const found = await resolveDefinition(connection, { key, binding, value, from: parent.definitionId });
  if (found === undefined) {
    unit.decide(origin, parent, { type: 'ChildFailed', entry, code: '500', message: `Process '${key}' is not deployed` });
    return;
  }
  const childId = nameBasedId(entityId(parent.id, entry), 'child');
  const child: WorkingInstance = unit.newInstance(childId, found.definitionId, await models.get(connection, found.definitionId));
  unit.decide(origin, parent, { type: 'ChildStarted', entry, childInstanceId: childId, key });
  const { definitionId, version } = found;
  unit.decide(origin, child, {
    type: 'StartInstance',
    instanceId: childId,
    definitionId,
    version,
    businessId: null,
    variables,
    caller: { ...caller, root: rootOf(parent) },
  });
}

function startLater(unit: UnitOfWork, origin: Origin, parent: WorkingInstance, request: ChildStartRequested): void {
  const depth = depthAfter(origin);
  const { maxCausationDepth } = unit.context.limits;
  if (depth > maxCausationDepth) {
    const { code, message } = causationTooDeep(maxCausationDepth);
    unit.decide(origin, parent, { type: 'ChildFailed', entry: request.entry, code, message });
    return;
  }
  const place = unit.placeOf(origin.id) ?? { senderId: rootOf(parent) };
  unit.followUp(origin, { kind: 'StartChild', parentId: parent.id, request, depth }, place);
}

function depthAfter({ depth = 0 }: Origin): number {
  return depth + 1;
}

/** The instance at the top of the calls: what it and those below it send is carried out in order. */
function rootOf({ id, state: { caller } }: WorkingInstance): string {
  return caller === null ? id : (caller.root ?? caller.instanceId);
}
