import type { DecisionModel } from '../../engine/model.ts';
import { type Finding, inDocumentOrder, quote } from '../finding.ts';
import { readXml } from '../read-xml.ts';
import { attributeOf, type XmlElement } from '../xml-element.ts';
import { DecisionFile } from './decision-file.ts';
import { idInHref, isDmn, partOf, partsOf, placeInHref } from './dmn-xml.ts';
import { expressionIn, readLogic } from './read-logic.ts';

/** What a file of decisions holds. `warnings`: what is in it and not done. */
export interface ReadDecisions {
  readonly decisions: readonly WrittenDecision[];
  readonly findings: readonly Finding[];
  readonly warnings: readonly string[];
}

/** A decision with what other files and tasks know it by. */
export interface WrittenDecision extends Omit<DecisionModel, 'requires'> {
  readonly xml: XmlElement;
  readonly requirements: readonly Requirement[];
  /** of the file: its namespace and its name */
  readonly namespace: string | undefined;
  readonly modelName: string | undefined;
}

/** A decision that is required, as the file refers to it. `group`: the name of the import it is read by. */
export interface Requirement {
  readonly id: string;
  readonly group?: string;
  readonly xml: XmlElement;
}

/** Elements that are drawn or described, and decide nothing. */
const SILENT: ReadonlySet<string> = new Set([
  ...['description', 'extensionElements', 'import', 'itemDefinition', 'decision', 'businessKnowledgeModel', 'inputData'],
  ...[
    'knowledgeSource',
    'association',
    'textAnnotation',
    'group',
    'performanceIndicator',
    'organizationUnit',
    'elementCollection',
  ],
]);

/** Reads a file of DMN 1.1 to 1.5. Synchronous, pure; never throws for any text (docs/spec/decisions.md#files). */
export function readDecisions(text: string): ReadDecisions {
  if (text.trim() === '') return refused({ text: 'the file is empty' });
  const xml = readXml(text);
  if (!xml.ok) return refused(xml.finding);
  if (!isDmn(xml.root)) return refused({ text: 'root element must be definitions of DMN 1.1 to 1.5', place: xml.root.place });
  const file = new DecisionFile(xml.root);
  for (const other of xml.root.children) {
    if (other.uri === xml.root.uri && !SILENT.has(other.local)) file.warn(`${quote(other.local)} is not executed`);
  }
  warnOfTypes(file);
  const decisions = partsOf(xml.root, 'decision').flatMap((decision) => readDecision(decision, file));
  return { decisions, findings: inDocumentOrder(file.findings), warnings: file.warnings };
}

function refused(finding: Finding): ReadDecisions {
  return { decisions: [], findings: [finding], warnings: [] };
}

function warnOfTypes({ definitions, ...file }: DecisionFile): void {
  for (const item of partsOf(definitions, 'itemDefinition')) {
    if (partOf(item, 'allowedValues') !== undefined) {
      file.warnings.push(`itemDefinition '${quote(attributeOf(item, 'name') ?? '')}': allowedValues are not checked`);
    }
  }
}

function readDecision(xml: XmlElement, file: DecisionFile): WrittenDecision[] {
  file.begin(xml);
  const id = attributeOf(xml, 'id');
  if (id === undefined) {
    file.report(xml, 'id is required');
    return [];
  }
  const logic = expressionIn(xml);
  if (logic === undefined) {
    file.warn('it has no logic and decides nothing');
    return [];
  }
  const name = attributeOf(xml, 'name') ?? id;
  const variable = partOf(xml, 'variable');
  const called = (variable && attributeOf(variable, 'name')) ?? name;
  return [
    {
      id,
      name,
      names: [...new Set([id, name, called])],
      type: file.types.of(variable),
      logic: readLogic(logic, called, file),
      xml,
      requirements: requirementsOf(xml, file),
      namespace: attributeOf(file.definitions, 'namespace'),
      modelName: attributeOf(file.definitions, 'name'),
    },
  ];
}

function requirementsOf(xml: XmlElement, { definitions }: DecisionFile): readonly Requirement[] {
  return partsOf(xml, 'informationRequirement').flatMap((requirement) => {
    const required = partOf(requirement, 'requiredDecision');
    const id = required && idInHref(required);
    if (required === undefined || id === undefined) return [];
    const place = placeInHref(required);
    const imported =
      place === undefined ? undefined : partsOf(definitions, 'import').find((one) => attributeOf(one, 'namespace') === place);
    const group = imported && attributeOf(imported, 'name');
    return [{ id, xml: required, ...(group === undefined ? {} : { group }) }];
  });
}
