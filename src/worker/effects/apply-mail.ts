import type { EngineCommand } from '../../engine/commands.ts';
import { isTerminal } from '../../engine/state.ts';
import type { Origin, UnitOfWork, WorkingInstance } from '../unit-of-work/unit-of-work.ts';

/** Gives an instance what another one has to tell it. What comes too late has no effect; an escalation that does is told of. */
export function giveNotice(unit: UnitOfWork, origin: Origin, target: WorkingInstance, notice: EngineCommand): void {
  if (notice.type === 'ChildEscalated' && (isTerminal(target.state) || !target.state.entries.has(notice.entry)))
    unit.tellOf(origin, target, 3031, 'escalation reached a parent that has ended', { EscalationCode: notice.code });
  unit.decide(origin, target, notice);
}
