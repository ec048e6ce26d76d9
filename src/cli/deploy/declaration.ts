import { type Call, declareVerb, some } from '../declaration.ts';

const OPTIONS = {
  validation: {
    value: '<level>',
    about: 'what is checked; executable when it is not given',
    choices: ['off', 'executable', 'strict'],
  },
  strict: { about: 'refuse what would only be warned about' },
  'keep-unchanged': { about: 'no new version of what is deployed already, all of it' },
} as const;

export type DeployCall = Call<typeof OPTIONS>;

export const DEPLOY = declareVerb({
  name: 'deploy',
  group: 'models',
  about: 'deploys a folder: BPMN files with their decisions, forms and scripts',
  operands: some('<folder or file>', 'at least one folder or file', 'file'),
  options: OPTIONS,
  asksApi: true,
  notes: `All BPMN files, decisions (.dmn), forms (.form, .html) and scripts (.js, .groovy, .feel) are one deploy: all of them, or nothing.
Ends with 2 when a file cannot be read.
`,
  run: async (call) => (await import('./deploy.ts')).runDeploy(call),
});
