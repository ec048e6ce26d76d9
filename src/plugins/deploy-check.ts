import { type CatalogSchema, inputCheckOf } from './parameters.ts';
import type { JsonValue, Parameter } from './plugin.ts';

/** An input mapping of a model: its target, and its value if it is a literal. */
export interface WrittenInput {
  readonly target: string;
  readonly literal: JsonValue | undefined;
}

/**
 * Warnings at deployment about the inputs of a custom task; they never reject it
 * (docs/contributing/spec/http/custom-tasks.md#unserved-types).
 * @returns texts such as `parameter 'url' of 'rest-call' is required and not mapped`
 */
export function inputWarnings(taskType: string, schema: CatalogSchema, inputs: readonly WrittenInput[]): string[] {
  const mapped = new Map(inputs.map((input) => [input.target.split('.', 1)[0] as string, input]));
  const warnings: string[] = [];
  for (const parameter of schema.parameters) {
    const input = mapped.get(parameter.name);
    if (input === undefined) {
      if (parameter.required) warnings.push(`parameter '${parameter.name}' of '${taskType}' is required and not mapped`);
    } else if (input.literal !== undefined) {
      const checked = inputCheckOf({ taskType, parameters: [asParameter(parameter)], execute: () => undefined })({
        [parameter.name]: input.literal,
      });
      if (!checked.ok) warnings.push(`${lowerFirst(checked.message)} for '${taskType}'`);
    }
  }
  const known = new Set(schema.parameters.map(({ name }) => name));
  for (const name of mapped.keys()) {
    if (!known.has(name)) warnings.push(`'${taskType}' has no parameter '${name}'`);
  }
  return warnings;
}

function asParameter({ name, type, required, itemType }: CatalogSchema['parameters'][number]): Parameter {
  return { name, type, required, ...(itemType === null ? {} : { itemType }) };
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
