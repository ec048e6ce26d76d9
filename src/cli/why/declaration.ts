import { type Call, declareVerb, one } from '../declaration.ts';

export type WhyCall = Call<Record<never, never>>;

export const WHY = declareVerb({
  name: 'why',
  group: 'instances',
  about: 'show what an instance waits for, or how it ended',
  operands: one('<instance id>', 'the id of one instance', 'instance'),
  asksApi: true,
  printsTables: true,
  run: async (call) => (await import('./why.ts')).runWhy(call),
});
