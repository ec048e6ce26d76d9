import { type Call, declareVerb } from '../declaration.ts';

const OPTIONS = {
  plugins: {
    value: '<path>',
    about:
      'a folder or file with plugins: a plugin host runs them, begun anew at each change; needs DATABASE_URL; may be repeated',
    multiple: true,
    completes: 'folder',
  },
} as const;

export type DevCall = Call<typeof OPTIONS>;

export const DEV = declareVerb({
  name: 'dev',
  group: 'models',
  about: 'watches a folder, and deploys each model of it that has changed',
  operands: { form: '[<folder>]', is: 'one folder', least: 0, most: 1, completes: 'folder' },
  options: OPTIONS,
  asksApi: true,
  notes: `Without a folder: the present one. Each BPMN file is deployed for itself, with all decisions, forms and scripts of the folder; what is deployed already
gets no new version. Findings of \`sluice validate\` are printed. Ends with 130 at Ctrl-C.
`,
  run: async (call) => (await import('./dev.ts')).runDev(call),
});
