import type { NodeDraft } from '../draft.ts';
import { ELEMENT_READERS } from '../elements/registry.ts';
import { findingAt } from '../finding.ts';
import { attributeOf, childNamed } from '../xml-element.ts';
import type { ProcessRule } from './rule.ts';

/** Markers that change what an activity does and that this release does not execute are refused, never skipped (contract 2.1). */
export const markersAreExecutable: ProcessRule = function* (process) {
  for (const node of process.nodes) {
    if (ELEMENT_READERS.get(node.tag)?.category !== 'activity') continue;
    for (const text of unsupportedMarkers(node)) yield findingAt(node.xml, text);
  }
};

function* unsupportedMarkers({ xml }: NodeDraft): Iterable<string> {
  if (childNamed(xml, 'multiInstanceLoopCharacteristics') ?? childNamed(xml, 'standardLoopCharacteristics')) {
    yield 'unsupported loop marker';
  }
  if (attributeOf(xml, 'triggeredByEvent') === 'true') yield 'unsupported event sub-process';
  if (attributeOf(xml, 'isForCompensation') === 'true') yield 'unsupported compensation marker';
}

/** CHK36, and token counts above 1, which this release does not execute. */
export const quantitiesAreOne: ProcessRule = function* (process) {
  for (const node of process.nodes) {
    for (const attribute of ['startQuantity', 'completionQuantity']) {
      const written = node.xml.attributes.get(attribute)?.trim();
      if (written === undefined) continue;
      if (!/^\+?0*[1-9]\d*$/.test(written)) yield findingAt(node.xml, `${attribute} must be at least 1`);
      else if (Number(written) !== 1) yield findingAt(node.xml, `unsupported ${attribute}`);
    }
  }
};
