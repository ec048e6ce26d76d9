import type { Instruction, InstructionFault, Movement, StartInstruction } from '../migration/modifications.ts';
import { isCompensationHandler } from '../model/model-shape.ts';
import { type ElementModel, elementOf, flowOf, type ProcessModel } from '../model.ts';
import type { ActivityInstanceOrdinal } from '../ordinals.ts';
import { isSuspended } from '../state/suspension.ts';
import { type ActivityInstance, activityInstanceIn, openScope } from '../state.ts';
import {
  type Affected,
  affectedBy,
  hostsOf,
  namedBy,
  outermostOf,
  type Planned,
  type PlannedScope,
  PlannedScopes,
} from './planned-scopes.ts';

interface SuspendedPlan {
  readonly affected: Affected;
  readonly starts: readonly PlannedStart[];
}

/** Reason against any modification of this suspended instance (docs/contributing/spec/suspension.md#modifications-while-suspended). */
function movementOfAll({ state: { paused } }: Planned): Movement | undefined {
  if (paused?.begins !== undefined) return 'notBegun';
  return paused?.isStopped === true ? 'stopped' : undefined;
}

/** Conflict of a start: opening a body maps inputs and subscribes, and flows may have conditions. A token before an element has no such effect. */
function faultOfStart({ model, state }: Planned, { instruction, element, where }: PlannedStart): InstructionFault | undefined {
  const [opened] = hostsOf(where);
  if (opened !== undefined) return movesAtOnce(opened.element, 'opening');
  const { host } = openScope(state, outermostOf(where));
  if (host !== null && activityInstanceIn(state, host).adHoc !== null) return movesAtOnce(element.id, 'adHoc');
  const isChosen = element.outgoing.some((id) => {
    const { condition, skip, listeners = [] } = flowOf(model, id);
    return condition !== undefined || skip !== undefined || listeners.length > 0;
  });
  return instruction.kind === 'startAfter' && isChosen ? movesAtOnce(element.id, 'choice') : undefined;
}

/** Conflict of a cancellation that would continue something else. */
function faultOfCancel(of: Planned, entry: ActivityInstance, plan: SuspendedPlan): InstructionFault | undefined {
  const { state } = of;
  const { host } = openScope(state, entry.scope);
  if (entry.index !== null) return movesAtOnce(entry.element, 'loop');
  if (host !== null && activityInstanceIn(state, host).adHoc !== null) return movesAtOnce(entry.element, 'adHoc');
  if (isCompensating(of, plan.affected)) return movesAtOnce(entry.element, 'compensation');
  return isLeftEmpty(of, entry, plan) ? movesAtOnce(entry.element, 'scopeEnd') : undefined;
}

/** True if cancelling a handler would continue its compensation run. */
function isCompensating({ state }: Planned, { entries, scopes }: Affected): boolean {
  const isHandler = (ordinal: ActivityInstanceOrdinal) => activityInstanceIn(state, ordinal).compensates !== null;
  const steps = state.paused?.steps ?? [];
  return [...entries].some(isHandler) || steps.some(({ compensates, scope }) => compensates !== undefined && scopes.has(scope));
}

/** True if the scope would end. */
function isLeftEmpty({ state }: Planned, { scope }: ActivityInstance, { affected, starts }: SuspendedPlan): boolean {
  if (starts.some(({ where }) => outermostOf(where) === scope)) return false;
  const { entries } = openScope(state, scope);
  if ([...entries].some((ordinal) => !affected.entries.has(ordinal))) return false;
  const races = new Set([...affected.entries].flatMap((ordinal) => activityInstanceIn(state, ordinal).race ?? []));
  const stays = (state.paused?.steps ?? []).filter(
    (step) => step.scope === scope && !(step.entry !== undefined && affected.entries.has(step.entry)),
  );
  return !stays.some(({ race }) => race === undefined || !races.has(race));
}

function movesAtOnce(element: string, because: Movement): InstructionFault {
  return { why: 'movesAtOnce', element, because };
}

export interface PlannedStart {
  readonly instruction: StartInstruction;
  readonly element: ElementModel;
  readonly where: PlannedScope;
}

