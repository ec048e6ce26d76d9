import { readOptions } from '../read-options.ts';
import { WrongArguments } from '../wrong-arguments.ts';

const OPTIONS = {
  url: { type: 'string' },
  step: { type: 'string' },
  variables: { type: 'string' },
  definition: { type: 'string' },
  json: { type: 'boolean' },
} as const;

/** How an instance is to go on. */
export interface ForkRequest {
  readonly instanceId: string;
  /** of the request: only the members that were given */
  readonly body: { readonly Step?: number; readonly Variables?: object; readonly DefinitionId?: string };
  readonly options: { readonly url: string | undefined };
  readonly isJson: boolean;
}

const COMMON = `  --variables <json>    written to the root variables first
  --json                for programs
  --url <url>           the API, in place of SLUICE_URL (http://localhost:8080)

A token is read from SLUICE_TOKEN.
`;

export const FORK_USAGE = `Usage: sluice fork <instance> [--step <n>]

  --step <n>            a row of its journal; left out: the beginning
  --definition <id>     another version of its process
${COMMON}`;

export const REVIVE_USAGE = `Usage: sluice revive <instance>

${COMMON}`;

/** Reads the arguments behind the verb. Throws {@link WrongArguments}. */
export function readArguments(verb: 'fork' | 'revive', args: readonly string[]): ForkRequest {
  const { values, positionals } = readOptions(args, { options: OPTIONS, allowPositionals: true });
  const [instanceId, ...more] = positionals;
  if (instanceId === undefined || more.length > 0) throw new WrongArguments(`${verb} takes one instance`);
  const { step, definition, variables } = values;
  if (verb === 'revive' && (step !== undefined || definition !== undefined))
    throw new WrongArguments('revive goes on from the step before the end, in the same version');
  if (step !== undefined && !/^\d{1,9}$/.test(step)) throw new WrongArguments('--step takes a whole number');
  return {
    instanceId,
    body: {
      ...(step === undefined ? {} : { Step: Number(step) }),
      ...(variables === undefined ? {} : { Variables: variablesOf(variables) }),
      ...(definition === undefined ? {} : { DefinitionId: definition }),
    },
    options: { url: values.url },
    isJson: values.json === true,
  };
}

function variablesOf(text: string): object {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new WrongArguments(`--variables takes a JSON object, such as '{"amount": 7}'`);
  return value;
}
