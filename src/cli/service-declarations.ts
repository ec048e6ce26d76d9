import { any, declareVerb, some } from './verb-declaration.ts';

/** Loads code only before a run, so that help and version are fast. */
const verbs = () => import('./verbs.ts');
const started = async (start: Promise<void>): Promise<undefined> => {
  await start;
};

/** Roles of the service, and jobs on its database. Settings: environment and configuration file. */
export const SERVICE_VERBS = [
  declareVerb({
    name: 'start',
    group: 'roles',
    about: 'run all roles in one process, with an embedded Postgres unless DATABASE_URL is set',
    isService: true,
    run: async () => started((await import('./start-all.ts')).startAll()),
  }),
  declareVerb({
    name: 'api',
    group: 'roles',
    about: 'run the HTTP API',
    isService: true,
    run: async () => started((await verbs()).runRole('api')),
  }),
  declareVerb({
    name: 'worker',
    group: 'roles',
    about: 'run the worker, which executes process instances',
    isService: true,
    run: async () => started((await verbs()).runRole('worker')),
  }),
  declareVerb({
    name: 'plugin-host',
    group: 'roles',
    about: 'run the plugins of these folders',
    operands: some('<path>', 'folders and files of plugins', 'file'),
    isService: true,
    run: async ({ operands }) => started((await verbs()).runPluginHost(operands)),
  }),
  declareVerb({
    name: 'projector',
    group: 'roles',
    about: 'run the projector, which updates the query tables',
    isService: true,
    run: async () => started((await verbs()).runRole('projector')),
  }),
  declareVerb({
    name: 'ui',
    group: 'roles',
    about: 'run the web UI',
    isService: true,
    run: async () => started((await verbs()).runRole('ui')),
  }),
  ...['projector:rebuild', 'rebuild'].map((name) =>
    declareVerb({
      name,
      group: 'data',
      about: name === 'rebuild' ? 'the same as projector:rebuild' : 'rebuild the query tables from the event history',
      run: async () => started((await verbs()).rebuildReadSide()),
    }),
  ),
  declareVerb({
    name: 'installation:renew',
    group: 'data',
    about: 'give a copied database a new id, so that it does not share a queue with its original',
    run: async () => started((await verbs()).renewInstallationId()),
  }),
  declareVerb({
    name: 'doctor',
    group: 'program',
    about: 'print the effective settings and report problems',
    run: async () => (await import('./doctor/doctor.ts')).runDoctor(),
  }),
  declareVerb({
    name: 'version',
    group: 'program',
    about: 'print the version',
    run: async () => (await import('./output/terminal.ts')).print((await import('../platform/version.ts')).version),
  }),
  declareVerb({
    name: 'help',
    group: 'program',
    about: 'print this help, or the help of a command',
    operands: any('<command>', 'a command', 'verb'),
    // `help <command>` is read as `<command> --help`
    run: async () => undefined,
  }),
];
