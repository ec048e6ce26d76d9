import type { CallBinding, CallMappings, Mapping } from '../../engine/model.ts';
import type { NodeDraft } from '../draft.ts';
import type { ReadContext } from '../elements/element-reader.ts';
import { warningAt } from '../finding.ts';
import { anyNamespace } from '../xml/namespaces.ts';
import { attributeOf, dialectAttributeOf, extensionsNamed, extensionsOf, isTrue, type XmlElement } from '../xml/xml-element.ts';
import { refuseOfFlowable } from './flowable/event-attributes.ts';
import { ioMappingsOf, readPair, ruleOf } from './io-mappings.ts';
import { camunda, ext, zeebe } from './namespaces.ts';

/** `value`: version or version tag (docs/contributing/spec/calls.md#call-activity). */
interface WrittenBinding {
  readonly kind: string;
  readonly value?: string;
}

/** Process key of the BPMN attribute, else of the zeebe element. */
export function calledElementOf(xml: XmlElement): string | undefined {
  return attributeOf(xml, 'calledElement') ?? zeebeAttribute(xml, 'processId');
}

/** `latest` by default. */
export function writtenBindingOf(xml: XmlElement): WrittenBinding {
  const kind = dialectAttributeOf(xml, camunda, 'calledElementBinding') ?? zeebeAttribute(xml, 'bindingType') ?? 'latest';
  const value =
    kind === 'version'
      ? dialectAttributeOf(xml, camunda, 'calledElementVersion')
      : (dialectAttributeOf(xml, camunda, 'calledElementVersionTag') ?? zeebeAttribute(xml, 'versionTag'));
  return { kind, ...(value === undefined ? {} : { value }) };
}

/** Binding with its value. A validation rule reports invalid ones (docs/contributing/spec/validation.md#called-element). */
export function readBinding(node: NodeDraft, { kind, value }: WrittenBinding, context: ReadContext): CallBinding {
  if ((kind === 'version' || kind === 'versionTag') && value !== undefined) {
    const slot = kind === 'version' ? 'called element version' : 'called element version tag';
    return Object.freeze({ kind, value: context.expression(node.xml, value, 'template', slot) });
  }
  return Object.freeze({ kind: kind === 'deployment' ? kind : 'latest' });
}

/** Version tag: camunda attribute or zeebe element (docs/contributing/spec/calls.md#call-activity). */
export function versionTagOf(xml: XmlElement): string | undefined {
  return (
    dialectAttributeOf(xml, camunda, 'versionTag') ??
    extensionsNamed(xml, ext, 'versionTag')
      .map((tag) => dialectAttributeOf(tag, ext, 'value'))
      .find((value) => value !== undefined)
  );
}

function zeebeAttribute(xml: XmlElement, attribute: string): string | undefined {
  return extensionsNamed(xml, ext, 'calledElement')
    .map((element) => dialectAttributeOf(element, ext, attribute))
    .find((value) => value !== undefined);
}

/** Names with mappings of a call activity, in lower case. */
export const CALL_EXTENSIONS: readonly string[] = [
  ...['inputmapping', 'outputmapping', 'iomapping', 'in', 'out', 'calledelement'],
  ...['propagateallparentvariables', 'propagateallchildvariables', 'inheritvariables'],
];

/** `inputMapping`/`outputMapping`, camunda `in`/`out`, ext `ioMapping` (docs/contributing/spec/calls.md#call-activity). */
export function callMappingsOf(xml: XmlElement, context: ReadContext): CallMappings {
  refuseOfFlowable(xml, UNSUPPORTED, context);
  const [ins, outs] = [extensionsNamed(xml, camunda, 'in'), extensionsNamed(xml, camunda, 'out')];
  const extOutputs = ioMappingsOf(xml, 'output', context);
  const passesAllAround = (mapping: XmlElement) => passesAll(mapping) && !isLocal(mapping);
  const passesLocals = (mapping: XmlElement) => passesAll(mapping) && isLocal(mapping);
  // in Camunda 8 they disable `propagateAllChildVariables`
  const isMappedOnly = context.platform === 'Camunda 8' && extOutputs.some(({ earlier }) => earlier === 'merged');
  const allIn = flagOf(xml, 'propagateAllParentVariables') ?? inheritsVariables(xml, context);
  const allOut = isMappedOnly ? false : flagOf(xml, 'propagateAllChildVariables');
  const { passesOnlyMapped: onlyMapped, passesOutOnError } = context.document.dialect;
  const isOfData = onlyMapped && context.platform === undefined;
  if (onlyMapped && !isOfData)
    warnOfNoMappings(xml, { in: ins.length === 0 && !allIn, out: outs.length === 0 && !allOut }, context);
  const extInputs = ioMappingsOf(xml, 'input', context);
  const [inputs, outputs] = [pairsOf(xml, 'input', context), pairsOf(xml, 'output', context)];
  return Object.freeze({
    passesAllIn: allIn ?? ((ins.length === 0 && !onlyMapped) || ins.some(passesAllAround)),
    passesAllOut: allOut ?? ((outs.length === 0 && extOutputs.length === 0 && !onlyMapped) || outs.some(passesAllAround)),
    ...(ins.some(passesLocals) || isOfData ? { passesLocalsIn: true as const } : {}),
    ...(outs.some(passesLocals) || isOfData ? { passesAllOutLocally: true as const } : {}),
    ...(passesOutOnError ? { passesOutOnError: true as const } : {}),
    ...(onlyMapped && inputs.beforeAll > 0 ? { inputsBeforeAll: extInputs.length + inputs.beforeAll } : {}),
    ...(onlyMapped && outputs.beforeAll > 0 ? { outputsBeforeAll: extOutputs.length + outputs.beforeAll } : {}),
    inputs: Object.freeze([...extInputs, ...inputs.mappings]),
    outputs: Object.freeze([...extOutputs, ...outputs.mappings]),
  });
}

