import { SENDS_NOTHING } from '../../engine/model/bundled-plugins.ts';
import { inputsOf, textsOf, workOf } from '../../engine/model/model-shape.ts';
import type { EarlierTargets, ElementModel, Mapping, MappingSource, MappingsModel } from '../../engine/model.ts';
import { dataMappingsOf, receivedDataOf } from '../data/data-flow.ts';
import type { ReadContext } from '../elements/element-reader.ts';
import { eventDefinitionsOf } from '../events/event-definitions.ts';
import { findingAt, quote } from '../finding.ts';
import type { NamespaceTest } from '../xml/namespaces.ts';
import { dialectAttributeOf, extensionsNamed, splitAttributeKey, type XmlElement } from '../xml/xml-element.ts';
import { dataValueInputs } from './flowable/data-values.ts';
import { isMappingSource, isMappingTarget, nothing, readParameter } from './mapping-sources.ts';
import { anyDialect, camunda, ext, zeebe } from './namespaces.ts';

/**
 * Mappings with an effect on an element. `ext` is false for call activities, whose reader has its own `ioMapping`
 * (docs/contributing/spec/mappings.md#where-mappings-apply).
 */
export interface ReadableMappings {
  readonly inputs: boolean;
  readonly outputs: boolean;
  readonly ext: boolean;
}

/** Names in lower case. */
export const MAPPING_EXTENSIONS: readonly string[] = ['iomapping', 'inputoutput'];

const NONE: readonly Mapping[] = Object.freeze([]);

/** Reports invalid ones (docs/contributing/spec/validation.md#mapping-pairs). */
export function mappingsMember(xml: XmlElement, place: ReadableMappings, context: ReadContext): { mappings?: MappingsModel } {
  const inputs = place.inputs ? readInputs(xml, place, context) : NONE;
  const extOutputs = place.outputs && place.ext ? ioMappingsOf(xml, 'output', context) : NONE;
  const parameterOutputs = place.outputs
    ? Object.freeze([...dataMappingsOf(xml, 'output', context), ...parametersOf(xml, 'outputParameter', context)])
    : NONE;
  const received = place.outputs && !hasCode(xml, context) ? Object.freeze(receivedDataOf(xml, context)) : [];
  if (inputs.length + extOutputs.length + parameterOutputs.length + received.length === 0) return {};
  return { mappings: Object.freeze({ inputs, extOutputs, parameterOutputs, ...(received.length > 0 && { received }) }) };
}

/** The reader of the event reads its data, with its code. */
function hasCode(xml: XmlElement, { document }: ReadContext): boolean {
  return eventDefinitionsOf(xml, document).some(({ kind }) => kind === 'error' || kind === 'escalation');
}

/** Both formats in document order: a mapping can read earlier targets. */
function readInputs(xml: XmlElement, place: ReadableMappings, context: ReadContext): readonly Mapping[] {
  const isCamundaFirst = extensionsNamed(xml, anyDialect, 'inputOutput').some((inputOutput) =>
    extensionsNamed(xml, ext, 'ioMapping').every(({ place: other }) => isBefore(inputOutput.place, other)),
  );
  const fromExt = place.ext ? ioMappingsOf(xml, 'input', context) : NONE;
  const fromCamunda = parametersOf(xml, 'inputParameter', context);
  const fromData = [...dataValueInputs(xml, context), ...dataMappingsOf(xml, 'input', context)];
  return Object.freeze([...fromData, ...(isCamundaFirst ? [...fromCamunda, ...fromExt] : [...fromExt, ...fromCamunda])]);
}

function isBefore(a: XmlElement['place'], b: XmlElement['place']): boolean {
  return a.line < b.line || (a.line === b.line && a.column < b.column);
}

/** Reads ext dialects, in document order. Reports and skips invalid mappings. */
export function ioMappingsOf(xml: XmlElement, local: 'input' | 'output', context: ReadContext): readonly Mapping[] {
  const written = extensionsNamed(xml, ext, 'ioMapping').flatMap((mapping) => dialectChildren(mapping, ext, local));
  return Object.freeze(
    written.flatMap((mapping) => {
      const [source, target] = [textOf(mapping, 'source'), textOf(mapping, 'target')];
      const isOutput = local === 'output';
      const rule = ruleOf(context, zeebe(mapping.uri) ? (isOutput ? 'merged' : 'layered') : undefined);
      if (isNullInput(mapping, source, isOutput, context)) {
        const written = { target: target ?? '', allowsPath: true, isOutput, ...rule };
        return toList(withTarget(xml, written, () => nothing('input mapping'), context));
      }
      const written = { source, target, allowsPath: zeebe(mapping.uri), isOutput, kind: 'template' as const, ...rule };
      return toList(readPair(xml, written, context));
    }),
  );
}

