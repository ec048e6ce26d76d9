import type { EngineCommand } from '../../engine/commands.ts';
import { isTerminal } from '../../engine/state.ts';
import type { ChangeOrigin } from '../unit-of-work/change-origin.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import type { WorkingInstance } from '../unit-of-work/working-instance.ts';

/** Applies a command that another instance sent. One that comes too late has no effect; an escalation that comes too late is logged. */
export function applyMail(unit: UnitOfWork, origin: ChangeOrigin, target: WorkingInstance, command: EngineCommand): void {
  if (command.type === 'ChildEscalated' && (isTerminal(target.state) || !target.state.entries.has(command.entry)))
    unit.logAbout(origin, target, 'escalation-too-late', { EscalationCode: command.code });
  unit.decide(origin, target, command);
}
