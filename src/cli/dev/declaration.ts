import { type Call, declareVerb } from '../declaration.ts';

const OPTIONS = {
  plugins: {
    value: '<path>',
    about: 'folder or file with plugins; a plugin host runs them and restarts at each change; needs DATABASE_URL; repeatable',
    multiple: true,
    completes: 'folder',
  },
} as const;

export type DevCall = Call<typeof OPTIONS>;

export const DEV = declareVerb({
  name: 'dev',
  group: 'models',
  about: 'watch a folder, and deploy each changed model',
  operands: { form: '[<folder>]', is: 'one folder', least: 0, most: 1, completes: 'folder' },
  options: OPTIONS,
  asksApi: true,
  notes: `The default is the current folder. Each BPMN file is deployed separately, with all decisions, forms and scripts of the folder. Unchanged files get
no new version. Prints findings of \`sluice validate\`. Exit code 130: ended by Ctrl-C.
`,
  run: async (call) => (await import('./dev.ts')).runDev(call),
});
