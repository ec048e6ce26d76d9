import type { DecisionModel, DecisionService, ServiceInput } from '../../engine/model.ts';
import { type Finding, inDocumentOrder, quote } from '../finding.ts';
import { readXml } from '../read-xml.ts';
import { attributeOf, type XmlElement } from '../xml-element.ts';
import { DecisionFile } from './decision-file.ts';
import { idInHref, isDmn, partOf, partsOf, placeInHref } from './dmn-xml.ts';
import { expressionIn, readFunction, readLogic } from './read-logic.ts';
import { functionIdOf, inputIn, inputsOf, type Requirement, requirementsOf } from './requirements.ts';

/** What a file of decisions holds. `warnings`: what is in it and not done. */
export interface ReadDecisions {
  readonly decisions: readonly WrittenDecision[];
  /** business knowledge models that are required */
  readonly knowledge: readonly WrittenDecision[];
  readonly findings: readonly Finding[];
  readonly warnings: readonly string[];
}

/** A decision with what other files and tasks know it by. */
export interface WrittenDecision extends Omit<DecisionModel, 'requires' | 'knows'> {
  readonly xml: XmlElement;
  readonly requirements: readonly Requirement[];
  /** of the file: its namespace and its name */
  readonly namespace: string | undefined;
  readonly modelName: string | undefined;
}

/** Elements that are read where something refers to them, or that are drawn or described and decide nothing. */
const SILENT: ReadonlySet<string> = new Set([
  ...['description', 'extensionElements', 'import', 'itemDefinition', 'decision', 'businessKnowledgeModel', 'inputData'],
  ...['decisionService', 'knowledgeSource', 'association', 'textAnnotation', 'group', 'performanceIndicator'],
  ...['organizationUnit', 'elementCollection'],
]);

/**
 * Reads files of DMN 1.1 to 1.5 that are deployed together. Synchronous, pure; never throws for any text (docs/spec/decisions.md#files).
 * @param isStandard as the compatibility kit wants them: business knowledge models that nothing requires are read too, and no values are hints
 */
export function readDecisionFiles(texts: readonly string[], isStandard = false): readonly ReadDecisions[] {
  const siblings: DecisionFile[] = [];
  const opened = texts.map((text) => open(text, siblings, isStandard));
  for (const file of opened) if (file instanceof DecisionFile) siblings.push(file);
  for (const file of siblings)
    for (const other of siblings) if (other !== file) for (const name of functionsOf(other)) file.names.add(name);
  const read = opened.map((file) => (file instanceof DecisionFile ? readFile(file) : []));
  const knowledge = new Map(siblings.map((file) => [file, new Map<string, WrittenDecision>()] as const));
  if (isStandard)
    for (const file of siblings) for (const xml of partsOf(file.definitions, 'businessKnowledgeModel')) functionIdOf(xml, file);
  // what a business knowledge model requires may be the first to want another one
  for (let isDone = false; !isDone; ) {
    isDone = true;
    for (const [file, known] of knowledge) {
      for (const [id, xml] of file.wanted) {
        if (known.has(id)) continue;
        isDone = false;
        known.set(id, readKnowledge(xml, id, file));
      }
    }
  }
  return opened.map((file, at) =>
    file instanceof DecisionFile
      ? {
          decisions: read[at] ?? [],
          knowledge: [...(knowledge.get(file)?.values() ?? [])],
          findings: inDocumentOrder(file.findings),
          warnings: file.warnings,
        }
      : { decisions: [], knowledge: [], findings: [file], warnings: [] },
  );
}

function open(text: string, siblings: readonly DecisionFile[], isStandard: boolean): DecisionFile | Finding {
  if (text.trim() === '') return { text: 'the file is empty' };
  const xml = readXml(text);
  if (!xml.ok) return xml.finding;
  if (!isDmn(xml.root)) return { text: 'root element must be definitions of DMN 1.1 to 1.5', place: xml.root.place };
  return new DecisionFile(xml.root, siblings, isStandard);
}

/** Names of functions that other files may call. */
function functionsOf({ definitions }: DecisionFile): readonly string[] {
  return partsOf(definitions, 'businessKnowledgeModel', 'decisionService', 'decision').map(
    (xml) => attributeOf(xml, 'name') ?? '',
  );
}

