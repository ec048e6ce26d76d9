import type { OptionTable, VerbDeclaration } from './declaration.ts';

/** Options of every verb that asks the API. */
const OF_THE_API = {
  url: { value: '<url>', about: 'URL of the API, instead of SLUICE_URL and the profile (http://localhost:8080)' },
  token: { value: '<token>', about: 'access token; other users of this machine can read it, so prefer --token-file' },
  'token-file': {
    value: '<file>',
    about: 'file with an access token, instead of SLUICE_TOKEN; - reads standard input',
    completes: 'file',
  },
  profile: { value: '<name>', about: 'profile of `sluice profile list`', completes: 'profile' },
} as const satisfies OptionTable;
const JSON_OPTION = { json: { about: 'print JSON, for programs' } } as const satisfies OptionTable;
const TABLE_OPTION = { table: { about: 'print tables, even if the output is not a terminal' } } as const satisfies OptionTable;
const COLOUR_OPTION = { 'no-color': { about: 'disable colours (same as NO_COLOR=1)' } } as const satisfies OptionTable;

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