/** Definitions of older releases keep their rule (docs/contributing/spec/mappings.md#rules-of-engines). */
export function ruleOf({ followsDialects }: ReadContext, earlier: EarlierTargets | undefined): { earlier?: EarlierTargets } {
  return followsDialects && earlier !== undefined ? { earlier } : {};
}

/** True in Camunda 8 if the source is missing. */
function isNullInput({ uri }: XmlElement, source: string | undefined, isOutput: boolean, { platform }: ReadContext): boolean {
  return !isOutput && zeebe(uri) && platform === 'Camunda 8' && (source ?? '').trim() === '';
}

/** `kind`: a plain source text is a variable name for `expression`, a literal for `template`. */
interface WrittenMapping {
  readonly source: string | undefined;
  readonly target: string | undefined;
  readonly allowsPath: boolean;
  readonly isOutput: boolean;
  readonly kind: 'expression' | 'template';
  readonly earlier?: EarlierTargets;
}

/** Reports an invalid one and returns undefined. */
export function readPair(owner: XmlElement, written: WrittenMapping, context: ReadContext): Mapping | undefined {
  const { source, target, isOutput } = written;
  if (source === undefined || target === undefined || target.trim() === '') {
    context.report(findingAt(owner, 'mapping needs source and target'));
  } else if (!isMappingSource(source)) {
    context.report(findingAt(owner, `mapping source '${quote(source)}' is not valid`));
  } else {
    return withTarget(
      owner,
      { ...written, target },
      () => context.expression(owner, source, written.kind, isOutput ? 'output mapping' : 'input mapping'),
      context,
    );
  }
  return undefined;
}

function withTarget(
  owner: XmlElement,
  written: Pick<WrittenMapping, 'allowsPath' | 'isOutput' | 'earlier'> & { readonly target: string },
  source: () => MappingSource,
  context: ReadContext,
): Mapping | undefined {
  const target = written.target.trim();
  const { earlier } = written;
  if (isMappingTarget(target, written)) return Object.freeze({ source: source(), target, ...(earlier && { earlier }) });
  context.report(findingAt(owner, `mapping target '${quote(target)}' is not valid`));
  return undefined;
}

/** Reads camunda `inputOutput`. */
function parametersOf(xml: XmlElement, local: 'inputParameter' | 'outputParameter', context: ReadContext): readonly Mapping[] {
  const written = extensionsNamed(xml, camunda, 'inputOutput').flatMap((mapping) => dialectChildren(mapping, camunda, local));
  const isOutput = local === 'outputParameter';
  const slot = isOutput ? 'output mapping' : 'input mapping';
  return Object.freeze(
    written.flatMap((parameter) => {
      const target = dialectAttributeOf(parameter, anyDialect, 'name');
      if (target === undefined) {
        context.report(findingAt(xml, 'mapping needs source and target'));
        return [];
      }
      const read = (): MappingSource => readParameter(xml, parameter, slot, context);
      const rule = context.platform === undefined ? {} : ruleOf(context, isOutput ? 'behindLocal' : 'last');
      return toList(withTarget(xml, { target, allowsPath: false, isOutput, ...rule }, read, context));
    }),
  );
}

function dialectChildren(xml: XmlElement, dialect: NamespaceTest, local: string): XmlElement[] {
  return xml.children.filter((child) => dialect(child.uri) && child.local.toLowerCase() === local.toLowerCase());
}

/** Returns blank values too: a separate error. */
function textOf(xml: XmlElement, local: string): string | undefined {
  for (const [key, value] of xml.attributes) {
    const name = splitAttributeKey(key);
    if (anyDialect(name.uri) && name.local.toLowerCase() === local) return value;
  }
  return undefined;
}

function toList<T>(item: T | undefined): readonly T[] {
  return item === undefined ? [] : [item];
}

/** `{{secrets.NAME}}`, also URL-encoded. */
const SECRET = /\{\{\s*secrets\.|%7B%7B(?:%20)*secrets\./i;

/** Checks inputs of bundled plugins that call no other services (docs/contributing/spec/http/custom-tasks.md#refused-secrets). */
export function refuseSecretsInside(xml: XmlElement, element: ElementModel, context: ReadContext): void {
  const work = workOf(element);
  if (work?.kind !== 'typed' || work.taskType.dialect !== 'literal') return;
  const taskType = work.taskType.source.trim();
  if (!SENDS_NOTHING.has(taskType.toLowerCase())) return;
  for (const { source, target } of inputsOf(element)) {
    if (!textsOf(source).some((text) => SECRET.test(text))) continue;
    const text = `input '${quote(target)}' names a secret, but '${taskType}' sends nothing to other services`;
    context.refuse(findingAt(xml, text));
  }
}
