import { visibleText } from '../platform/redact.ts';
import { VerbRefusal, WrongArguments } from './arguments.ts';
import { AUDIT } from './commands/audit.ts';
import { BATCH } from './commands/batch.ts';
import { DEAD_LETTERS } from './commands/dead-letters.ts';
import { DECISIONS } from './commands/decisions.ts';
import { DEFINITIONS } from './commands/definitions.ts';
import { FORK_VERBS } from './commands/forks.ts';
import { INCIDENT_VERBS } from './commands/incidents.ts';
import { INSTANCE_VERBS } from './commands/instance-declarations.ts';
import { MESSAGE_VERBS } from './commands/messages.ts';
import { PROFILE_VERB } from './commands/profiles.ts';
import { TASKS } from './commands/tasks.ts';
import { WEBHOOKS } from './commands/webhooks.ts';
import { WHY } from './commands/why.ts';
import { ARCHIVE, completionOf, DEPLOY, DEV, MCP, TEST, VALIDATE } from './program-declarations.ts';
import { readArguments, type TypedCall } from './read-arguments.ts';
import { SERVICE_VERBS } from './service-declarations.ts';
import type { Call, VerbDeclaration } from './verb-declaration.ts';

const ALL: readonly VerbDeclaration[] = [
  ...SERVICE_VERBS,
  VALIDATE,
  DEPLOY,
  TEST,
  DEV,
  DEFINITIONS,
  DECISIONS,
  ...INSTANCE_VERBS,
  WHY,
  TASKS,
  ...MESSAGE_VERBS,
  MCP,
  ...INCIDENT_VERBS,
  DEAD_LETTERS,
  ...FORK_VERBS,
  BATCH,
  WEBHOOKS,
  ARCHIVE,
  AUDIT,
  PROFILE_VERB,
  completionOf(() => VERBS),
];

/** Commands by name. package.json and the compose file use these names. */
export const VERBS: Readonly<Record<string, VerbDeclaration>> = Object.fromEntries(ALL.map((verb) => [verb.name, verb]));

/** Exit code 1: failed or not completely done; 2: wrong arguments, with the usage (docs/reference/command-line.md#exit-codes). */
export async function runWords(words: readonly string[]): Promise<void> {
  const read = readArguments(askedFor(words), Object.values(VERBS));
  if (read.kind !== 'run' || read.verb.isService !== true) endQuietly();
  if (read.kind === 'text') process.stdout.write(read.text);
  else if (read.kind === 'wrong') endAsWrong(read.reason, read.help);
  else await runVerb(read.verb, read.call, read.help);
}

/** `help tasks` becomes `tasks --help`; `help` with an unknown command becomes this command, which gives the error. */
function askedFor(words: readonly string[]): readonly string[] {
  const [first, verb, ...others] = words;
  if (first === undefined || (first === 'help' && verb === undefined)) return ['--help'];
  if (first !== 'help' || verb === undefined || verb.startsWith('-')) return words;
  return Object.hasOwn(VERBS, verb) ? [verb, ...others, '--help'] : [verb];
}

/** Other users of the machine can see the command line. */
const TOKEN_IS_SEEN = 'warning: other users of this machine can read the value of --token; use --token-file instead\n';

async function runVerb(verb: VerbDeclaration, typed: TypedCall, help: string): Promise<void> {
  try {
    if (typed.globals['no-color'] === true) (await import('./output/terminal.ts')).forbidColours();
    // loaded only if needed
    const asking = verb.asksApi === true ? await askingOf(typed) : ASKING_NONE;
    if ((await verb.run(callOf(verb, typed, asking))) === false) process.exitCode = 1;
  } catch (error) {
    if (error instanceof WrongArguments) endAsWrong(error.message, help);
    else if (error instanceof VerbRefusal) endWith(error.exitCode, error.message);
    else if (verb.asksApi === true && error instanceof (await import('./connection/api-client.ts')).ApiRefusal)
      endWith(1, error.message);
    else throw error;
  }
}

type Asking = Pick<Call<Record<never, never>>, 'openApi' | 'findApi'>;

async function askingOf({ globals }: TypedCall): Promise<Asking> {
  if (globals.token !== undefined) process.stderr.write(TOKEN_IS_SEEN);
  const { addressOf, clientOf } = await import('./connection/find-api.ts');
  return { openApi: () => clientOf(globals), findApi: () => addressOf(globals) };
}

function askNone(): never {
  throw new Error('this verb does not ask the API');
}
const ASKING_NONE: Asking = { openApi: askNone, findApi: askNone };

function callOf(
  verb: VerbDeclaration,
  { action, operands, options, globals, order }: TypedCall,
  asking: Asking,
): Call<Record<string, never>> {
  const isJson = globals.json === true;
  const printsJson = isJson || (verb.printsTables === true && globals.table !== true && process.stdout.isTTY !== true);
  return { action, operands, options: options as Record<string, never>, order, isJson, printsJson, ...asking };
}

function endWith(code: 1 | 2, message: string): void {
  process.stderr.write(`${message.split('\n').map(visibleText).join('\n')}\n`);
  process.exitCode = code;
}

function endAsWrong(reason: string, help: string): void {
  endWith(2, reason);
  process.stderr.write(`\n${help}`);
}

/** Ends a command on SIGINT or a closed pipe. Services stop in order instead. */
function endQuietly(): void {
  process.stdout.on('error', endOfReading);
  process.once('SIGINT', () => {
    // the line may have a prompt or progress bar
    if (process.stdout.isTTY === true) process.stdout.write('\n');
    process.exit(130);
  });
}

/** Ends the process when the reader has closed the pipe. */
function endOfReading(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
}
