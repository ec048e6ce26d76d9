import { resolve } from '../draft.ts';
import { findingAt, quote } from '../finding.ts';
import { messagesAndSignalsExist } from '../validate/events.ts';
import { idsAreUnique } from '../validate/identifiers.ts';
import { attributeOf, childrenNamed } from '../xml/xml-element.ts';
import {
  bpmnElementsOf,
  eachElement,
  eachProcess,
  elementsById,
  referenceFaults,
  referencesOf,
  type StandardRule,
} from './rule-iterators.ts';

/** NCName of XML Schema, required by `xsd:ID`. */
const NC_NAME = /^[\p{L}_][\p{L}\p{N}\p{M}._\u00B7-]*$/u;
const TYPES: ReadonlySet<string> = new Set(['None', 'Public', 'Private']);
const ITEM: ReadonlySet<string> = new Set(['itemDefinition']);
const PROPERTY: ReadonlySet<string> = new Set(['correlationProperty']);
const MESSAGE: ReadonlySet<string> = new Set(['message']);
const ROLES: readonly string[] = ['resourceRole', 'performer', 'humanPerformer', 'potentialOwner'];
const RESOURCE: ReadonlySet<string> = new Set(['resource']);
const USERS_OF_OPERATIONS: readonly string[] = ['serviceTask', 'sendTask', 'receiveTask', 'messageEventDefinition'];
const OPERATION: ReadonlySet<string> = new Set(['operation']);

export const FILE_RULES: readonly StandardRule[] = [
  {
    name: 'unique-ids',
    clause: '8.3.1',
    check: idsAreUnique,
    isAlwaysEnforced: true,
  },
  // An id is an XML name without colon.
  {
    name: 'id-form',
    clause: '8.3.1',
    *check(document) {
      for (const xml of bpmnElementsOf(document.xml)) {
        const id = attributeOf(xml, 'id');
        if (id !== undefined && !NC_NAME.test(id)) yield findingAt(xml, `id '${quote(id)}' is not an XML name without colon`);
      }
    },
  },
  {
    name: 'target-namespace',
    clause: '8.2.1',
    check: eachElement(['definitions'], (xml) =>
      attributeOf(xml, 'targetNamespace') === undefined ? 'targetNamespace is required' : undefined,
    ),
  },
  // A process type is `None`, `Public` or `Private`.
  {
    name: 'process-type',
    clause: '10.2',
    check: eachElement(['process'], (xml) => {
      const type = attributeOf(xml, 'processType') ?? 'None';
      return TYPES.has(type) ? undefined : `processType '${quote(type)}' is not None, Public or Private`;
    }),
  },
  // Both ends of an association exist.
  {
    name: 'association-ends',
    clause: '8.4.1',
    check: eachElement(['association'], (xml, document) =>
      ['sourceRef', 'targetRef'].flatMap((name) => {
        const written = attributeOf(xml, name);
        if (written === undefined) return [`${name} is required`];
        return resolve(elementsById(document), written) === undefined ? [`${name} '${quote(written)}' not found`] : [];
      }),
    ),
  },
  // The item definition of a message exists.
  {
    name: 'message-item',
    clause: '8.4.11',
    check: eachElement(['message'], (xml, document) => referenceFaults(xml, 'itemRef', ITEM, document)),
  },
  // A correlation key references existing properties.
  {
    name: 'correlation-key-properties',
    clause: '8.4.2',
    check: eachElement(['correlationKey'], (xml, document) => referenceFaults(xml, 'correlationPropertyRef', PROPERTY, document)),
  },
  // A correlation property defines how to get its value from a message.
  {
    name: 'correlation-retrieval',
    clause: '8.4.2',
    check: eachElement(['correlationProperty'], (xml, document) => {
      const retrievals = childrenNamed(xml, 'correlationPropertyRetrievalExpression');
      if (retrievals.length === 0) return 'correlationPropertyRetrievalExpression is required';
      return retrievals.flatMap((retrieval) => {
        if (referencesOf(retrieval, 'messageRef').length === 0) return ['retrieval expression has no messageRef'];
        return referenceFaults(retrieval, 'messageRef', MESSAGE, document);
      });
    }),
  },
  {
    name: 'resource-known',
    clause: '10.3.1',
    check: eachElement(ROLES, (xml, document) => referenceFaults(xml, 'resourceRef', RESOURCE, document)),
  },
  // A referenced message or signal exists.
  {
    name: 'event-reference-known',
    clause: '8.4.11',
    check: eachProcess(messagesAndSignalsExist),
    isAlwaysEnforced: true,
  },
  // A referenced operation is in an interface of the file.
  {
    name: 'operation-known',
    clause: '8.5.3',
    check: eachElement(USERS_OF_OPERATIONS, (xml, document) => referenceFaults(xml, 'operationRef', OPERATION, document)),
  },
  // An operation references its input message.
  {
    name: 'operation-message-known',
    clause: '8.5.3',
    check: eachElement(['operation'], (xml, document) => {
      if (referencesOf(xml, 'inMessageRef').length === 0) return 'operation has no inMessageRef';
      return ['inMessageRef', 'outMessageRef'].flatMap((name) => referenceFaults(xml, name, MESSAGE, document));
    }),
  },
];

const DATA: ReadonlySet<string> = new Set([
  ...['dataObject', 'dataObjectReference', 'dataStoreReference', 'dataStore', 'property', 'dataInput', 'dataOutput'],
]);
const OBJECT: ReadonlySet<string> = new Set(['dataObject']);
const STORE: ReadonlySet<string> = new Set(['dataStore']);
const INPUT: ReadonlySet<string> = new Set(['dataInput']);
const OUTPUT: ReadonlySet<string> = new Set(['dataOutput']);

export const DATA_RULES: readonly StandardRule[] = [
  // A data association has a target, and both ends are data.
  {
    name: 'data-association-ends',
    clause: '10.4.1',
    check: eachElement(['dataInputAssociation', 'dataOutputAssociation'], (xml, document) => {
      if (referencesOf(xml, 'targetRef').length === 0) return 'targetRef is required';
      return ['sourceRef', 'targetRef'].flatMap((name) => referenceFaults(xml, name, DATA, document));
    }),
  },
  // A data object reference references a data object.
  {
    name: 'data-object-known',
    clause: '10.4.1',
    check: eachElement(['dataObjectReference'], (xml, document) => referenceFaults(xml, 'dataObjectRef', OBJECT, document)),
  },
  {
    name: 'data-store-known',
    clause: '10.4.1',
    check: eachElement(['dataStoreReference'], (xml, document) => referenceFaults(xml, 'dataStoreRef', STORE, document)),
  },
  // An input/output specification has an input set and an output set with existing references.
  {
    name: 'input-output-sets',
    clause: '10.4.1',
    check: eachElement(['ioSpecification'], (xml, document) =>
      ['inputSet', 'outputSet'].flatMap((name) => {
        const sets = childrenNamed(xml, name);
        if (sets.length === 0) return [`${name} is required`];
        const [member, kinds] = name === 'inputSet' ? (['dataInputRefs', INPUT] as const) : (['dataOutputRefs', OUTPUT] as const);
        return sets.flatMap((set) => referenceFaults(set, member, kinds, document));
      }),
    ),
  },
];
