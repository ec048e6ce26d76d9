import { ELEMENT_READERS } from '../elements/registry.ts';
import { findingAt, quote } from '../finding.ts';
import { FLOW_NODES } from '../flow-element-tags.ts';
import { choiceText, isMarkedNotExecutable, PROCESS_CHOICES } from '../select-processes.ts';
import { warningAt } from '../warning.ts';
import { childrenNamed } from '../xml/xml-element.ts';
import type { DocumentRule, ProcessRule, WarningRule } from './rule.ts';

/** Rejects unknown elements (choreographies, conversations, misspelled tags) in the whole file (docs/contributing/spec/validation.md#unknown-element). */
export const flowNodesAreBpmn: DocumentRule = function* (document) {
  for (const process of document.processes) {
    if (process.isGlobalTask) continue;
    for (const node of process.nodes) if (!FLOW_NODES.has(node.xml.local)) yield findingAt(node.xml, 'unsupported element');
  }
};

/** Rejects unsupported flow nodes in deployed processes. */
export const flowNodesAreExecutable: ProcessRule = function* (process) {
  for (const node of process.nodes) {
    if (FLOW_NODES.has(node.xml.local) && !ELEMENT_READERS.has(node.tag)) yield findingAt(node.xml, 'unsupported element');
  }
};

/** Attributes that override the configuration have a valid value (docs/contributing/spec/validation.md#branch-variables-attribute). */
export const processChoicesAreKnown: ProcessRule = function* ({ xml }) {
  for (const [name, [one, other]] of Object.entries(PROCESS_CHOICES)) {
    const written = choiceText(xml, name as keyof typeof PROCESS_CHOICES);
    if (written === undefined || written === one || written === other) continue;
    yield findingAt(xml, `attribute ${name}: '${quote(written)}' is neither ${one} nor ${other}`);
  }
};

/**
 * Warns about processes marked as not executable: they are skipped, or the first one is deployed if the file has no other. Reported once,
 * with the first deployed process (docs/contributing/spec/validation.md#skipped-process).
 */
export const processesAreExecutable: WarningRule = function* (process, document) {
  if (document.processes.find((candidate) => candidate.isDeployed) !== process) return;
  if (isMarkedNotExecutable(process.xml)) {
    const text = 'isExecutable="false" is ignored: no process of the file is executable, and the first one is deployed';
    yield warningAt(process.xml, process.key, { event: 'attribute-ignored', name: 'isExecutable', text });
  }
  for (const other of document.processes) {
    if (other.isDeployed) continue;
    yield warningAt(other.xml, process.key, {
      event: 'more-than-one-process',
      elementId: other.key,
      text: 'process is not executable (isExecutable="false") and is skipped',
    });
  }
};

/** Warns about BPMN correlation subscriptions: Sluice correlates by correlation key only (docs/contributing/spec/validation.md#bpmn-correlation). */
export const correlationsAreKeys: WarningRule = function* (process) {
  const [subscription] = childrenNamed(process.xml, 'correlationSubscription');
  if (subscription === undefined) return;
  yield warningAt(process.xml, process.key, {
    event: 'attribute-ignored',
    name: 'correlationSubscription',
    text: `correlationSubscription is not executed (line ${subscription.place.line}); give what waits for a message a correlation key`,
  });
};
