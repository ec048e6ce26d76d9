import type { CustomTask } from '../../../wire/custom-tasks.ts';
import type { ModelDocument } from '../../components/diagram/model-notes.ts';

/** Missing input, with the text that a deploy reports. */
interface MissingInput {
  readonly elementId: string | undefined;
  readonly text: string;
}

/**
 * Required parameters without input, of types that plugin hosts offer now. A deploy warns about them, but the check knows no plugins
 * (docs/contributing/spec/http/custom-tasks.md#unserved-types).
 */
export function missingInputs({ document }: ModelDocument, catalog: readonly CustomTask[]): readonly MissingInput[] {
  return [...document.getElementsByTagNameNS('*', 'taskDefinition')].flatMap((definition) => {
    const task = definition.parentElement?.parentElement;
    const type = definition.getAttribute('type')?.trim().toLowerCase();
    const entry = catalog.find(({ taskType }) => taskType.toLowerCase() === type);
    if (task === undefined || task === null || entry === undefined) return [];
    const inputs = [...task.getElementsByTagNameNS('*', 'input')].map((input) => input.getAttribute('target')?.split('.')[0]);
    const missing = (entry.parameterSchema?.parameters ?? []).filter(({ name, required }) => required && !inputs.includes(name));
    const elementId = task.getAttribute('id') ?? undefined;
    return missing.map(({ name }) => ({
      elementId,
      text: `${task.localName} '${elementId}': parameter '${name}' of '${entry.taskType}' is required and not mapped`,
    }));
  });
}
