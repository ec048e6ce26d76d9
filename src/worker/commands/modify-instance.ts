import { BEHAVIOURS } from '../../engine/behaviours/registry.ts';
import type { EngineCommandOf } from '../../engine/commands.ts';
import { decide } from '../../engine/decide.ts';
import type { Instruction } from '../../engine/migration/modifications.ts';
import { type ModificationPlan, planModification } from '../../engine/opening/modification-plan.ts';
import { hostsOf, outermostOf } from '../../engine/opening/planned-scopes.ts';
import { copyOf } from '../../engine/state/snapshot.ts';
import { type InstanceState, isTerminal, openScope } from '../../engine/state.ts';
import type { CommandOf, CommandRejection } from '../../messages/commands.ts';
import type { Modification, ModifyInstruction, StartedElement } from '../../messages/instance-changes.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import type { WorkingInstance } from '../unit-of-work/working-instance.ts';
import { type CommandHandler, done, rejected } from './command-handler.ts';
import { ordinalsNamed } from './named-ordinals.ts';

/** Step limit of a dry run, because other work waits for it. */
const MAX_STEPS = 1000;
/** Maximum active elements in the result of a dry run. */
const MAX_ACTIVE = 100;

/** Cancels and starts elements, all or nothing (docs/contributing/spec/http/instances.md#modify-an-instance). */
export const modifyInstance: CommandHandler<'ModifyInstance'> = {
  needs: ({ instanceId }) => ({ instanceIds: [instanceId] }),
  handle(unit, command) {
    const { instanceId, reason, isDryRun } = command;
    const instance = unit.instance(instanceId);
    if (instance === undefined) return rejected({ code: 'INSTANCE_NOT_FOUND', instanceId });
    unit.finishNow(instance);
    const { model, state } = instance;
    if (isTerminal(state)) return rejected({ code: 'INSTANCE_ENDED' });
    const instructions = namedIn(instance, command);
    const plan = planModification({ model, state, behaviours: BEHAVIOURS }, instructions);
    if ('fault' in plan) return rejected({ code: 'INSTRUCTION_REFUSED', ...plan });
    const planned = { cancelledCount: plan.affected.entries.size, started: startedBy(state, plan), after: null };
    const modify = { type: 'Modify', instructions, reason } as const;
    if (isDryRun) {
      const after = previewOf(unit, command, instance, modify);
      return 'code' in after ? rejected(after) : done<'ModifyInstance'>({ ...planned, after });
    }
    const rejection = unit.decide(command, instance, modify);
    return rejection === undefined ? done<'ModifyInstance'>(planned) : rejected(rejection);
  },
};

/** Replaces ids by ordinals; an unknown id becomes {@link UNUSED}. */
function namedIn(instance: WorkingInstance, { instructions }: CommandOf<'ModifyInstance'>): Instruction[] {
  const ids = instructions.map(idIn).filter((id) => id !== null);
  const ordinalOf = ordinalsNamed(instance, ids);
  return instructions.map((instruction) => {
    if (instruction.kind === 'cancelElement') return instruction;
    if (instruction.kind === 'cancelEntry') return { kind: 'cancelEntry', entry: ordinalOf(instruction.entry) };
    return { ...instruction, scope: instruction.scope === null ? null : ordinalOf(instruction.scope) };
  });
}

function idIn(instruction: ModifyInstruction): string | null {
  if (instruction.kind === 'cancelElement') return null;
  return instruction.kind === 'cancelEntry' ? instruction.entry : instruction.scope;
}

function startedBy(state: InstanceState, { starts }: ModificationPlan): StartedElement[] {
  return starts.map(({ instruction: { kind }, element, where }) => ({
    element: element.id,
    at: kind === 'startBefore' ? 'before' : 'after',
    scope: openScope(state, outermostOf(where)).host,
    opened: hostsOf(where).map((host) => host.element),
  }));
}

/** Decides on a copy of the state; nothing is written or sent. */
function previewOf(
  unit: UnitOfWork,
  { id: commandId }: CommandOf<'ModifyInstance'>,
  { model, state }: WorkingInstance,
  modify: EngineCommandOf<'Modify'>,
): NonNullable<Modification['after']> | CommandRejection {
  const copy = copyOf(state);
  const evaluator = unit.evaluatorOfRun({ key: model.key, commandId });
  const context = { ...unit.context, evaluator, shouldPause: ({ steps }: { readonly steps: number }) => steps >= MAX_STEPS };
  const decision = decide(model, copy, modify, context);
  if (!decision.ok) return decision.rejection;
  const failed = decision.events.find((event) => event.type === 'InstanceFailed');
  return {
    status: copy.status === 'new' ? 'running' : copy.status,
    activeElements: [...copy.entries.values()].slice(0, MAX_ACTIVE).map(({ element }) => element),
    failure: failed === undefined ? null : { code: failed.code, message: failed.message },
    isCut: copy.paused !== null,
  };
}