/** Flowable: they write variables that later elements read, so a model takes other paths without them. */
const UNSUPPORTED = ['useLocalScopeForOutParameters', 'processInstanceIdVariableName', 'idVariableName'];

/** Attribute of Flowable. */
function inheritsVariables(xml: XmlElement, { followsDialects }: ReadContext): true | undefined {
  return followsDialects && isTrue(dialectAttributeOf(xml, camunda, 'inheritVariables')) ? true : undefined;
}

function warnOfNoMappings(xml: XmlElement, missing: Readonly<Record<'in' | 'out', boolean>>, context: ReadContext): void {
  const names = (['in', 'out'] as const).filter((name) => missing[name]);
  if (names.length === 0) return;
  const where =
    names.length === 2
      ? 'into the called process or out of it'
      : missing.in
        ? 'into the called process'
        : 'out of the called process';
  const text = `no ${names.join(' and no ')}: no variables pass ${where}, as in ${context.platform}`;
  context.warn(warningAt(xml, context.process.key, { event: 'attribute-ignored', name: names[0] ?? 'in', text }));
}

/** Flag of the call activity or its zeebe `calledElement`, in any namespace. A validation rule reports invalid values. */
function flagOf(xml: XmlElement, local: string): boolean | undefined {
  const written = [xml, ...calledElementsOf(xml)]
    .map((place) => dialectAttributeOf(place, anyNamespace, local))
    .find((value) => value !== undefined);
  return written === undefined ? undefined : isTrue(written);
}

/** Elements whose flags count in addition to attributes. */
export function calledElementsOf(xml: XmlElement): XmlElement[] {
  return extensionsNamed(xml, zeebe, 'calledElement');
}

function passesAll(mapping: XmlElement): boolean {
  return dialectAttributeOf(mapping, anyNamespace, 'variables')?.toLowerCase() === 'all';
}

/** True for camunda `local`: only the local variables of the call activity. */
function isLocal(mapping: XmlElement): boolean {
  return isTrue(dialectAttributeOf(mapping, anyNamespace, 'local')?.toLowerCase());
}

/** Any namespace, in document order. `beforeAll`: mappings before the last `variables="all"`. */
function pairsOf(
  xml: XmlElement,
  direction: 'input' | 'output',
  context: ReadContext,
): { readonly mappings: readonly Mapping[]; readonly beforeAll: number } {
  const [general, short] = direction === 'input' ? ['inputmapping', 'in'] : ['outputmapping', 'out'];
  const mappings: Mapping[] = [];
  let beforeAll = 0;
  for (const mapping of extensionsOf(xml)) {
    const local = mapping.local.toLowerCase();
    const isShort = local === short && camunda(mapping.uri);
    if (local !== general && !isShort) continue;
    if (isShort && passesAll(mapping)) beforeAll = mappings.length;
    if (isShort && isWithoutPair(mapping)) continue;
    const expression = isShort ? dialectAttributeOf(mapping, anyNamespace, 'sourceExpression') : undefined;
    const read = readPair(
      xml,
      {
        source: expression ?? dialectAttributeOf(mapping, anyNamespace, 'source'),
        target: dialectAttributeOf(mapping, anyNamespace, 'target'),
        allowsPath: false,
        isOutput: direction === 'output',
        kind: expression === undefined ? 'expression' : 'template',
        ...ruleOf(context, isShort && context.platform !== undefined ? 'never' : undefined),
      },
      context,
    );
    if (read !== undefined) mappings.push(isShort && isLocal(mapping) ? Object.freeze({ ...read, local: true as const }) : read);
  }
  return { mappings, beforeAll };
}

/** True for an `in` with all variables or the business key. */
function isWithoutPair(mapping: XmlElement): boolean {
  return passesAll(mapping) || dialectAttributeOf(mapping, anyNamespace, 'businessKey') !== undefined;
}
