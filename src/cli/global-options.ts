import type { OptionTable, VerbDeclaration } from './declaration.ts';

/** Options of every verb that asks the API. */
const OF_THE_API = {
  url: { value: '<url>', about: 'the API, in place of SLUICE_URL and of a profile (http://localhost:8080)' },
  token: { value: '<token>', about: 'an access token; others on this machine can read it: better --token-file' },
  'token-file': {
    value: '<file>',
    about: 'a file with an access token, in place of SLUICE_TOKEN; - is the standard input',
    completes: 'file',
  },
  profile: { value: '<name>', about: 'an installation of `sluice profile list`', completes: 'profile' },
} as const satisfies OptionTable;
const JSON_OPTION = { json: { about: 'the answer as JSON, for programs' } } as const satisfies OptionTable;
const TABLE_OPTION = { table: { about: 'for people, also when the output is no terminal' } } as const satisfies OptionTable;
const COLOUR_OPTION = { 'no-color': { about: 'no colours; so it is with NO_COLOR set' } } as const satisfies OptionTable;

/** All global options. Before the command each is allowed. */
export const GLOBAL_OPTIONS = { ...OF_THE_API, ...JSON_OPTION, ...TABLE_OPTION, ...COLOUR_OPTION } as const;

/** Those that a verb takes besides its own. */
export function globalOptionsOf(verb: VerbDeclaration): OptionTable {
  return {
    ...(verb.asksApi && OF_THE_API),
    ...((verb.asksApi || verb.printsJson || verb.printsTables) && JSON_OPTION),
    ...(verb.printsTables && TABLE_OPTION),
    ...COLOUR_OPTION,
  };
}
