import type { Command, CommandKind, Reply } from '../../messages/commands.ts';
import type { CommandHandler, Needs } from '../command-handler.ts';
import type { UnitOfWork } from '../unit-of-work.ts';
import { completeActivity } from './complete-activity.ts';
import { deployDefinition } from './deploy-definition.ts';
import { startInstance } from './start-instance.ts';
import { cancelUserTask, claimUserTask, completeUserTask, failUserTask, unclaimUserTask } from './user-task.ts';

/** Every command kind and its handler; a kind without one does not compile. */
const HANDLERS: { readonly [K in CommandKind]: CommandHandler<K> } = {
  CancelUserTask: cancelUserTask,
  ClaimUserTask: claimUserTask,
  CompleteActivity: completeActivity,
  CompleteUserTask: completeUserTask,
  DeployDefinition: deployDefinition,
  FailUserTask: failUserTask,
  StartInstance: startInstance,
  UnclaimUserTask: unclaimUserTask,
};

export function needsOf(command: Command): Needs {
  return handlerOf(command).needs(command);
}

export function handle(unit: UnitOfWork, command: Command): Reply {
  return handlerOf(command).handle(unit, command);
}

function handlerOf(command: Command): CommandHandler<CommandKind> {
  const handler = Object.hasOwn(HANDLERS, command.kind) ? HANDLERS[command.kind] : undefined;
  if (handler === undefined) throw new Error(`no handler for command kind '${command.kind}'`);
  return handler as CommandHandler<CommandKind>;
}
