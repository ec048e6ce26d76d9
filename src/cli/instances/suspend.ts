import { askingApi } from '../asking-api.ts';
import { print, printJson } from '../print.ts';
import { readOptions } from '../read-options.ts';
import { WrongArguments } from '../wrong-arguments.ts';

const OPTIONS = {
  reason: { type: 'string' },
  alone: { type: 'boolean' },
  json: { type: 'boolean' },
  url: { type: 'string' },
} as const;

const COMMON = `  --reason <text>        stands in the history
  --json                 for programs
  --url <url>            the API, in place of SLUICE_URL (http://localhost:8080)

A token is read from SLUICE_TOKEN.
`;

const USAGES = {
  suspend: `Usage: sluice suspend <instance id> [--reason <text>] [--alone]

  --alone                instances that it has called go on
${COMMON}`,
  resume: `Usage: sluice resume <instance id> [--reason <text>]

${COMMON}`,
} as const;

interface Suspension {
  readonly isSuspended: boolean;
  readonly suspendedBy: readonly string[];
}

/** `sluice suspend`: nothing of a running instance moves until it is resumed (docs/spec/suspension.md). */
export function runSuspend(args: readonly string[]): Promise<void> {
  return carryOut('suspend', args);
}

/** `sluice resume`: what has waited is carried out, and the instance goes on. */
export function runResume(args: readonly string[]): Promise<void> {
  return carryOut('resume', args);
}

function carryOut(verb: 'suspend' | 'resume', args: readonly string[]): Promise<void> {
  return askingApi(
    USAGES[verb],
    () => readArguments(verb, args),
    async (client, { id, options: { reason, alone, json } }) => {
      const body = { ...(reason !== undefined && { Reason: reason }), ...(alone === true && { CalledInstances: false }) };
      const answer = await client.post<Suspension>(`/Instances/${encodeURIComponent(id)}/${verb}`, body);
      if (json === true) return printJson(answer);
      return print(answer.isSuspended ? `Suspended by ${answer.suspendedBy.join(' and ')}.` : 'Goes on.');
    },
  );
}

function readArguments(verb: 'suspend' | 'resume', args: readonly string[]) {
  const { values: options, positionals } = readOptions(args, { options: OPTIONS, allowPositionals: true });
  const [id, ...others] = positionals;
  if (id === undefined || others.length > 0) throw new WrongArguments(`${verb} takes the id of one instance`);
  if (verb === 'resume' && options.alone === true) throw new WrongArguments('--alone is for suspend');
  return { id, options };
}
