import { workOf } from '../../engine/model/model-shape.ts';
import type { ElementModel, Mapping, ProcessModel } from '../../engine/model.ts';
import { inputWarnings, type WrittenInput } from '../../plugins/deploy-check.ts';
import type { CatalogSchema } from '../../plugins/parameters.ts';
import { typeKeyOf } from '../../store/custom-tasks.ts';
import type { DeployWarning } from '../unit-of-work/observed-changes.ts';

/** Schemas of the task types that active plugin hosts offer: type key → JSON text, null if the plugin declares none. */
export type Catalog = ReadonlyMap<string, string | null>;

/**
 * Compares the inputs of custom tasks with the schemas that plugin hosts declare now. Yields a warning or undefined per element. Skips types that are
 * computed or not offered, and never rejects (docs/contributing/spec/http/custom-tasks.md#unserved-types).
 */
export function* customTaskWarnings(
  { key, elements }: Pick<ProcessModel, 'key' | 'elements'>,
  catalog: Catalog,
): Generator<DeployWarning | undefined, void> {
  for (const element of elements.values()) {
    yield;
    const taskType = literalTypeOf(element);
    const schema = taskType === undefined ? undefined : catalog.get(typeKeyOf(taskType));
    if (taskType === undefined || schema === undefined || schema === null) continue;
    const inputs = (element.mappings?.inputs ?? []).map(writtenInput);
    for (const text of inputWarnings(taskType, JSON.parse(schema) as CatalogSchema, inputs)) {
      yield {
        event: 'custom-task-input-does-not-fit',
        processKey: key,
        elementId: element.id,
        text: `${element.type} '${element.id}': ${text}`,
      };
    }
  }
}

function literalTypeOf(element: ElementModel): string | undefined {
  const work = workOf(element);
  if (work?.kind !== 'typed') return undefined;
  const { dialect, source } = work.taskType;
  return dialect === 'literal' ? source : undefined;
}

/** Reads the value of a literal source: a text without `=`, or a literal after it. */
function writtenInput({ target, source }: Mapping): WrittenInput {
  if (source.kind !== 'expression') return { target, literal: undefined };
  if (source.dialect === 'literal') return { target, literal: source.source };
  return { target, literal: /^(-?\d+(\.\d+)?|true|false)$/.test(source.source) ? JSON.parse(source.source) : undefined };
}
