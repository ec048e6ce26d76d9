import { version } from '../platform/version.ts';

/** One thing the command line can do. `run` resolves when it has started, for services, or is done, for the rest. */
interface Verb {
  readonly about: string;
  /** the operands that the verb needs; absent: it takes none */
  readonly operands?: string;
  /** it may be used without them */
  readonly isOptional?: true;
  run(operands: readonly string[]): Promise<void>;
}

/** Loaded only when something is to run: help and version answer at once. */
const verbs = () => import('./verbs.ts');

/** The verbs of `sluice`; the scripts of package.json and the compose file use these names. */
export const VERBS: Readonly<Record<string, Verb>> = {
  start: {
    about: 'everything in one process, with an embedded Postgres unless DATABASE_URL is set',
    run: async () => (await import('./start.ts')).startAll(),
  },
  api: { about: 'the HTTP API', run: async () => (await verbs()).runRole('api') },
  worker: { about: 'carries commands out', run: async () => (await verbs()).runRole('worker') },
  'plugin-host': {
    about: 'runs the plugins of these folders',
    operands: '<path>…',
    run: async (paths) => (await verbs()).runPluginHost(paths),
  },
  projector: { about: 'keeps the read side up to date', run: async () => (await verbs()).runRole('projector') },
  'projector:rebuild': {
    about: 'makes the read side again from the journal',
    run: async () => (await verbs()).rebuildReadSide(),
  },
  ui: { about: 'the operator pages', run: async () => (await verbs()).runRole('ui') },
  rebuild: { about: 'the same as projector:rebuild', run: async () => (await verbs()).rebuildReadSide() },
  run: {
    about: 'starts an instance',
    operands: '<key> …',
    run: async (operands) => (await import('./instances/run.ts')).runStartInstance(operands),
  },
  state: {
    about: 'says what is active in an instance; --watch: until it has ended',
    operands: '<id>',
    run: async (operands) => (await import('./instances/state.ts')).runState(operands),
  },
  history: {
    about: 'lists everything that happened in an instance',
    operands: '<id>',
    run: async (operands) => (await import('./instances/history.ts')).runHistory(operands),
  },
  export: {
    about: 'prints state and history of an instance as one document',
    operands: '<id>',
    run: async (operands) => (await import('./instances/history.ts')).runExport(operands),
  },
  tasks: {
    about: 'lists, claims, completes, fails and cancels user tasks',
    operands: '[…]',
    isOptional: true,
    run: async (operands) => (await import('./tasks/tasks.ts')).runTasks(operands),
  },
  message: {
    about: 'delivers a message to what waits for it, or starts instances',
    operands: '<name> …',
    run: async (operands) => (await import('./messages/messages.ts')).runMessage(operands),
  },
  signal: {
    about: 'delivers a signal to everything that waits for it',
    operands: '<name> …',
    run: async (operands) => (await import('./messages/messages.ts')).runSignal(operands),
  },
  'dead-letters': {
    about: 'lists, shows, retries and drops what was given up',
    operands: '[…]',
    isOptional: true,
    run: async (operands) => (await import('./dead-letters/dead-letters.ts')).runDeadLetters(operands),
  },
  fork: {
    about: 'lets a new instance go on from a step of another one',
    operands: '<instance>',
    run: async (operands) => (await import('./forks/forks.ts')).runFork(operands),
  },
  revive: {
    about: 'lets an instance that has failed or was cancelled go on',
    operands: '<instance>',
    run: async (operands) => (await import('./forks/forks.ts')).runRevive(operands),
  },
  suspend: {
    about: 'lets a running instance stand still',
    operands: '<id> …',
    run: async (operands) => (await import('./instances/suspend.ts')).runSuspend(operands),
  },
  resume: {
    about: 'lets a suspended instance go on',
    operands: '<id> …',
    run: async (operands) => (await import('./instances/suspend.ts')).runResume(operands),
  },
  variables: {
    about: 'edits variables of a running instance',
    operands: '<id> …',
    run: async (operands) => (await import('./instances/variables.ts')).runVariables(operands),
  },
  why: {
    about: 'says what an instance waits for, or how it ended',
    operands: '<instance>',
    run: async (operands) => (await import('./why/why.ts')).runWhy(operands),
  },
  instances: {
    about: 'finds instances of all processes, and deletes finished ones',
    operands: '[…]',
    isOptional: true,
    run: async (operands) => (await import('./instances/instances.ts')).runInstances(operands),
  },
  mcp: {
    about: 'lets an assistant on this machine look at and operate instances (MCP)',
    operands: '[…]',
    isOptional: true,
    run: async (operands) => (await import('./mcp/mcp.ts')).runMcp(operands),
  },
  modify: {
    about: 'cancels and starts elements of a running instance',
    operands: '<id> …',
    run: async (operands) => (await import('./instances/modify.ts')).runModify(operands),
  },
  archive: {
    about: 'reads files of deleted instances, and takes some out of them',
    operands: '[…]',
    run: async (operands) => (await import('./archive/archive.ts')).runArchive(operands),
  },
  incidents: {
    about: 'lists, shows, retries and resolves what waits for an operator',
    operands: '[…]',
    isOptional: true,
    run: async (operands) => (await import('./incidents/incidents.ts')).runIncidents(operands),
  },
  audit: {
    about: 'lists who did what, and what was refused, or exports it as CSV',
    operands: '[…]',
    isOptional: true,
    run: async (operands) => (await import('./audit/audit.ts')).runAudit(operands),
  },
  batch: {
    about: 'does the same to many instances or incidents',
    operands: '[…]',
    isOptional: true,
    run: async (operands) => (await import('./batch/batch.ts')).runBatch(operands),
  },
  validate: {
    about: 'checks BPMN files: what a deploy would say, or the standard as well',
    operands: '<file>…',
    run: async (operands) => (await import('./validate/validate.ts')).runValidate(operands),
  },
  test: {
    about: 'runs test cases of processes in memory',
    operands: '[…]',
    isOptional: true,
    run: async (operands) => (await import('./test/test.ts')).runTest(operands),
  },
  deploy: {
    about: 'deploys a folder: BPMN files with their decisions, forms and scripts',
    operands: '<folder>…',
    run: async (operands) => (await import('./deploy/deploy.ts')).runDeploy(operands),
  },
  definitions: {
    about: 'lists deployed versions, deletes those without instances, suspends keys',
    operands: '[…]',
    isOptional: true,
    run: async (operands) => (await import('./definitions/definitions.ts')).runDefinitions(operands),
  },
  migrate: {
    about: 'brings the database schema up to date; of an instance: lets it go on in another version',
    operands: '[<id> …]',
    isOptional: true,
    run: async (operands) =>
      operands.length === 0 ? (await verbs()).migrateDatabase() : (await import('./instances/migrate.ts')).runMigrate(operands),
  },
  doctor: {
    about: 'prints the settings a start would use, and says what is wrong with them',
    run: async () => (await import('./doctor/doctor.ts')).runDoctor(),
  },
  'installation:renew': {
    about: 'gives a copied database an id of its own, so that it shares no queue with its original',
    run: async () => (await verbs()).renewInstallationId(),
  },
  version: { about: 'the version', run: async () => void process.stdout.write(`${version}\n`) },
  help: { about: 'this text', run: async () => void process.stdout.write(usage()) },
};

