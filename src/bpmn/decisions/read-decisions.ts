import type { DecisionModel, DecisionService, ServiceInput } from '../../engine/model.ts';
import { type Finding, inDocumentOrder, quote } from '../finding.ts';
import { readXml } from '../xml/read-xml.ts';
import { attributeOf, type XmlElement } from '../xml/xml-element.ts';
import { DecisionFile, type FileRules } from './decision-file.ts';
import type { DecisionWarning } from './decision-finding.ts';
import { isDmn, partOf, partsOf } from './dmn-xml.ts';
import { expressionIn, readFunction, readLogic } from './read-logic.ts';
import { functionIdOf, inputIn, inputsOf, type Requirement, requirementsOf } from './requirements.ts';
import { excessIn } from './table-size.ts';

export interface ReadDecisions {
  readonly decisions: readonly WrittenDecision[];
  /** Business knowledge models. */
  readonly knowledge: readonly WrittenDecision[];
  readonly findings: readonly Finding[];
  readonly warnings: readonly DecisionWarning[];
}

/** Decision with its file, for references from other files and tasks. */
export interface WrittenDecision extends Omit<DecisionModel, 'requires' | 'knows'> {
  readonly source: DecisionFile;
  readonly xml: XmlElement;
  readonly requirements: readonly Requirement[];
  readonly namespace: string | undefined;
  readonly modelName: string | undefined;
}

/** Read on reference, or documentation only. */
const SILENT: ReadonlySet<string> = new Set([
  ...['description', 'extensionElements', 'import', 'itemDefinition', 'decision', 'businessKnowledgeModel', 'inputData'],
  ...['decisionService', 'knowledgeSource', 'association', 'textAnnotation', 'group', 'performanceIndicator'],
  ...['organizationUnit', 'elementCollection'],
]);

/** Compatibility kit: without logic and supplied value, a decision is null. */
const NO_LOGIC: DecisionModel['logic'] = {
  kind: 'text',
  text: { kind: 'expression', slot: 'expression', dialect: 'feel', text: '', source: 'null' },
};

/** Limited per file. */
const COUNTED = ['decision', 'businessKnowledgeModel', 'decisionService', 'inputData', 'itemDefinition'] as const;
const MAX_ELEMENTS = 5000;

const TOO_LARGE = { name: 'dmn-size' } as const;
const UNREADABLE = { name: 'dmn-readable' } as const;

/**
 * Reads DMN 1.1 to 1.5, one result per text, in order; files may refer to one another. Synchronous, pure; never throws
 * (docs/contributing/spec/decisions.md#files). `isStandard`: compatibility kit: also reads unused business knowledge models, and enforces all values.
 */
export function readDecisionFiles(texts: readonly string[], rules: FileRules): readonly ReadDecisions[] {
  const { isStandard } = rules;
  const siblings: DecisionFile[] = [];
  const opened = texts.map((text) => open(text, siblings, rules));
  for (const file of opened) if (file instanceof DecisionFile) siblings.push(file);
  for (const file of siblings)
    for (const other of siblings) if (other !== file) for (const name of functionsOf(other)) file.names.add(name);
  const read = opened.map((file) => (file instanceof DecisionFile ? readFile(file) : []));
  const knowledge = new Map(siblings.map((file) => [file, new Map<string, WrittenDecision>()] as const));
  if (isStandard)
    for (const file of siblings) for (const xml of partsOf(file.definitions, 'businessKnowledgeModel')) functionIdOf(xml, file);
  // a business knowledge model may be the first to require another one
  for (let isDone = false; !isDone; ) {
    isDone = true;
    for (const [file, known] of knowledge) {
      for (const [id, xml] of file.requiredFunctions) {
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

function open(text: string, siblings: readonly DecisionFile[], rules: FileRules): DecisionFile | Finding {
  if (text.trim() === '') return { text: 'the file is empty', rule: UNREADABLE };
  const xml = readXml(text);
  if (!xml.ok) return { ...xml.finding, rule: UNREADABLE };
  if (!isDmn(xml.root))
    return { rule: UNREADABLE, text: 'root element must be definitions of DMN 1.1 to 1.5', place: xml.root.place };
  const [first] = partsOf(xml.root, ...COUNTED).slice(MAX_ELEMENTS);
  if (first === undefined) {
    const excess = excessIn(xml.root);
    if (excess !== undefined) return { rule: TOO_LARGE, text: excess.text, place: excess.xml.place };
    return new DecisionFile(xml.root, siblings, rules);
  }
  return {
    rule: TOO_LARGE,
    text: `the file has more than ${MAX_ELEMENTS} decisions, functions, inputs and types`,
    place: first.place,
  };
}

/** Callable by other files. */
function functionsOf({ definitions }: DecisionFile): readonly string[] {
  return partsOf(definitions, 'businessKnowledgeModel', 'decisionService', 'decision').map(
    (xml) => attributeOf(xml, 'name') ?? '',
  );
}

function readFile(file: DecisionFile): WrittenDecision[] {
  const { definitions } = file;
  for (const other of definitions.children) {
    if (other.uri === definitions.uri && !SILENT.has(other.local))
      file.warn('dmn-not-executed', `${quote(other.local)} is not executed`, other.place);
  }
  for (const item of partsOf(definitions, 'itemDefinition')) file.types.named(attributeOf(item, 'name') ?? '');
  const decisions = partsOf(definitions, 'decision').flatMap((decision) => readDecision(decision, file));
  return [...decisions, ...partsOf(definitions, 'decisionService').flatMap((service) => readService(service, file))];
}

function readDecision(xml: XmlElement, file: DecisionFile): WrittenDecision[] {
  file.begin(xml);
  const id = file.ownId(xml);
  if (id === undefined) {
    file.report('dmn-id', xml, 'id is required');
    return [];
  }
  const logic = expressionIn(xml);
  if (logic === undefined) {
    file.warn('dmn-not-executed', 'it has no logic and decides nothing');
    if (!file.isStandard) return [];
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
      logic: logic === undefined ? NO_LOGIC : readLogic(logic, variable, file),
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
): Pick<WrittenDecision, 'source' | 'xml' | 'requirements' | 'namespace' | 'modelName'> {
  return {
    source: file,
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
  if (written === undefined) file.report('dmn-function', xml, `business knowledge model '${quote(name)}' has no expression`);
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
    file.warn(
      'dmn-not-executed',
      id === undefined ? 'it has no id and is not executed' : 'it has no output decision and decides nothing',
    );
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
    const output = file.idOf(href);
    return output === undefined ? [] : [{ id: output, xml: href }];
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
