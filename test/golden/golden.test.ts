import { CASES, replayCase, scriptOf } from './replay.ts';

describe('golden traces', () => {
  for (const name of CASES) it(`hold when ${name} is replayed: ${scriptOf(name).title}`, () => replayCase(name));
});
