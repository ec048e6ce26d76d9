import type { ScriptModel } from '../../engine/model.ts';
import { anyDialect, flowable } from '../namespaces.ts';
import { type WrittenScript, withResource } from '../script-resources.ts';
import { attributeOf, childNamed, dialectAttributeOf, extensionsNamed, isTrue, type XmlElement } from '../xml-element.ts';
import { activityOf, activityWords } from './activity.ts';
import type { ElementReader } from './element-reader.ts';

/**
 * Script task: `script` child element, `script` extension of any dialect, or its `expression` attribute (zeebe)
 * (docs/contributing/spec/elements.md#script-task).
 */
export const scriptTask: ElementReader = {
  tag: 'scriptTask',
  category: 'activity',
  acceptsIncoming: true,
  acceptsOutgoing: true,
  understands: activityWords('script', 'resultvariable', 'scriptformat', 'resource', 'autostorevariables'),
  read(node, context) {
    const xml = node.xml;
    const extension = extensionsNamed(xml, anyDialect, 'script')[0];
    const own = withResource(xml, xml, sourceOf(xml, extension), context);
    const { source, format } = extension === undefined ? own : withResource(xml, extension, own, context);
    const script = context.script(xml, source, format, resultVariableOf(xml, extension));
    return { type: 'scriptTask', ...activityOf(node, context), script: Object.freeze({ ...script, ...storingOf(xml, script) }) };
  },
};

/**
 * `autoStoreVariables` of Flowable and Activiti: assigned names become process variables instead of local ones
 * (docs/contributing/spec/expressions.md#assigned-names).
 */
function storingOf(xml: XmlElement, { storesAssigned }: ScriptModel): { storesAssigned?: true } {
  const written = dialectAttributeOf(xml, flowable, 'autoStoreVariables');
  return storesAssigned === false && isTrue(written) ? { storesAssigned: true } : {};
}

function sourceOf(xml: XmlElement, extension: XmlElement | undefined): WrittenScript {
  // `scriptLanguage` is the attribute of a global script task
  const format = attributeOf(xml, 'scriptFormat') ?? attributeOf(xml, 'scriptLanguage');
  const own = childNamed(xml, 'script');
  if (own !== undefined || extension === undefined) return { source: own?.text ?? '', format };
  const expression = extension.attributes.get('expression');
  if (expression !== undefined) return { source: expression, format: 'feel' };
  return { source: extension.text, format: dialectAttributeOf(extension, anyDialect, 'scriptFormat') ?? format };
}

function resultVariableOf(xml: XmlElement, extension: XmlElement | undefined): string | undefined {
  const own = dialectAttributeOf(xml, anyDialect, 'resultVariable');
  return own ?? (extension && dialectAttributeOf(extension, anyDialect, 'resultVariable'));
}
