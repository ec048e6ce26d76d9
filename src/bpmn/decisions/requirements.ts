import type { RequiredInput } from '../../engine/model.ts';
import { quote } from '../finding.ts';
import { attributeOf, type XmlElement } from '../xml-element.ts';
import type { DecisionFile } from './decision-file.ts';
import { idInHref, partOf, partsOf, placeInHref } from './dmn-xml.ts';

/** A decision or function that is required, as the file refers to it. `group`: the name of the import it is read by. */
export interface Requirement {
  readonly id: string;
  readonly group?: string;
  readonly xml: XmlElement;
  /** it is in the file, and nothing says that it is required */
  readonly isKnown?: true;
}

/** The decisions, services and business knowledge models that an element requires, and those of its file that its texts name. */
export function requirementsOf(xml: XmlElement, file: DecisionFile): readonly Requirement[] {
  const written = [...requiredDecisions(xml, file), ...requiredFunctions(xml, file)];
  return [...written, ...namedFunctions(xml, file).filter(({ id }) => !written.some((other) => other.id === id))];
}

function requiredDecisions(xml: XmlElement, file: DecisionFile): readonly Requirement[] {
  return partsOf(xml, 'informationRequirement').flatMap((requirement) => {
    const required = partOf(requirement, 'requiredDecision');
    const id = required && file.idOf(required);
    if (required === undefined || id === undefined) return [];
    return [{ id, xml: required, ...groupOf(required, file) }];
  });
}

function groupOf(href: XmlElement, file: DecisionFile): { group?: string } {
  const place = placeInHref(href);
  const imported =
    place === undefined ? undefined : partsOf(file.definitions, 'import').find((one) => attributeOf(one, 'namespace') === place);
  const group = imported && attributeOf(imported, 'name');
  return group === undefined || group === '' ? {} : { group };
}

function requiredFunctions(xml: XmlElement, file: DecisionFile): readonly Requirement[] {
  return partsOf(xml, 'knowledgeRequirement').flatMap((requirement) => {
    const required = partOf(requirement, 'requiredKnowledge');
    if (required === undefined) return [];
    const found = file.find(required, 'businessKnowledgeModel', 'decisionService');
    if (found === undefined) {
      file.warn(
        'dmn-required-function',
        `requires '${quote(idInHref(required) ?? '')}', which is not deployed with it`,
        required.place,
      );
      return [];
    }
    const id = functionIdOf(found.xml, found.file);
    // a function may call itself
    return found.xml === xml ? [] : [{ id, xml: required, ...groupOf(required, file) }];
  });
}

function namedFunctions(xml: XmlElement, file: DecisionFile): readonly Requirement[] {
  const texts = textsIn(xml);
  return partsOf(file.definitions, 'businessKnowledgeModel', 'decisionService').flatMap((one) => {
    const name = attributeOf(one, 'name') ?? '';
    const isNamed = name !== '' && one !== xml && texts.some((text) => text.includes(name));
    return isNamed ? [{ id: functionIdOf(one, file), xml, isKnown: true as const }] : [];
  });
}

function textsIn(xml: XmlElement): readonly string[] {
  return xml.children.flatMap((child) => (child.local === 'text' ? [child.text.replace(/\s+/g, ' ')] : textsIn(child)));
}

/** What a function is known by in the deploy: the id of a service, which tasks call too; for business knowledge models a name that no id has. */
export function functionIdOf(xml: XmlElement, file: DecisionFile): string {
  const id = attributeOf(xml, 'id') ?? attributeOf(xml, 'name') ?? '';
  if (xml.local === 'decisionService') return file.knownId(id);
  const known = `${file.namespace ?? ''}#${id}`;
  file.wanted.set(known, xml);
  return known;
}

/** The input data that an element requires. */
export function inputsOf(xml: XmlElement, file: DecisionFile): readonly RequiredInput[] {
  return partsOf(xml, 'informationRequirement').flatMap((requirement) => {
    const required = partOf(requirement, 'requiredInput');
    const found = required && file.find(required, 'inputData');
    return found === undefined
      ? []
      : [{ ...inputIn(found.xml, found.file), ...(found.group === undefined ? {} : { group: found.group }) }];
  });
}

export function inputIn(xml: XmlElement, file: DecisionFile): RequiredInput {
  const variable = partOf(xml, 'variable');
  const name = (variable && attributeOf(variable, 'name')) ?? attributeOf(xml, 'name') ?? '';
  return { name, type: file.types.of(variable), ...(file.hasHintsOnly ? { isHint: true } : {}) };
}
