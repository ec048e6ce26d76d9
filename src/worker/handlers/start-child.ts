import { type CommandHandler, done } from './command-handler.ts';

/** Starts the child of a call activity that still waits for it. */
export const startChild: CommandHandler<'StartChild'> = {
  kind: 'StartChild',
  needs: ({ parentId }) => ({ instanceIds: [parentId] }),
  handle(unit, command) {
    const parent = unit.instance(command.parentId);
    if (parent !== undefined)
      unit.addEffect({ origin: command, from: parent, effect: { kind: 'startChild', request: command.request } });
    return done<'StartChild'>({});
  },
};
