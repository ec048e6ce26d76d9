import { receiverOf } from '../../engine/opening/instance-commands.ts';
import { isTerminal } from '../../engine/state.ts';
import type { InstanceMail } from '../../store/outbox.ts';
import type { ChangeOrigin } from '../unit-of-work/change-origin.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import type { WorkingInstance } from '../unit-of-work/working-instance.ts';

/**
 * Applies a command of another instance. A late command has no effect; a late escalation is logged.
 * @param isWaiting the command is from the mailbox and must not return there
 */
export function applyMail(
  unit: UnitOfWork,
  origin: ChangeOrigin,
  target: WorkingInstance,
  command: Exclude<InstanceMail, { readonly type: 'ContinueChild' }>,
  isWaiting = false,
): void {
  if (command.type === 'StartChild') {
    unit.addEffect({ origin, from: target, effect: { kind: 'startChild', request: command.request } });
    return;
  }
  if (command.type === 'Deliver' && receiverOf(target.state, command) === undefined)
    unit.logAbout(origin, target, 'late-trigger-ignored', { TriggerKind: command.instead?.kind ?? 'message or signal' });
  if (command.type === 'ChildEscalated' && (isTerminal(target.state) || !target.state.entries.has(command.entry)))
    unit.logAbout(origin, target, 'escalation-too-late', { EscalationCode: command.code });
  unit.decide(origin, target, command, isWaiting);
}
