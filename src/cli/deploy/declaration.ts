import { type Call, declareVerb, some } from '../declaration.ts';

const OPTIONS = {
  validation: {
    value: '<level>',
    about: 'level of the check (executable)',
    choices: ['off', 'executable', 'strict'],
  },
  strict: { about: 'treat warnings as errors' },
  'keep-unchanged': { about: 'create no new versions if all files are unchanged' },
} as const;

export type DeployCall = Call<typeof OPTIONS>;

export const DEPLOY = declareVerb({
  name: 'deploy',
  group: 'models',
  about: 'deploy a folder: BPMN files with their decisions, forms and scripts',
  operands: some('<folder or file>', 'at least one folder or file', 'file'),
  options: OPTIONS,
  asksApi: true,
  notes: `All BPMN files, decisions (.dmn), forms (.form, .html) and scripts (.js, .groovy, .feel) are deployed together, or not at all.
Exit code 2: a file cannot be read.
`,
  run: async (call) => (await import('./deploy.ts')).runDeploy(call),
});
