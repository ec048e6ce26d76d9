import { any, type Call, declareVerb, one, some, type VerbDeclaration } from './verb-declaration.ts';

const ARCHIVE_OPTIONS = {
  'business-id': { value: '<id>', about: 'business id of the instances', of: ['find', 'erase'] },
  'workers-stopped': { about: 'no worker is running: do not check the database', of: ['erase'] },
} as const;

const FOLDER = { ...one('<folder> --business-id <id>', 'a folder and --business-id'), completes: 'folder' } as const;
const ARCHIVE_ACTIONS = {
  show: {
    about: 'list the deleted instances in a file, or print one with its history',
    operands: { form: '<file> [<instance id>]', is: 'a file, and the id of an instance', least: 1, most: 2, completes: 'file' },
  },
  find: { about: 'list the files with instances of a business id', operands: FOLDER },
  erase: {
    about: 'rewrite these files without the instances; needs DATABASE_URL to stop workers from writing to the files',
    operands: FOLDER,
  },
} as const;

export type ArchiveCall = Call<typeof ARCHIVE_OPTIONS, keyof typeof ARCHIVE_ACTIONS>;

export const ARCHIVE = declareVerb({
  name: 'archive',
  group: 'data',
  about: 'read archive files, and erase instances from them',
  actions: ARCHIVE_ACTIONS,
  options: ARCHIVE_OPTIONS,
  printsJson: true,
  notes: 'Exit code 1: a file cannot be read, or the instance does not exist.\n',
  run: async (call) => (await import('./commands/archive.ts')).runArchive(call),
});

const COMPLETION_ACTIONS = {
  bash: { about: 'for ~/.bashrc: eval "$(sluice completion bash)"' },
  zsh: { about: 'for ~/.zshrc: source <(sluice completion zsh)' },
  fish: { about: 'for ~/.config/fish/config.fish: sluice completion fish | source' },
  words: {
    about: 'print completions of the last word, for the scripts',
    operands: {
      form: '-- <word>…',
      is: 'the words behind sluice',
      least: 0,
      most: Number.POSITIVE_INFINITY,
      mayBeEmpty: true,
    },
  },
} as const;

type Verbs = Readonly<Record<string, VerbDeclaration>>;
export type CompletionCall = Call<Record<never, never>, keyof typeof COMPLETION_ACTIONS>;

/** @param verbs all, including this one */
export const completionOf = (verbs: () => Verbs): VerbDeclaration =>
  declareVerb({
    name: 'completion',
    group: 'program',
    about: 'print a completion script for a shell',
    actions: COMPLETION_ACTIONS,
    notes: `Process keys and ids come from the API if it answers within 300 ms.
`,
    run: async (call) => (await import('./completion.ts')).runCompletion(call, verbs()),
  });

const DEPLOY_OPTIONS = {
  validation: {
    value: '<level>',
    about: 'level of the check (executable)',
    choices: ['off', 'executable', 'strict'],
  },
  strict: { about: 'treat warnings as errors' },
  'keep-unchanged': { about: 'create no new versions if all files are unchanged' },
} as const;

export type DeployCall = Call<typeof DEPLOY_OPTIONS>;

export const DEPLOY = declareVerb({
  name: 'deploy',
  group: 'models',
  about: 'deploy a folder: BPMN files with their decisions, forms and scripts',
  operands: some('<folder or file>', 'at least one folder or file', 'file'),
  options: DEPLOY_OPTIONS,
  asksApi: true,
  notes: `All BPMN files, decisions (.dmn), forms (.form, .html) and scripts (.js, .groovy, .feel) are deployed together, or not at all.
Exit code 2: a file cannot be read.
`,
  run: async (call) => (await import('./commands/deploy.ts')).runDeploy(call),
});

const DEV_OPTIONS = {
  plugins: {
    value: '<path>',
    about: 'folder or file with plugins; a plugin host runs them and restarts at each change; needs DATABASE_URL; repeatable',
    multiple: true,
    completes: 'folder',
  },
} as const;

export type DevCall = Call<typeof DEV_OPTIONS>;

export const DEV = declareVerb({
  name: 'dev',
  group: 'models',
  about: 'watch a folder, and deploy each changed model',
  operands: { form: '[<folder>]', is: 'one folder', least: 0, most: 1, completes: 'folder' },
  options: DEV_OPTIONS,
  asksApi: true,
  notes: `The default is the current folder. Each BPMN file is deployed separately, with all decisions, forms and scripts of the folder. Unchanged files get
no new version. Prints findings of \`sluice validate\`. Exit code 130: ended by Ctrl-C.
`,
  run: async (call) => (await import('./commands/dev.ts')).runDev(call),
});

export type McpCall = Call<Record<never, never>>;

export const MCP = declareVerb({
  name: 'mcp',
  group: 'work',
  about: 'connect an AI assistant on this machine (MCP)',
  notes:
    'Serves the Model Context Protocol over standard input and output until the assistant disconnects. The API needs no setting for it.',
  asksApi: true,
  run: async (call) => (await import('./commands/mcp.ts')).runMcp(call),
});

const REPORTERS = ['list', 'json', 'junit'] as const;
export type ReporterName = (typeof REPORTERS)[number];

const TEST_OPTIONS = {
  models: {
    value: '<path>',
    about: 'folder or file with the models, if it is not the folder of the tests; repeatable',
    multiple: true,
    completes: 'file',
  },
  coverage: {
    value: '<folder>',
    about: 'write index.html and coverage.json into this folder, and print uncovered elements',
    completes: 'folder',
  },
  reporter: { value: '<name>', about: 'output format (list)', choices: REPORTERS },
} as const;

export type TestCall = Call<typeof TEST_OPTIONS>;

export const TEST = declareVerb({
  name: 'test',
  group: 'models',
  about: 'run test cases of processes in memory',
  operands: any('<folder or file>', 'folders and files', 'file'),
  options: TEST_OPTIONS,
  notes: `The test cases are JSON files (docs/how-to/test-a-process.md). They need no database and no server. The default is the current folder.
Exit codes: 0 all tests passed, 1 a test failed, 2 no tests were found or an argument is wrong.
`,
  run: async (call) => (await import('./commands/test.ts')).runTest(call),
});

const VALIDATE_OPTIONS = {
  level: {
    value: '<level>',
    about: 'off: only readable; executable (default): checks of a deploy; strict: checks of the standard, without ignored parts',
    choices: ['off', 'executable', 'strict'],
  },
  require: { value: '<names>', about: 'references that must exist', multiple: true },
} as const;

export type ValidateCall = Call<typeof VALIDATE_OPTIONS>;

export const VALIDATE = declareVerb({
  name: 'validate',
  group: 'models',
  about: 'check BPMN files like a deploy, or against the standard',
  operands: some('<file>', 'at least one file', 'file'),
  options: VALIDATE_OPTIONS,
  printsJson: true,
  notes: 'Exit codes: 0 all files accepted, 1 a file is rejected, 2 a file cannot be opened.\n',
  run: async (call) => (await import('./commands/validate.ts')).runValidate(call),
});