/** Effects computed in advance: applied completely or not at all. */
export interface ModificationPlan {
  readonly affected: Affected;
  readonly starts: readonly PlannedStart[];
}

interface RefusedInstruction {
  readonly index: number;
  readonly fault: InstructionFault;
}

/** Cancellations, then starts, each in order (docs/contributing/spec/execution.md#modification). */
export function planModification(of: Planned, instructions: readonly Instruction[]): ModificationPlan | RefusedInstruction {
  const { model, state } = of;
  const named: ActivityInstance[] = [];
  const namedIn: number[] = [];
  for (const [index, instruction] of instructions.entries()) {
    const found = namedBy(model, state, instruction);
    if (found === undefined) continue;
    if ('why' in found) return { index, fault: found };
    for (const entry of found) {
      named.push(entry);
      namedIn.push(index);
    }
  }
  const affected = affectedBy(state, named);
  const scopes = new PlannedScopes(of, affected);
  const starts: PlannedStart[] = [];
  const startedIn: number[] = [];
  for (const [index, instruction] of instructions.entries()) {
    if (instruction.kind !== 'startBefore' && instruction.kind !== 'startAfter') continue;
    const planned = planStart(of, scopes, instruction);
    if ('why' in planned) return { index, fault: planned };
    starts.push(planned);
    startedIn.push(index);
  }
  const plan = { affected, starts };
  return isSuspended(state) ? checkSuspended(of, plan, { named, namedIn, startedIn }) : plan;
}

/** Indexes of instructions. */
interface Named {
  readonly named: readonly ActivityInstance[];
  readonly namedIn: readonly number[];
  readonly startedIn: readonly number[];
}

/** Checks the plan: a suspended instance must not continue (docs/contributing/spec/suspension.md#modifications-while-suspended). */
function checkSuspended(
  of: Planned,
  plan: ModificationPlan,
  { named, namedIn, startedIn }: Named,
): ModificationPlan | RefusedInstruction {
  const because = movementOfAll(of);
  if (because !== undefined) return { index: 0, fault: { why: 'movesAtOnce', element: of.model.key, because } };
  const targets = new Set(plan.affected.targets);
  for (const [n, entry] of named.entries()) {
    const fault = targets.has(entry) ? faultOfCancel(of, entry, plan) : undefined;
    if (fault !== undefined) return { index: namedIn[n] ?? 0, fault };
  }
  for (const [n, start] of plan.starts.entries()) {
    const fault = faultOfStart(of, start);
    if (fault !== undefined) return { index: startedIn[n] ?? 0, fault };
  }
  return plan;
}

function planStart(of: Planned, scopes: PlannedScopes, instruction: StartInstruction): PlannedStart | InstructionFault {
  const element = of.model.elements.get(instruction.element);
  if (element === undefined) return { why: 'elementUnknown', element: instruction.element };
  if (of.state.jobOf.has(null)) return { why: 'processListens' };
  const fault = instruction.kind === 'startBefore' ? faultBefore(of, element) : faultAfter(of.model, element);
  if (fault !== undefined) return fault;
  const where = scopes.find(instruction, element);
  return 'why' in where ? where : { instruction, element, where };
}

function faultBefore({ model, behaviours }: Planned, element: ElementModel): InstructionFault | undefined {
  const { id, type, incoming } = element;
  if (isCompensationHandler(element)) return { why: 'forCompensation', element: id };
  const why = behaviours[type].notEnteredByHand(element, model);
  if (why !== undefined) return { why, element: id };
  const isTarget = incoming.some((flow) => behaviours[elementOf(model, flowOf(model, flow).source).type].startsRace);
  return isTarget ? { why: 'isRaceTarget', element: id } : undefined;
}

function faultAfter(model: ProcessModel, element: ElementModel): InstructionFault | undefined {
  if (element.outgoing.length === 0) return { why: 'nothingFollows', element: element.id };
  const listenedFlow = element.outgoing.find(
    (flow) => flowOf(model, flow).listeners?.some(({ does }) => does.kind === 'job') === true,
  );
  return listenedFlow === undefined ? undefined : { why: 'flowListener', element: element.id, flow: listenedFlow };
}
