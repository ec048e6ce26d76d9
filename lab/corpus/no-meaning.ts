import { SILENT } from '../../src/bpmn/dialects/dialect-words.ts';
import { foreign, knownDialect } from '../../src/bpmn/dialects/namespaces.ts';
import { BPMN } from '../../src/bpmn/xml/namespaces.ts';
import { isRedundant, isRedundantAttribute } from './redundant.ts';
import type { SourceAttribute, SourceTag } from './source-tags.ts';

/** Elements of BPMN that draw, describe or structure, and never execute. */
const DRAWN_ELEMENTS: ReadonlySet<string> = new Set([
  ...['documentation', 'textAnnotation', 'text', 'group', 'category', 'categoryValue', 'laneSet', 'lane', 'flowNodeRef'],
  ...['collaboration', 'conversation', 'association', 'incoming', 'outgoing', 'import', 'extension', 'relationship'],
  ...['auditing', 'monitoring', 'dataStore', 'dataStoreReference', 'dataState', 'itemDefinition', 'partnerEntity'],
  ...['partnerRole', 'endPoint', 'interface', 'resource', 'correlationProperty'],
  // declarations: associations name the moved data, and their targetRef names the target
  ...[
    'property',
    'dataObject',
    'dataObjectReference',
    'ioSpecification',
    'dataInput',
    'dataOutput',
    'inputSet',
    'outputSet',
    'to',
  ],
]);

/** Attributes of BPMN that name, type or draw. */
const DRAWN_ATTRIBUTES: ReadonlySet<string> = new Set([
  ...[
    'name',
    'id',
    'targetNamespace',
    'exporter',
    'exporterVersion',
    'typeLanguage',
    'expressionLanguage',
    'schemaLocation',
    'type',
  ],
  ...[
    'isClosed',
    'processType',
    'isImmediate',
    'implementation',
    'structureRef',
    'itemRef',
    'itemSubjectRef',
    'isCollection',
    'itemKind',
  ],
  ...['gatewayDirection', 'evaluatesToTypeRef', 'textFormat', 'definitionalCollaborationRef', 'unlimited', 'eventGatewayType'],
]);

/** Values that equal the default. */
const DEFAULTS: Readonly<Record<string, readonly string[]>> = {
  scriptFormat: ['groovy', 'Groovy', 'csharp', 'http://www.java.com/java', 'http://www.mvel.org/2.0'],
  isForCompensation: ['false'],
  startQuantity: ['1'],
  completionQuantity: ['1'],
  isInterrupting: ['true'],
  cancelActivity: ['true'],
  triggeredByEvent: ['false'],
  isSequential: ['false'],
  parallelMultiple: ['false'],
  isExecutable: ['true'],
  instantiate: ['false'],
  waitForCompletion: ['true'],
  calledElementBinding: ['latest'],
  propagateAllChildVariables: ['true'],
  testBefore: ['false'],
  ordering: ['Parallel'],
};

/** Whether an element, or an attribute of it, has no meaning for execution (docs/contributing/spec/validation.md#ignored-silently). */
export function hasNoMeaning(tag: SourceTag, attribute?: SourceAttribute): boolean {
  const { uri, local } = attribute ?? tag;
  if (attribute === undefined ? isRedundant(tag) : isRedundantAttribute(tag, attribute)) return true;
  if (attribute !== undefined && DEFAULTS[local]?.includes(attribute.value) === true) return true;
  if (uri === '' || uri === BPMN) {
    if (attribute === undefined) return DRAWN_ELEMENTS.has(local);
    return tag.uri === BPMN && DRAWN_ATTRIBUTES.has(local);
  }
  return knownDialect(uri) ? SILENT.has(local.toLowerCase()) : !foreign(uri);
}
