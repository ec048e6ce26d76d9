import type { NodeDraft } from '../../draft.ts';
import type { ReadContext } from '../../elements/element-reader.ts';
import { warningAt } from '../../finding.ts';
import { ACTIVITIES } from '../../flow-element-tags.ts';
import { childTextOf, dialectAttributeOf, type XmlElement } from '../../xml/xml-element.ts';
import { jbpm } from '../namespaces.ts';
import { metaDataOf } from './jbpm.ts';

/** Completion condition `autocomplete`: the body ends when nothing in it is active, as without condition. */
export function completesByItself({ xml }: NodeDraft, { document }: ReadContext): boolean {
  return document.dialect.hasRulesOfJbpm && childTextOf(xml, 'completionCondition') === 'autocomplete';
}

/** The completion condition reads the results so far (docs/contributing/spec/loops-and-compensation.md#completion-condition). */
export function resultRulesOf({ document }: ReadContext): { showsResults?: true } {
  return document.dialect.hasRulesOfJbpm && document.dialect.platform === undefined ? { showsResults: true } : {};
}

/** Reason: in jBPM only activities with `customAutoStart` begin with the body; here all do. */
export function warnOfManualStarts({ id }: NodeDraft, { document, process, warn }: ReadContext): void {
  if (!document.dialect.hasRulesOfJbpm) return;
  for (const inside of process.nodes) {
    if (inside.container.host?.id !== id || !ACTIVITIES.has(inside.tag) || inside.isHandler) continue;
    if (inside.incoming.length > 0 || metaDataOf(inside.xml, 'customAutoStart') === 'true') continue;
    const text = 'begins with its ad-hoc sub-process; without customAutoStart jBPM waits for a signal';
    warn(warningAt(inside.xml, process.key, { event: 'attribute-ignored', name: 'customAutoStart', text }));
  }
}

/** Flows by priority, lowest number first (docs/contributing/spec/gateways.md#exclusive-choice). */
export function outgoingByPriority({ outgoing }: NodeDraft, { document }: ReadContext): { outgoing?: readonly string[] } {
  if (!document.dialect.hasRulesOfJbpm) return {};
  const sorted = [...outgoing].sort((a, b) => priorityOf(a.xml) - priorityOf(b.xml));
  return { outgoing: Object.freeze(sorted.map(({ id }) => id)) };
}

function priorityOf(flow: XmlElement): number {
  return Number.parseInt(dialectAttributeOf(flow, jbpm, 'priority') ?? '0', 10) || 0;
}
