import { eventDefinitionsOf } from '../event-definitions.ts';
import { findingAt, quote } from '../finding.ts';
import { isInstantiating } from '../starts.ts';
import { attributeOf, isTrue } from '../xml-element.ts';
import type { ProcessRule } from './rule.ts';

/** Definitions that cannot start a process (docs/contributing/spec/events-and-errors.md#where-events-may-stand). */
const NEVER_START_A_PROCESS: ReadonlySet<string> = new Set([
  'error',
  'escalation',
  'compensation',
  'cancel',
  'terminate',
  'link',
]);

/** A container has at most one none start event. Another rule checks event sub-processes (docs/contributing/spec/validation.md#single-none-start). */
export const noneStartsAreSingle: ProcessRule = function* (process, document) {
  for (const container of process.containers) {
    if (container.host?.tag === 'eventSubProcess') continue;
    const none = container.nodes.filter(
      (node) => node.tag === 'startEvent' && eventDefinitionsOf(node.xml, document).length === 0,
    );
    for (const extra of none.slice(1)) {
      yield findingAt(extra.xml, `only one none start event is allowed in '${quote(container.id)}'`);
    }
  }
};

/** A start event with a definition is at an allowed place (docs/contributing/spec/validation.md#misplaced-start-event). */
export const startEventsFitTheirPlace: ProcessRule = function* (process, document) {
  for (const node of process.nodes) {
    if (node.tag !== 'startEvent' || node.container.host?.tag === 'eventSubProcess') continue;
    const isInProcess = node.container === process.root;
    for (const { kind } of eventDefinitionsOf(node.xml, document)) {
      if (!isInProcess || NEVER_START_A_PROCESS.has(kind)) {
        yield findingAt(node.xml, `${quote(kind)} start event is not allowed here`);
      }
    }
    if (isInProcess && isTrue(attributeOf(node.xml, 'parallelMultiple'))) {
      yield findingAt(node.xml, 'parallelMultiple is not allowed on a process start');
    }
  }
};

/** A process has a start. A global task needs none (docs/contributing/spec/validation.md#process-without-start). */
export const processesCanStart: ProcessRule = function* (process) {
  if (process.isGlobalTask) return;
  if (process.root.nodes.some((node) => node.tag === 'startEvent' || isInstantiating(node))) return;
  yield findingAt(process.xml, 'process has no start event');
};
