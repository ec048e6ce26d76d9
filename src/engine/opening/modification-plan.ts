import { type ElementModel, elementOf, flowOf, type ProcessModel } from '../model.ts';
import { isCompensationHandler } from '../model-shape.ts';
import type { Instruction, InstructionFault, StartInstruction } from '../modifications.ts';
import type { EntryState } from '../state.ts';
import { isSuspended } from '../suspension.ts';
import { type Affected, affectedBy, namedBy } from './affected.ts';
import { type Planned, type PlannedScope, PlannedScopes } from './planned-scopes.ts';
import { faultOfCancel, faultOfStart, movementOfAll } from './suspended-modification.ts';

export interface PlannedStart {
  readonly instruction: StartInstruction;
  readonly element: ElementModel;
  readonly where: PlannedScope;
}

/** Effects of a modification, computed in advance so that it is applied completely or not at all. */
export interface ModificationPlan {
  readonly affected: Affected;
  readonly starts: readonly PlannedStart[];
}

export interface RefusedInstruction {
  readonly index: number;
  readonly fault: InstructionFault;
}

/** Plans a modification against the current state: first cancellations, then starts, each in order (docs/contributing/spec/execution.md#modification). */
export function planModification(of: Planned, instructions: readonly Instruction[]): ModificationPlan | RefusedInstruction {
  const { model, state } = of;
  const named: EntryState[] = [];
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

/** Indexes of the instructions of a plan. */
interface Named {
  readonly named: readonly EntryState[];
  readonly namedIn: readonly number[];
  readonly startedIn: readonly number[];
}

/** Checks the plan for a suspended instance, which must not continue (docs/contributing/spec/suspension.md#modifications-while-suspended). */
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

/** Reason why a modification cannot enter the element. */
function faultBefore({ model, behaviours }: Planned, element: ElementModel): InstructionFault | undefined {
  const { id, type, incoming } = element;
  if (isCompensationHandler(element)) return { why: 'forCompensation', element: id };
  const why = behaviours[type].notEnteredByHand(element, model);
  if (why !== undefined) return { why, element: id };
  const isTarget = incoming.some((flow) => behaviours[elementOf(model, flowOf(model, flow).source).type].startsRace);
  return isTarget ? { why: 'isRaceTarget', element: id } : undefined;
}

/** Reason why a modification cannot leave the element. */
function faultAfter(model: ProcessModel, element: ElementModel): InstructionFault | undefined {
  if (element.outgoing.length === 0) return { why: 'nothingFollows', element: element.id };
  const listenedFlow = element.outgoing.find(
    (flow) => flowOf(model, flow).listeners?.some(({ does }) => does.kind === 'job') === true,
  );
  return listenedFlow === undefined ? undefined : { why: 'flowListener', element: element.id, flow: listenedFlow };
}
