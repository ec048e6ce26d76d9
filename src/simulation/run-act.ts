import type { Variables } from '../engine/values.ts';
import type { KeptTask } from '../memory/memory-tables.ts';
import { entityId } from '../platform/ids.ts';
import { subscriptionText } from '../store/subscriptions.ts';
import { type ActableWait, openStarts, openWaits } from './open-waits.ts';
import type { SimulationAct, SimulationValues } from './protocol.ts';
import type { SimulatedWorld } from './simulated-world.ts';

/** User of tasks without assignee and candidates. */
const DEFAULT_USER = 'example-user';

/** Thrown if no wait matches. The message contains the reason. */
export class Unfit extends Error {
  override readonly name = 'Unfit';
}

type ActAt = Extract<SimulationAct, { readonly element: string; readonly index: number }>;

/** Runs an action with all follow-ups. @throws Unfit, Refused if a command is rejected, TooMuch at a limit */
export async function runAct(world: SimulatedWorld, act: SimulationAct): Promise<void> {
  if (act.kind === 'start') return start(world, act);
  if (act.kind === 'set') return set(world, act);
  const open = waitFor(world, act);
  switch (act.kind) {
    case 'complete':
      return complete(world, open, act.variables as Variables);
    case 'fail':
      return fail(world, open, act);
    case 'retry':
      await world.send<'RetryIncident'>({ kind: 'RetryIncident', incidentId: incidentOf(open) });
      return;
    case 'deliver':
      return deliver(world, open, act.variables as Variables);
    case 'fire':
      return fire(world, open);
  }
}

async function start(world: SimulatedWorld, act: Extract<SimulationAct, { kind: 'start' }>): Promise<void> {
  const starts = (await openStarts(world)).filter(({ model }) => act.key === undefined || model.key === act.key);
  const wanted = act.element === undefined ? starts[0] : starts.find(({ element }) => element.id === act.element);
  if (wanted === undefined)
    throw new Unfit(
      act.element === undefined
        ? `nothing starts ${act.key === undefined ? 'an instance of this model' : `process '${act.key}'`}`
        : `'${act.element}' starts no instance`,
    );
  const { model, trigger } = wanted;
  const variables = act.variables as Variables;
  if (trigger === undefined) {
    const body = { instanceId: world.machine.nextId(), key: model.key, businessId: null, variables };
    await world.send<'StartInstance'>({ kind: 'StartInstance', ...body });
    return;
  }
  const name = trigger.name ?? '';
  switch (trigger.kind) {
    case 'message':
      await world.send<'DeliverMessage'>({ kind: 'DeliverMessage', name, correlationKey: '', variables, businessId: null });
      return;
    case 'signal':
      await world.send<'BroadcastSignal'>({ kind: 'BroadcastSignal', name, variables, exceptInstanceId: null });
      return;
    case 'timer':
      return world.startAtTimer(trigger);
    case 'conditional':
      return startByCondition(world, model.key, variables);
  }
}

async function startByCondition(world: SimulatedWorld, key: string, variables: SimulationValues): Promise<void> {
  const body = { key, variables: variables as Variables };
  const { startedInstanceIds, errors } = await world.send<'EvaluateConditions'>({ kind: 'EvaluateConditions', ...body });
  if (startedInstanceIds.length > 0) return;
  throw new Unfit(errors.length === 0 ? 'the condition does not hold with these variables' : errors.join('; '));
}

async function set(world: SimulatedWorld, { index, variables }: Extract<SimulationAct, { kind: 'set' }>): Promise<void> {
  const instance = world.instances[index];
  if (instance === undefined) throw new Unfit(`instance ${index} has not begun`);
  const body = { instanceId: instance.id, scope: null, variables: variables as Variables, removed: [] };
  await world.send<'EditVariables'>({ kind: 'EditVariables', ...body });
}

function waitFor(world: SimulatedWorld, { kind, element, index }: ActAt): ActableWait {
  const there = openWaits(world).filter((open) => open.element === element);
  const open = there[index];
  if (open === undefined)
    throw new Unfit(
      there.length === 0 ? `nothing waits at '${element}'` : `${there.length} wait at '${element}', there is no ${index}`,
    );
  if (!open.acts.includes(kind))
    throw new Unfit(
      `'${kind}' is not for what waits at '${element}'; ${open.acts.length === 0 ? 'nothing is' : `there is ${open.acts.join(', ')}`}`,
    );
  return open;
}