/** The usual options for help and version. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['--version', 'version'],
  ['-v', 'version'],
  ['--help', 'help'],
  ['-h', 'help'],
]);

/** Runs the verb that the arguments name. Unknown verbs, and operands that are missing or too many, print the usage and end with 2. */
export async function main(args: readonly string[]): Promise<void> {
  const [given = 'help', ...operands] = args;
  const name = ALIASES.get(given) ?? given;
  const verb = Object.hasOwn(VERBS, name) ? VERBS[name] : undefined;
  if (verb === undefined || !fits(verb, operands)) {
    process.stderr.write(usage());
    process.exit(2);
  }
  if (!SERVICES.has(name)) process.stdout.on('error', endOfReading);
  await verb.run(operands);
}

/** They go on when nobody reads their lines any more. */
const SERVICES: ReadonlySet<string> = new Set(['start', 'api', 'worker', 'plugin-host', 'projector', 'ui']);

/** Whoever reads the output has read enough. */
function endOfReading(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
}

function fits({ operands, isOptional }: Verb, given: readonly string[]): boolean {
  return operands === undefined ? given.length === 0 : given.length > 0 || isOptional === true;
}

function usage(): string {
  const lines = Object.entries(VERBS).map(([name, { operands, about }]) => {
    const form = operands === undefined ? name : `${name} ${operands}`;
    return `  ${form.padEnd(19)} ${about}`;
  });
  return `Usage: sluice <verb>\n\n${lines.join('\n')}\n\nSettings come from the environment; single roles need DATABASE_URL and share REDIS_URL.\n`;
}
