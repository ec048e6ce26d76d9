import { type Call, declareVerb, some } from '../declaration.ts';

const OPTIONS = {
  level: {
    value: '<level>',
    about: 'readable at all, what a deploy refuses (default), or the standard, and nothing is ignored',
    choices: ['off', 'executable', 'strict'],
  },
  require: { value: '<names>', about: 'references that must be there', multiple: true },
} as const;

export type ValidateCall = Call<typeof OPTIONS>;

export const VALIDATE = declareVerb({
  name: 'validate',
  group: 'models',
  about: 'checks BPMN files: what a deploy would say, or the standard as well',
  operands: some('<file>', 'at least one file', 'file'),
  options: OPTIONS,
  printsJson: true,
  notes: 'Ends with 0 when no file is refused, with 1 when one is, with 2 when one cannot be opened.\n',
  run: async (call) => (await import('./validate.ts')).runValidate(call),
});
