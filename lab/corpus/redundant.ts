import { BPMN } from '../../src/bpmn/xml/namespaces.ts';
import type { SourceAttribute, SourceTag } from './source-tags.ts';

/** Root elements with an effect only if another element refers to them. */
const DECLARATIONS: ReadonlySet<string> = new Set(['message', 'signal', 'error', 'escalation']);

const ASSOCIATIONS: ReadonlySet<string> = new Set(['dataInputAssociation', 'dataOutputAssociation']);

const CATCHING: ReadonlySet<string> = new Set(['startEvent', 'boundaryEvent']);

/** Languages that a text is read in without their name too. */
const READ_ANYWAY = /mvel|java|ecmascript|groovy|juel|^(?:cron|none)$/i;

/** Returns whether an element is empty, not referenced, or equal to its surroundings. */
export function isRedundant(tag: SourceTag): boolean {
  const { local, uri, parent, attributes, children, content } = tag;
  if (local === 'script' || uri !== BPMN) {
    if (children.length === 0 && attributes.length === 0 && /^(?:<!\[CDATA\[\s*\]\]>)?$/.test(content)) return true;
  }
  if (DECLARATIONS.has(local) && parent?.local === 'definitions') return !isReferredTo(tag);
  if (ASSOCIATIONS.has(local)) return movesNothing(tag);
  if (parent !== undefined && ASSOCIATIONS.has(parent.local)) return isReference(local) && hasText(parent);
  // links are joined by their names too
  if (parent?.local === 'linkEventDefinition') return attributeIn(parent, 'name') !== undefined;
  return isEveryVariable(tag);
}

/** Returns whether an attribute repeats its element or has no effect there. */
export function isRedundantAttribute(tag: SourceTag, { local: name, value }: SourceAttribute): boolean {
  if (value.trim() === '') return true;
  switch (name) {
    case 'language':
      return READ_ANYWAY.test(value);
    case 'isForCompensation':
      // the start event of an event sub-process defines its purpose
      return attributeIn(tag, 'triggeredByEvent') === 'true';
    case 'activityRef':
      // the throwing event names the compensated activity
      return tag.local === 'compensateEventDefinition' && CATCHING.has(tag.parent?.local ?? '');
    case 'cancelActivity':
      // the compensated activity has ended
      return tag.children.some(({ local }) => local === 'compensateEventDefinition');
    case 'errorRef':
      // an error without a code is any error
      return (attributeIn(rootNamed(tag, value), 'errorCode') ?? '') === '';
    case 'event':
      // a flow is only taken
      return tag.parent?.parent?.local === 'sequenceFlow';
    case 'id':
      return tag.local === 'taskListener';
    default:
      return false;
  }
}

/** `<camunda:in variables="all"/>` of a call is the default. */
function isEveryVariable({ local, parent, attributes }: SourceTag): boolean {
  const [only, ...others] = attributes;
  if (others.length > 0 || parent?.parent?.local !== 'callActivity') return false;
  return (local === 'in' || local === 'out') && only?.local === 'variables' && only.value === 'all';
}

/** An association without a text that draws a line, or moves a variable to itself. */
function movesNothing(association: SourceTag): boolean {
  if (hasText(association)) return false;
  const [source, target] = ['sourceRef', 'targetRef'].map(
    (local) => association.children.find((child) => child.local === local)?.content,
  );
  if (source === undefined || target === undefined) return true;
  const inner = association.local === 'dataInputAssociation' ? target : source;
  const own = allOf(association.parent).find((tag) => isDeclared(tag) && attributeIn(tag, 'id') === inner);
  return own === undefined ? isKnown(association, inner) : variableOf(association, source) === variableOf(association, target);
}

function isDeclared({ local }: SourceTag): boolean {
  return local === 'dataInput' || local === 'dataOutput';
}

function variableOf(tag: SourceTag, id: string): string {
  const item = allOf(rootOf(tag)).find((one) => attributeIn(one, 'id') === id);
  return attributeIn(item, 'name') ?? id;
}

function isKnown(tag: SourceTag, id: string): boolean {
  return allOf(rootOf(tag)).some((one) => attributeIn(one, 'id') === id);
}

function hasText({ children }: SourceTag): boolean {
  return children.some(({ local }) => local === 'assignment' || local === 'transformation');
}

function isReference(local: string): boolean {
  return local === 'sourceRef' || local === 'targetRef';
}

function isReferredTo(declaration: SourceTag): boolean {
  const id = attributeIn(declaration, 'id');
  const isIt = (text: string) => text !== '' && text.slice(text.indexOf(':') + 1) === id;
  return allOf(rootOf(declaration)).some(
    (tag) =>
      tag !== declaration && (isIt(tag.content) || tag.attributes.some(({ local, value }) => local !== 'id' && isIt(value))),
  );
}

function rootNamed(tag: SourceTag, reference: string): SourceTag | undefined {
  const id = reference.slice(reference.indexOf(':') + 1);
  return rootOf(tag).children.find((root) => attributeIn(root, 'id') === id);
}

function attributeIn(tag: SourceTag | undefined, attribute: string): string | undefined {
  return tag?.attributes.find(({ local, uri }) => local === attribute && uri === '')?.value;
}

function rootOf(tag: SourceTag): SourceTag {
  let root = tag;
  while (root.parent !== undefined) root = root.parent;
  return root;
}

/** A tag and all inside. */
function allOf(tag: SourceTag | undefined): SourceTag[] {
  return tag === undefined ? [] : [tag, ...tag.children.flatMap(allOf)];
}
