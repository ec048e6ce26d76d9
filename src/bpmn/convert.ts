import type { ContainerModel, ElementModel, FlowModel, ProcessModel } from '../engine/model.ts';
import type { FlowDraft, ProcessDraft } from './draft.ts';
import { idsOf, type ReadContext } from './elements/element-reader.ts';
import { ELEMENT_READERS } from './elements/registry.ts';
import { findingAt } from './finding.ts';
import { startsOf } from './starts.ts';
import { attributeOf, childNamed } from './xml-element.ts';

/**
 * The model of one process. Texts are read on the way and told to `context` when they are wrong; the result only counts
 * when no finding was made. Every object is frozen, maps are read-only by type.
 */
export function convert(process: ProcessDraft, context: ReadContext): ProcessModel {
  const elements = new Map<string, ElementModel>();
  for (const node of process.nodes) {
    const element = ELEMENT_READERS.get(node.tag)?.read(node, context);
    if (element !== undefined) elements.set(node.id, Object.freeze(element));
  }
  const flows = new Map<string, FlowModel>();
  for (const flow of process.flows) flows.set(flow.id, readFlow(flow, context));
  const containers = new Map<string, ContainerModel>();
  for (const container of process.containers) {
    containers.set(
      container.id,
      Object.freeze({
        id: container.id,
        nodes: idsOf(container.nodes),
        flows: idsOf(container.flows),
        starts: idsOf(startsOf(container)),
        eventSubProcesses: idsOf([]),
      }),
    );
  }
  const name = process.xml.attributes.get('name');
  return Object.freeze({
    key: process.key,
    ...(name === undefined || name.trim() === '' ? {} : { name }),
    elements,
    flows,
    containers,
    startTriggers: Object.freeze([]),
  });
}

function readFlow(flow: FlowDraft, context: ReadContext): FlowModel {
  const written = childNamed(flow.xml, 'conditionExpression');
  const text = written?.text.trim();
  if (text === '') context.report(findingAt(flow.xml, 'condition is empty'));
  // read also where it is not kept: a text that cannot be parsed is refused everywhere (bpmn.md 10.1)
  const condition = text ? context.expression(flow.xml, text, 'expression', 'condition') : undefined;
  return Object.freeze({
    id: flow.id,
    source: flow.source?.id ?? '',
    target: flow.target?.id ?? '',
    ...(condition === undefined || isAlwaysTaken(flow) ? {} : { condition }),
  });
}

/** Conditions nobody asks (bpmn.md F2, F4; WARN01). */
function isAlwaysTaken({ id, source }: FlowDraft): boolean {
  return source !== undefined && (source.tag === 'parallelGateway' || attributeOf(source.xml, 'default') === id);
}
