import type { ContainerModel, ElementModel, FlowModel, ProcessModel } from '../engine/model.ts';
import { dataValuesOf } from './data/data-values.ts';
import { refuseSecretsInside } from './data/io-mappings.ts';
import { readCondition } from './dialects/expression-language.ts';
import { SKIPPABLE, skipMember } from './dialects/skip-expressions.ts';
import type { ContainerDraft, FlowDraft, ProcessDraft } from './draft.ts';
import { idsOf, type ReadContext, takesAllFlows } from './elements/element-reader.ts';
import { ELEMENT_READERS } from './elements/registry.ts';
import { startsOf, startTriggersOf } from './events/starts.ts';
import { timerRulesOf } from './events/timer-rules.ts';
import { findingAt } from './finding.ts';
import { startFormMember } from './forms/forms.ts';
import { branchVariablesOf, onFailureOf } from './select-processes.ts';
import { boundDecisionsMember, decisionsMember } from './work/decision-work.ts';
import { withEntryAndExit } from './work/entry-exit-scripts.ts';
import { listenerPlaceOf, listenersMember, ON_FLOWS, ON_PROCESSES } from './work/listeners.ts';
import { camunda, ext } from './xml/namespaces.ts';
import { attributeOf, childNamed, dialectAttributeOf, extensionsNamed, type XmlElement } from './xml/xml-element.ts';

/** Converts a parsed process to its frozen model. Reports invalid texts to `context`. The result is valid only if there are no findings. */
export function convert(process: ProcessDraft, context: ReadContext): ProcessModel {
  const elements = new Map<string, ElementModel>();
  for (const node of process.nodes) {
    const reader = ELEMENT_READERS.get(node.tag);
    if (reader === undefined) continue;
    const element = reader.read(node, context);
    refuseSecretsInside(node.xml, element, context);
    const written = listenersMember(node.xml, listenerPlaceOf(node.tag), context, node.id);
    const listeners = reader.category === 'activity' ? withEntryAndExit(written, node, context) : written;
    const skip = SKIPPABLE.has(node.tag) ? skipMember(node.xml, context) : {};
    elements.set(node.id, Object.freeze({ ...element, ...listeners, ...skip }));
  }
  const flows = new Map<string, FlowModel>();
  for (const flow of process.flows) flows.set(flow.id, readFlow(flow, context));
  const containers = new Map<string, ContainerModel>();
  for (const container of process.containers) {
    containers.set(container.id, readContainer(container, context));
  }
  const name = process.xml.attributes.get('name');
  const versionTag = versionTagOf(process.xml);
  const branchVariables = branchVariablesOf(process.xml);
  const onFailure = onFailureOf(process.xml);
  const timerRules = timerRulesOf(context);
  const initialVariables = dataValuesOf(process.xml, context);
  return Object.freeze({
    key: process.key,
    ...(name === undefined || name.trim() === '' ? {} : { name }),
    ...(versionTag === undefined ? {} : { versionTag }),
    ...(context.platform === undefined ? {} : { platform: context.platform }),
    ...(branchVariables === undefined ? {} : { branchVariables }),
    ...(onFailure === undefined ? {} : { onFailure }),
    ...(timerRules === undefined ? {} : { timerRules }),
    ...(Object.keys(initialVariables).length === 0 ? {} : { initialVariables }),
    elements,
    flows,
    containers,
    startTriggers: startTriggersOf(process, context.document, elements),
    ...startFormMember(context),
    ...(process.isGlobalTask ? {} : listenersMember(process.xml, ON_PROCESSES, context)),
    ...decisionsMember(elements.values(), context),
    ...boundDecisionsMember(elements.values()),
  });
}

function readContainer(container: ContainerDraft, context: ReadContext): ContainerModel {
  return Object.freeze({
    id: container.id,
    nodes: idsOf(container.nodes),
    flows: idsOf(container.flows),
    starts: idsOf(startsOf(container, context.document)),
    eventSubProcesses: idsOf(container.nodes.filter((node) => node.tag === 'eventSubProcess')),
  });
}

/** Version tag that call activities can bind to: camunda attribute or zeebe element (docs/contributing/spec/calls.md#call-activity). */
function versionTagOf(xml: XmlElement): string | undefined {
  return (
    dialectAttributeOf(xml, camunda, 'versionTag') ??
    extensionsNamed(xml, ext, 'versionTag')
      .map((tag) => dialectAttributeOf(tag, ext, 'value'))
      .find((value) => value !== undefined)
  );
}

function readFlow(flow: FlowDraft, context: ReadContext): FlowModel {
  const written = childNamed(flow.xml, 'conditionExpression');
  const text = written?.text.trim();
  if (text === '') context.report(findingAt(flow.xml, 'condition is empty'));
  // parsed even if unused: an invalid text rejects the file everywhere (docs/contributing/spec/expressions.md#slots-and-dialects)
  const condition = written && text ? readCondition(flow.xml, written, 'condition', context) : undefined;
  return Object.freeze({
    id: flow.id,
    source: flow.source?.id ?? '',
    target: flow.target?.id ?? '',
    ...(condition === undefined || isAlwaysTaken(flow) ? {} : { condition }),
    ...listenersMember(flow.xml, ON_FLOWS, context, flow.id),
    ...skipMember(flow.xml, context),
  });
}

/** True for flows whose condition is never evaluated (docs/contributing/spec/gateways.md#exclusive-choice). */
function isAlwaysTaken({ id, source }: FlowDraft): boolean {
  return source !== undefined && (takesAllFlows(source) || attributeOf(source.xml, 'default') === id);
}
