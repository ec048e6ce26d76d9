import type { CustomTask } from '../../../wire/custom-tasks.ts';
import type { ModelDocument } from '../../components/diagram/model-notes.ts';
import { modelerTexts } from '../../texts/modeler.ts';

/** Missing input, with the text that a deploy reports. */
interface MissingInput {
  readonly elementId: string | undefined;
  readonly text: string;
}

const TYPED = ['serviceTask', 'sendTask', 'businessRuleTask'];
const NATIVE = ['https://fleans.io/schema/bpmn/1.0', 'http://fleans.io/schema/bpmn/fleans'];

/**
 * Required parameters without input, of types that plugin hosts offer now. A deploy warns about them, but the check knows no plugins
 * (docs/contributing/spec/http/custom-tasks.md#unserved-types).
 */
export function missingInputs({ document }: ModelDocument, catalog: readonly CustomTask[]): readonly MissingInput[] {
  const definitions = [...document.getElementsByTagNameNS('*', 'taskDefinition')].map((definition) => ({
    task: definition.parentElement?.parentElement,
    type: definition.getAttribute('type'),
  }));
  const plain = TYPED.flatMap((tag) => [...document.getElementsByTagNameNS('*', tag)]).flatMap((task) => {
    const type = [task.getAttribute('type'), ...NATIVE.map((uri) => task.getAttributeNS(uri, 'type'))].find(Boolean);
    return type === undefined ? [] : [{ task, type }];
  });
  const named = definitions.filter(({ task }) => plain.every((one) => one.task !== task));
  return [...named, ...plain].flatMap(({ task, type: written }) => {
    const type = written?.trim().toLowerCase();
    const entry = catalog.find(({ taskType }) => taskType.toLowerCase() === type);
    if (task === undefined || task === null || entry === undefined) return [];
    const inputs = [...task.getElementsByTagNameNS('*', 'input')].map((input) => input.getAttribute('target')?.split('.')[0]);
    const missing = (entry.parameterSchema?.parameters ?? []).filter(({ name, required }) => required && !inputs.includes(name));
    const elementId = task.getAttribute('id') ?? undefined;
    return missing.map(({ name }) => ({
      elementId,
      text: modelerTexts.check.missingInput(task.localName, elementId ?? '', name, entry.taskType),
    }));
  });
}