async function complete(world: SimulatedWorld, open: ActableWait, variables: Variables): Promise<void> {
  const { instance, element, kind } = open;
  switch (kind) {
    case 'userTask':
      return completeUserTask(world, open, variables);
    case 'activity':
      await world.send<'CompleteActivity'>({ kind: 'CompleteActivity', instanceId: instance.id, activityId: element, variables });
      return;
    case 'incident':
      await world.send<'ResolveIncident'>({ kind: 'ResolveIncident', incidentId: incidentOf(open), variables });
      return;
    default: {
      const task = jobOf(world, open);
      const { instanceId, taskId } = task;
      const attempt = world.lock(task);
      await world.send<'CompleteCustomTask'>({ kind: 'CompleteCustomTask', instanceId, taskId, attempt, result: variables });
    }
  }
}

async function completeUserTask(world: SimulatedWorld, { instance, source }: ActableWait, variables: Variables): Promise<void> {
  const { entry = null, userTask } = source.of === 'entry' ? source.wait : {};
  const taskId = entityId(instance.id, entry ?? 0);
  const { claimedBy = null, assignee = null, candidateUsers = [], candidateGroups = [] } = userTask ?? {};
  const userId = claimedBy ?? assignee ?? candidateUsers[0] ?? DEFAULT_USER;
  if (claimedBy !== userId)
    await world.send<'ClaimUserTask'>({ kind: 'ClaimUserTask', taskId, userId, userGroups: candidateGroups });
  await world.send<'CompleteUserTask'>({ kind: 'CompleteUserTask', taskId, userId, variables });
}

async function fail(world: SimulatedWorld, open: ActableWait, act: Extract<SimulationAct, { kind: 'fail' }>): Promise<void> {
  const { code, message } = act;
  if (open.kind === 'userTask') {
    const entry = open.source.of === 'entry' ? open.source.wait.entry : null;
    const taskId = entityId(open.instance.id, entry ?? 0);
    await world.send<'FailUserTask'>({ kind: 'FailUserTask', taskId, errorCode: code, errorMessage: message });
    return;
  }
  const task = jobOf(world, open);
  const { instanceId, taskId } = task;
  const lock = { instanceId, taskId, attempt: world.lock(task) };
  const failure = { code, message, isRetryable: false, retryAfterMs: null };
  await world.send<'FailCustomTask'>({ kind: 'FailCustomTask', ...lock, ...failure });
}

async function deliver(world: SimulatedWorld, { source }: ActableWait, variables: Variables): Promise<void> {
  const subject = source.of === 'event' ? source.subscription.subject : undefined;
  if (subject?.kind === 'message') {
    const body = { name: subject.name, correlationKey: subject.key, variables, businessId: null };
    await world.send<'DeliverMessage'>({ kind: 'DeliverMessage', ...body });
  } else if (subject?.kind === 'signal')
    await world.send<'BroadcastSignal'>({ kind: 'BroadcastSignal', name: subject.name, variables, exceptInstanceId: null });
}

async function fire(world: SimulatedWorld, { instance, source }: ActableWait): Promise<void> {
  const subscription = source.of === 'event' ? source.subscription.ordinal : 0;
  const timer = world.tables.timers.get(subscriptionText({ instanceId: instance.id, subscription }));
  if (timer === undefined) throw new Unfit('the timer is never due');
  await world.fire(timer);
}

/** Job of an element, or of the stub of a called process. */
function jobOf(world: SimulatedWorld, { instance, element, source }: ActableWait): KeptTask {
  const { entry = null, customTask } = source.of === 'entry' ? source.wait : {};
  const child = entry === null ? null : (instance.state.entries.get(entry)?.childInstanceId ?? null);
  const task =
    customTask === undefined
      ? world.taskOfStub(child ?? '')
      : world.tables.customTasks.get(entityId(instance.id, customTask.ordinal));
  if (task === undefined) throw new Unfit(`nothing waits at '${element}'`);
  return task;
}

function incidentOf({ instance, source }: ActableWait): string {
  const ordinal = source.of === 'entry' ? (source.wait.incident?.ordinal ?? 0) : 0;
  return entityId(instance.id, ordinal);
}
