import { readOptions } from '../read-options.ts';
import { WrongArguments } from '../wrong-arguments.ts';

const OPTIONS = { url: { type: 'string' }, json: { type: 'boolean' }, table: { type: 'boolean' } } as const;

/** Which instance a person asks about, and where. */
export interface WhyRequest {
  readonly instanceId: string;
  readonly options: { readonly url: string | undefined };
  readonly isJson: boolean;
  readonly isTable: boolean;
}

export const WHY_USAGE = `Usage: sluice why <instance id>

  --json      the answer of the API; so it is when the output is no terminal
  --table     sentences for people, also when it is none
  --url <url> the API, in place of SLUICE_URL (http://localhost:8080)

Says of every live entry of an instance what it waits for, and of an ended instance how it ended.
A token is read from SLUICE_TOKEN. Ends with 0, with 1 when the instance is unknown or the API refuses, with 2 on wrong arguments.
`;

/** Reads the arguments behind the verb. Throws {@link WrongArguments}. */
export function readWhyArguments(args: readonly string[]): WhyRequest {
  const { values, positionals } = readOptions(args, { options: OPTIONS, allowPositionals: true });
  const [instanceId, ...others] = positionals;
  if (instanceId === undefined || others.length > 0) throw new WrongArguments('name one instance');
  if (values.json === true && values.table === true) throw new WrongArguments('give --json or --table, not both');
  return { instanceId, options: { url: values.url }, isJson: values.json === true, isTable: values.table === true };
}
