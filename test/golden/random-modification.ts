import type { EngineCommand } from '../../src/engine/commands.ts';
import type { Instruction } from '../../src/engine/migration/modifications.ts';
import type { ProcessModel } from '../../src/engine/model.ts';
import type { InstanceState } from '../../src/engine/state.ts';

/** What an operator may do at any time: move tokens, or edit variables. Much of it is refused. */
export function randomModification(model: ProcessModel, state: InstanceState, random: () => number): EngineCommand {
  const anyOf = <T>(items: readonly T[]): T | undefined => items[Math.floor(random() * items.length)];
  if (random() < 0.2) {
    const scope = random() < 0.3 ? null : (anyOf([...state.entries.keys(), ...state.variables.keys()]) ?? null);
    return { type: 'EditVariables', scope, values: { n: Math.floor(random() * 4) }, removed: random() < 0.5 ? ['ok'] : [] };
  }
  const instructions: Instruction[] = [];
  for (let left = 1 + Math.floor(random() * 3); left > 0; left--) {
    const chance = random();
    const entry = anyOf([...state.entries.values()]);
    const element = anyOf([...model.elements.keys()]) ?? '';
    const hosts = [...state.bodies.keys()];
    if (chance < 0.3 && entry !== undefined) instructions.push({ kind: 'cancelEntry', entry: entry.ordinal });
    else if (chance < 0.4 && entry !== undefined) instructions.push({ kind: 'cancelElement', element: entry.element });
    else {
      const scope = random() < 0.4 ? (anyOf(hosts) ?? null) : null;
      const variables = random() < 0.2 ? { variables: { x: 1, moved: true } } : {};
      instructions.push({ kind: chance < 0.75 ? 'startBefore' : 'startAfter', element, scope, ...variables });
    }
  }
  return { type: 'Modify', instructions, reason: random() < 0.5 ? null : 'by hand' };
}
