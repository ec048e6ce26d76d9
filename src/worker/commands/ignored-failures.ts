import { ignoreFailures as ignore, showFailures as show } from '../../store/ignored-failures.ts';
import { type CommandHandler, done, required } from './command-handler.ts';

/** Ignores a group of failures (docs/contributing/spec/incidents.md#ignored), which do not change themselves. */
export const ignoreFailures: CommandHandler<'IgnoreFailures'> = {
  needs: ({ key }) => ({ ofKey: key }),
  async handle(_, command, access) {
    await ignore(required(access).connection, command, command.actor ?? null);
    return done<'IgnoreFailures'>({});
  },
};

export const showFailures: CommandHandler<'ShowFailures'> = {
  needs: ({ key }) => ({ ofKey: key }),
  async handle(_, command, access) {
    await show(required(access).connection, command);
    return done<'ShowFailures'>({});
  },
};
