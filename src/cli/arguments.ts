import type { OptionTable, VerbDeclaration } from './verb-declaration.ts';

/** Options of commands that call the API. */
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

/** Options that are also accepted before the command. */
export const GLOBAL_OPTIONS = { ...OF_THE_API, ...JSON_OPTION, ...TABLE_OPTION, ...COLOUR_OPTION } as const;

export function globalOptionsOf(verb: VerbDeclaration): OptionTable {
  return {
    ...(verb.asksApi && OF_THE_API),
    ...((verb.asksApi || verb.printsJson || verb.printsTables) && JSON_OPTION),
    ...(verb.printsTables && TABLE_OPTION),
    ...COLOUR_OPTION,
  };
}

/** Text for users; the usage is printed below it. */
export class WrongArguments extends Error {
  override readonly name = 'WrongArguments';
}

/** The command failed. Text for users. */
export class VerbRefusal extends Error {
  override readonly name = 'VerbRefusal';
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** A term of `filters`; [] if the value is undefined. */
export function filterTerm(name: string, operator: string, value: string | undefined): readonly string[] {
  return value === undefined ? [] : [`${name}${operator}${filterValue(value)}`];
}

/** Escapes a value of a filter (docs/contributing/spec/http/lists.md#escapes). */
export function filterValue(value: string): string {
  return value.toLowerCase() === 'null' ? `\\${value}` : value.replaceAll(/[\\,|*]/g, '\\$&');
}