function readFile(file: DecisionFile): WrittenDecision[] {
  const { definitions } = file;
  for (const other of definitions.children) {
    if (other.uri === definitions.uri && !SILENT.has(other.local)) file.warn(`${quote(other.local)} is not executed`);
  }
  for (const item of partsOf(definitions, 'itemDefinition')) file.types.named(attributeOf(item, 'name') ?? '');
  const decisions = partsOf(definitions, 'decision').flatMap((decision) => readDecision(decision, file));
  return [...decisions, ...partsOf(definitions, 'decisionService').flatMap((service) => readService(service, file))];
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
  const { name, variable } = namesOf(xml, id);
  const inputs = inputsOf(xml, file);
  return [
    {
      id: file.knownId(id),
      name,
      names: [...new Set([id, name, variable])],
      type: file.types.of(partOf(xml, 'variable')),
      ...(inputs.length === 0 ? {} : { inputs }),
      logic: readLogic(logic, variable, file),
      ...aroundOf(xml, file),
    },
  ];
}

function namesOf(xml: XmlElement, id: string): { readonly name: string; readonly variable: string } {
  const name = attributeOf(xml, 'name') ?? id;
  const variable = partOf(xml, 'variable');
  return { name, variable: (variable && attributeOf(variable, 'name')) ?? name };
}

function aroundOf(
  xml: XmlElement,
  file: DecisionFile,
): Pick<WrittenDecision, 'xml' | 'requirements' | 'namespace' | 'modelName'> {
  return {
    xml,
    requirements: requirementsOf(xml, file),
    namespace: file.namespace,
    modelName: attributeOf(file.definitions, 'name'),
  };
}

function readKnowledge(xml: XmlElement, id: string, file: DecisionFile): WrittenDecision {
  file.begin(xml);
  const { name, variable } = namesOf(xml, id);
  const written = partOf(xml, 'encapsulatedLogic');
  if (written === undefined) file.report(xml, `business knowledge model '${quote(name)}' has no expression`);
  const what = `business knowledge model '${quote(name)}'`;
  return {
    id,
    name,
    names: [...new Set([name, variable])],
    type: 'any',
    isClosed: true,
    logic:
      written === undefined
        ? { kind: 'list', items: [] }
        : { ...readFunction(written, what, file), ...file.types.resultOf(partOf(xml, 'variable')) },
    ...aroundOf(xml, file),
  };
}

function readService(xml: XmlElement, file: DecisionFile): WrittenDecision[] {
  file.begin(xml);
  const id = attributeOf(xml, 'id');
  const outputs = partsOf(xml, 'outputDecision');
  if (id === undefined || outputs.length === 0) {
    file.warn(id === undefined ? 'it has no id and is not executed' : 'it has no output decision and decides nothing');
    return [];
  }
  const inputDecisions = partsOf(xml, 'inputDecision').flatMap((href): ServiceInput[] => {
    const found = file.find(href, 'decision');
    if (found === undefined) return [];
    const given = attributeOf(found.xml, 'id') ?? '';
    const type = found.file.types.of(partOf(found.xml, 'variable'));
    return [{ id: found.file.knownId(given), name: namesOf(found.xml, given).variable, type }];
  });
  const inputData = partsOf(xml, 'inputData').flatMap((href) => {
    const found = file.find(href, 'inputData');
    return found === undefined ? [] : [inputIn(found.xml, found.file)];
  });
  const required = outputs.flatMap((href): Requirement[] => {
    const output = idInHref(href);
    return output === undefined ? [] : [{ id: file.knownId(output, placeInHref(href)), xml: href }];
  });
  const logic: DecisionService = {
    kind: 'service',
    inputData,
    inputDecisions,
    outputs: required.map((one) => one.id),
    ...file.types.resultOf(partOf(xml, 'variable')),
  };
  const { name, variable } = namesOf(xml, id);
  const around = { ...aroundOf(xml, file), requirements: required };
  return [{ id: file.knownId(id), name, names: [...new Set([id, name, variable])], type: 'any', logic, ...around }];
}
