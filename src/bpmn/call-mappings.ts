import type { CallMappings, Mapping } from '../engine/model.ts';
import type { ReadContext } from './elements/element-reader.ts';
import { ioMappingsOf, readPair, ruleOf } from './io-mappings.ts';
import { anyNamespace, camunda, zeebe } from './namespaces.ts';
import { dialectAttributeOf, extensionsNamed, extensionsOf, isTrue, type XmlElement } from './xml-element.ts';

/** Extension names of a call's mappings, in lower case. */
export const CALL_EXTENSIONS: readonly string[] = [
  ...['inputmapping', 'outputmapping', 'iomapping', 'in', 'out', 'calledelement'],
  ...['propagateallparentvariables', 'propagateallchildvariables'],
];

/** What passes into and out of a call activity; `inputMapping`/`outputMapping`, camunda `in`/`out`, ext `ioMapping` (docs/spec/calls.md#call-activity). */
export function callMappingsOf(xml: XmlElement, context: ReadContext): CallMappings {
  const [ins, outs] = [extensionsNamed(xml, camunda, 'in'), extensionsNamed(xml, camunda, 'out')];
  const extOutputs = ioMappingsOf(xml, 'output', context);
  const passesAllAround = (mapping: XmlElement) => passesAll(mapping) && !isLocal(mapping);
  const passesLocals = (mapping: XmlElement) => passesAll(mapping) && isLocal(mapping);
  // In Camunda 8 mapped outputs are all that comes out, whatever the attribute says.
  const isMappedOnly = context.platform === 'Camunda 8' && extOutputs.some(({ earlier }) => earlier === 'merged');
  const allOut = isMappedOnly ? false : flagOf(xml, 'propagateAllChildVariables');
  return Object.freeze({
    passesAllIn: flagOf(xml, 'propagateAllParentVariables') ?? (ins.length === 0 || ins.some(passesAllAround)),
    passesAllOut: allOut ?? ((outs.length === 0 && extOutputs.length === 0) || outs.some(passesAllAround)),
    ...(ins.some(passesLocals) ? { passesLocalsIn: true as const } : {}),
    ...(outs.some(passesLocals) ? { passesAllOutLocally: true as const } : {}),
    ...(passesOutOnError(context) ? { passesOutOnError: true as const } : {}),
    inputs: Object.freeze([...ioMappingsOf(xml, 'input', context), ...pairsOf(xml, 'input', context)]),
    outputs: Object.freeze([...extOutputs, ...pairsOf(xml, 'output', context)]),
  });
}

/** Camunda 7, Operaton and jBPM do, Camunda 8, Flowable and Activiti do not (docs/spec/calls.md#outputs-of-an-error). */
function passesOutOnError({ followsDialects, platform, document }: ReadContext): boolean {
  return followsDialects && (platform === 'Camunda 7' || (platform === undefined && document.isMadeForJbpm));
}

/** A flag of the call activity or its zeebe `calledElement`, in any namespace; a rule reports wrong ones. */
function flagOf(xml: XmlElement, local: string): boolean | undefined {
  const written = [xml, ...extensionsNamed(xml, zeebe, 'calledElement')]
    .map((place) => dialectAttributeOf(place, anyNamespace, local))
    .find((value) => value !== undefined);
  return written === undefined ? undefined : isTrue(written);
}

function passesAll(mapping: XmlElement): boolean {
  return dialectAttributeOf(mapping, anyNamespace, 'variables')?.toLowerCase() === 'all';
}

/** camunda `local`: only what belongs to the call activity itself. */
function isLocal(mapping: XmlElement): boolean {
  return isTrue(dialectAttributeOf(mapping, anyNamespace, 'local')?.toLowerCase());
}

/** `inputMapping`, `outputMapping` of any namespace and camunda `in`, `out`, in document order. */
function pairsOf(xml: XmlElement, direction: 'input' | 'output', context: ReadContext): readonly Mapping[] {
  const [general, short] = direction === 'input' ? ['inputmapping', 'in'] : ['outputmapping', 'out'];
  return extensionsOf(xml).flatMap((mapping) => {
    const local = mapping.local.toLowerCase();
    const isShort = local === short && camunda(mapping.uri);
    if (local !== general && !isShort) return [];
    if (isShort && saysSomethingElse(mapping)) return [];
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
    if (read === undefined) return [];
    return [isShort && isLocal(mapping) ? Object.freeze({ ...read, local: true as const }) : read];
  });
}

/** `in` with all variables, or with the business key, has neither source nor target. */
function saysSomethingElse(mapping: XmlElement): boolean {
  return passesAll(mapping) || dialectAttributeOf(mapping, anyNamespace, 'businessKey') !== undefined;
}
