import { any, type Call, declareVerb } from '../declaration.ts';

const REPORTERS = ['list', 'json', 'junit'] as const;
export type ReporterName = (typeof REPORTERS)[number];

const OPTIONS = {
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

export type TestCall = Call<typeof OPTIONS>;

export const TEST = declareVerb({
  name: 'test',
  group: 'models',
  about: 'run test cases of processes in memory',
  operands: any('<folder or file>', 'folders and files', 'file'),
  options: OPTIONS,
  notes: `Runs test cases in JSON (docs/how-to/test-a-process.md): no database, no server. Without a folder: the present one.
Ends with 0 when every test holds, with 1 when one does not, with 2 when no test exists or an argument is wrong.
`,
  run: async (call) => (await import('./test.ts')).runTest(call),
});
