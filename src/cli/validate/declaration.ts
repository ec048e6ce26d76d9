import { type Call, declareVerb, some } from '../declaration.ts';

const OPTIONS = {
  level: {
    value: '<level>',
    about: 'off: only readable; executable (default): checks of a deploy; strict: checks of the standard, without ignored parts',
    choices: ['off', 'executable', 'strict'],
  },
  require: { value: '<names>', about: 'references that must exist', multiple: true },
} as const;

export type ValidateCall = Call<typeof OPTIONS>;

export const VALIDATE = declareVerb({
  name: 'validate',
  group: 'models',
  about: 'check BPMN files like a deploy, or against the standard',
  operands: some('<file>', 'at least one file', 'file'),
  options: OPTIONS,
  printsJson: true,
  notes: 'Exit codes: 0 all files accepted, 1 a file is rejected, 2 a file cannot be opened.\n',
  run: async (call) => (await import('./validate.ts')).runValidate(call),
});
