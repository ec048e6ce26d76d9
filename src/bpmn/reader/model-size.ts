import type { DecisionModel, ProcessModel } from '../../engine/model.ts';

/** Overhead per value in addition to its characters. */
const PER_VALUE = 16;

/** Approximate memory size of a model in characters of text, about a third of its bytes. Linear in the model. */
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
