import { boundMember } from '../dialects/decision-work.ts';
import { storingOf, workItemOf } from '../dialects/element-parts.ts';
import { anyDialect } from '../dialects/namespaces.ts';
import { readWork, WORK_EXTENSIONS, workOfTask } from '../dialects/service-work.ts';
import { receivedMessageOf } from '../events/catch-definitions.ts';
import { isInstantiating } from '../events/starts.ts';
import { readMessageWork } from '../events/throw-definitions.ts';
import { findingAt } from '../finding.ts';
import { type WrittenScript, withResource } from '../script-resources.ts';
import { attributeOf, childNamed, dialectAttributeOf, extensionsNamed, type XmlElement } from '../xml/xml-element.ts';
import { activityOf, activityWords } from './activity.ts';
import type { ElementReader } from './element-reader.ts';

/** Waits, or passes the token on in files for Camunda or Operaton (docs/contributing/spec/elements.md#plain-task). */
export const task: ElementReader = {
  tag: 'task',
  category: 'activity',
  acceptsIncoming: true,
  acceptsOutgoing: true,
  understands: activityWords(),
  read(node, context) {
    const common = activityOf(node, context);
    // jBPM: the name of a work item
    if (workItemOf(node.xml) === undefined) return { type: 'task', ...common, passesThrough: context.passesPlainTasks };
    return { type: 'serviceTask', ...common, work: readWork(node, workOfTask(node.xml), context) };
  },
};

/** See {@link task}. */
export const manualTask: ElementReader = {
  tag: 'manualTask',
  category: 'activity',
  acceptsIncoming: true,
  acceptsOutgoing: true,
  understands: activityWords(),
  read: (node, context) => ({ type: 'manualTask', ...activityOf(node, context), passesThrough: context.passesPlainTasks }),
};

/** `script` child, `script` extension of any dialect, or its `expression` attribute (zeebe) (docs/contributing/spec/elements.md#script-task). */
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
    if (context.document.dialect.isPython && format === undefined)
      context.refuse(findingAt(xml, "script format 'python' of SpiffWorkflow is not supported"));
    const script = context.script(xml, source, format, resultVariableOf(xml, extension));
    return { type: 'scriptTask', ...activityOf(node, context), script: Object.freeze({ ...script, ...storingOf(xml, script) }) };
  },
};

function sourceOf(xml: XmlElement, extension: XmlElement | undefined): WrittenScript {
  // of a global script task
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

/** Waits for its message, else for manual completion (docs/contributing/spec/elements.md#receive-task). */
export const receiveTask: ElementReader = {
  tag: 'receiveTask',
  category: 'activity',
  acceptsIncoming: true,
  acceptsOutgoing: true,
  understands: activityWords('correlationkey'),
  read(node, context) {
    const message = receivedMessageOf(node, context);
    return {
      type: 'receiveTask',
      ...activityOf(node, context),
      ...(message === undefined ? {} : { message }),
      ...(isInstantiating(node) ? { instantiate: true } : {}),
    };
  },
};

/** Publishes its message, or has work (docs/contributing/spec/elements.md#send-task). */
export const sendTask: ElementReader = {
  tag: 'sendTask',
  category: 'activity',
  acceptsIncoming: true,
  acceptsOutgoing: true,
  understands: activityWords(...WORK_EXTENSIONS, 'correlationkey', 'publishmessage'),
  read(node, context) {
    const written = workOfTask(node.xml);
    return {
      type: 'sendTask',
      ...activityOf(node, context),
      work: readMessageWork(node, node.xml, written, context) ?? readWork(node, written, context),
    };
  },
};

/** docs/contributing/spec/elements.md#service-task */
export const serviceTask: ElementReader = {
  tag: 'serviceTask',
  category: 'activity',
  acceptsIncoming: true,
  acceptsOutgoing: true,
  understands: activityWords(...WORK_EXTENSIONS),
  read: (node, context) => ({
    type: 'serviceTask',
    ...activityOf(node, context),
    work: readWork(node, workOfTask(node.xml), context),
    ...boundMember(node, context),
  }),
};

const BINDING_WORDS: readonly string[] = ['decisionrefbinding', 'decisionrefversion', 'decisionrefversiontag'];

/** docs/contributing/spec/elements.md#service-task */
export const businessRuleTask: ElementReader = {
  tag: 'businessRuleTask',
  category: 'activity',
  acceptsIncoming: true,
  acceptsOutgoing: true,
  understands: activityWords(...WORK_EXTENSIONS, 'mapdecisionresult', ...BINDING_WORDS),
  read: (node, context) => ({
    type: 'businessRuleTask',
    ...activityOf(node, context),
    work: readWork(node, workOfTask(node.xml), context),
    ...boundMember(node, context),
  }),
};
