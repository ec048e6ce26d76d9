import { forkOfEnded } from '../unit-of-work/restore.ts';
import { type CommandHandler, done } from './command-handler.ts';
import { continueChild } from './continue-child.ts';

/** Starts the called instance of a call that still waits, or continues the earlier one. */
export const startChild: CommandHandler<'StartChild'> = {
  needs({ parentId, request: { continues } }) {
    if (continues === undefined) return { instanceIds: [parentId] };
    const { childInstanceId } = continues;
    return { instanceIds: [parentId, childInstanceId, forkOfEnded(childInstanceId)], continues: childInstanceId };
  },
  handle(unit, command) {
    const { request } = command;
    const parent = unit.instance(command.parentId);
    if (parent === undefined) return done<'StartChild'>({});
    if (request.continues === undefined)
      unit.addEffect({ origin: command, from: parent, effect: { kind: 'startChild', request } });
    else continueChild(unit, command, parent, request.continues);
    return done<'StartChild'>({});
  },
};
