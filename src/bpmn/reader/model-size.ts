import type { DecisionModel, ProcessModel } from '../../engine/model.ts';

/** What a value takes besides its characters: its place in an object, and the object. */
const PER_VALUE = 16;

/** About how much memory a model takes, in characters of text: a third of its bytes or so. Linear in the model. */
export function sizeOfModel(model: ProcessModel | DecisionModel): number {
  let size = 0;
  const open: unknown[] = [model];
  while (open.length > 0) {
    const value = open.pop();
    size += PER_VALUE;
    if (typeof value === 'string') size += value.length;
    else if (value instanceof Map) for (const member of value.values()) open.push(member);
    else if (typeof value === 'object' && value !== null) for (const member of Object.values(value)) open.push(member);
  }
  return size;
}
