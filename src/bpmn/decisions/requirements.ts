import type { RequiredInput } from '../../engine/model.ts';
import { quote } from '../finding.ts';
import { attributeOf, type XmlElement } from '../xml/xml-element.ts';
import type { DecisionFile } from './decision-file.ts';
import { idInHref, partOf, partsOf, placeInHref } from './dmn-xml.ts';

/** `group`: name of the import. */
export interface Requirement {
  readonly id: string;
  readonly group?: string;
  readonly xml: XmlElement;
  /** Used by the expression without a declared requirement. */
  readonly isImplicit?: true;
}

/** Decisions, services and business knowledge models, required or mentioned in expressions. */
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
    // a recursive function requires itself
    return found.xml === xml ? [] : [{ id, xml: required, ...groupOf(required, file) }];
  });
}

function namedFunctions(xml: XmlElement, file: DecisionFile): readonly Requirement[] {
  const text = textsIn(xml).join('\n');
  return partsOf(file.definitions, 'businessKnowledgeModel', 'decisionService').flatMap((one) => {
    const name = attributeOf(one, 'name') ?? '';
    return one !== xml && isNamedIn(text, name) ? [{ id: functionIdOf(one, file), xml, isImplicit: true as const }] : [];
  });
}

const IN_NAME = /[\p{L}\p{N}_]/u;

/** Compares whole words. */
function isNamedIn(text: string, name: string): boolean {
  if (name === '') return false;
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (!IN_NAME.test(text[at - 1] ?? '') && !IN_NAME.test(text[at + name.length] ?? '')) return true;
  return false;
}

function textsIn(xml: XmlElement): readonly string[] {
  return xml.children.flatMap((child) => (child.local === 'text' ? [child.text.replace(/\s+/g, ' ')] : textsIn(child)));
}

/**
 * Id in the deployment: for a service its id, because tasks can call it; for a business knowledge model an id that no decision has. Also adds it to
 * `requiredFunctions` of its file: only those are read.
 */
export function functionIdOf(xml: XmlElement, file: DecisionFile): string {
  const id = attributeOf(xml, 'id') ?? attributeOf(xml, 'name') ?? '';
  if (xml.local === 'decisionService') return file.knownId(id);
  const known = `${file.namespace ?? ''}#${id}`;
  file.requiredFunctions.set(known, xml);
  return known;
}

/** Input data that the element requires. */
export function inputsOf(xml: XmlElement, file: DecisionFile): readonly RequiredInput[] {
  return partsOf(xml, 'informationRequirement').flatMap((requirement) => {
    const required = partOf(requirement, 'requiredInput');
    const found = required && file.find(required, 'inputData');
    return found === undefined
      ? []
      : [{ ...inputIn(found.xml, found.file), ...(found.group === undefined ? {} : { group: found.group }) }];
  });
}

/** Required input, named like its variable. */
export function inputIn(xml: XmlElement, file: DecisionFile): RequiredInput {
  const variable = partOf(xml, 'variable');
  const name = (variable && attributeOf(variable, 'name')) ?? attributeOf(xml, 'name') ?? '';
  return { name, type: file.types.of(variable), ...(file.hasHintsOnly ? { isHint: true } : {}) };
}
