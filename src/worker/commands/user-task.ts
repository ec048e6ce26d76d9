import type { EngineCommand } from '../../engine/commands.ts';
import type { ActivityInstanceOrdinal } from '../../engine/ordinals.ts';
import type { CommandKind, CommandOf } from '../../messages/commands.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import type { WorkingInstance } from '../unit-of-work/working-instance.ts';
import { type CommandHandler, done, rejected } from './command-handler.ts';

type UserTaskKind = 'ClaimUserTask' | 'UnclaimUserTask' | 'EditUserTask' | 'CompleteUserTask' | 'FailUserTask' | 'CancelUserTask';

/** The six handlers differ only in their engine command, and in whether a rejection is logged (docs/contributing/spec/http/user-tasks.md). */
function userTaskHandler<K extends UserTaskKind & CommandKind>(
  engineCommand: (command: CommandOf<K>, entry: ActivityInstanceOrdinal) => EngineCommand,
): CommandHandler<K> {
  return {
    needs: (command) => ({ taskId: taskOf(command) }),
    handle(unit, command) {
      const route = unit.loaded.tasks.get(taskOf(command));
      const instance = route && unit.instance(route.instanceId);
      if (route === undefined || instance === undefined) return rejected({ code: 'USER_TASK_NOT_FOUND' });
      const rejection = unit.decide(command, instance, engineCommand(command, route.entry));
      if (rejection === undefined) return done<UserTaskKind>({});
      logRefused(unit, command, instance, rejection.code);
      return rejected(rejection);
    },
  };
}

function logRefused(unit: UnitOfWork, command: CommandOf<UserTaskKind>, instance: WorkingInstance, code: string): void {
  if (command.kind === 'ClaimUserTask') {
    const { userId: UserId, userGroups } = command;
    unit.logAbout(command, instance, 'claim-refused', { UserId, UserGroupCount: userGroups.length });
  } else if (command.kind === 'CompleteUserTask') {
    unit.logAbout(command, instance, 'completion-refused', { UserId: command.userId, Rule: code });
  }
}

function taskOf(command: CommandOf<UserTaskKind>): string {
  return command.taskId;
}

export const claimUserTask = userTaskHandler<'ClaimUserTask'>(({ userId, userGroups, replaces }, entry) => ({
  type: 'ClaimUserTask',
  entry,
  userId,
  userGroups,
  ...(replaces !== undefined && { replaces }),
}));

export const unclaimUserTask = userTaskHandler<'UnclaimUserTask'>((_command, entry) => ({ type: 'UnclaimUserTask', entry }));

export const editUserTask = userTaskHandler<'EditUserTask'>(({ edit }, entry) => ({ type: 'EditUserTask', entry, edit }));

export const completeUserTask = userTaskHandler<'CompleteUserTask'>(({ userId, variables }, entry) => ({
  type: 'CompleteUserTask',
  entry,
  userId,
  variables,
}));

export const failUserTask = userTaskHandler<'FailUserTask'>(({ errorCode, errorMessage }, entry) => ({
  type: 'FailUserTask',
  entry,
  code: errorCode,
  message: errorMessage,
}));

export const cancelUserTask = userTaskHandler<'CancelUserTask'>(({ reason }, entry) => ({
  type: 'CancelUserTask',
  entry,
  reason,
}));
