import type { CallBinding } from '../engine/model.ts';
import type { NodeDraft } from './draft.ts';
import type { ReadContext } from './elements/element-reader.ts';
import { camunda, ext } from './namespaces.ts';
import { attributeOf, dialectAttributeOf, extensionsNamed, type XmlElement } from './xml-element.ts';

/** Version binding of a call activity as written. `value`: version or version tag (docs/contributing/spec/calls.md#call-activity). */
export interface WrittenBinding {
  readonly kind: string;
  readonly value?: string;
}

/** Key of the called process: from the BPMN attribute, else from the zeebe element. */
export function calledElementOf(xml: XmlElement): string | undefined {
  return attributeOf(xml, 'calledElement') ?? zeebeAttribute(xml, 'processId');
}

/** Binding of a call activity; `latest` by default. */
export function writtenBindingOf(xml: XmlElement): WrittenBinding {
  const kind = dialectAttributeOf(xml, camunda, 'calledElementBinding') ?? zeebeAttribute(xml, 'bindingType') ?? 'latest';
  const value =
    kind === 'version'
      ? dialectAttributeOf(xml, camunda, 'calledElementVersion')
      : (dialectAttributeOf(xml, camunda, 'calledElementVersionTag') ?? zeebeAttribute(xml, 'versionTag'));
  return { kind, ...(value === undefined ? {} : { value }) };
}

/** Binding with its value as expression. A validation rule reports invalid bindings (docs/contributing/spec/validation.md#called-element). */
export function readBinding(node: NodeDraft, { kind, value }: WrittenBinding, context: ReadContext): CallBinding {
  if ((kind === 'version' || kind === 'versionTag') && value !== undefined) {
    const slot = kind === 'version' ? 'called element version' : 'called element version tag';
    return Object.freeze({ kind, value: context.expression(node.xml, value, 'template', slot) });
  }
  return Object.freeze({ kind: kind === 'deployment' ? kind : 'latest' });
}

function zeebeAttribute(xml: XmlElement, attribute: string): string | undefined {
  return extensionsNamed(xml, ext, 'calledElement')
    .map((element) => dialectAttributeOf(element, ext, attribute))
    .find((value) => value !== undefined);
}
