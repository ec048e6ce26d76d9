import type { FlowDraft } from '../draft.ts';
import { findingAt, quote } from '../finding.ts';
import type { ProcessRule } from './rule.ts';

/** Both ends of a flow exist in the same container (docs/contributing/spec/validation.md#flow-ends). */
export const flowEndsExist: ProcessRule = function* (process) {
  for (const flow of process.flows) {
    if (flow.source === undefined) yield missing(flow, 'sourceRef');
    else if (flow.target === undefined) yield missing(flow, 'targetRef');
    else if (flow.source.container !== flow.target.container)
      yield findingAt(flow.xml, 'flow connects elements in different sub-processes');
  }
};

function missing(flow: FlowDraft, attribute: 'sourceRef' | 'targetRef') {
  return findingAt(flow.xml, `${attribute} '${quote(flow.xml.attributes.get(attribute) ?? '')}' not found`);
}
