import { ELEMENT_READERS } from '../elements/registry.ts';
import { findingAt } from '../finding.ts';
import type { ProcessRule } from './rule.ts';

/** Token quantities are integers of at least 1 (docs/contributing/spec/validation.md#token-quantities). */
export const quantitiesArePositive: ProcessRule = function* (process) {
  for (const node of process.nodes) {
    if (ELEMENT_READERS.get(node.tag)?.category !== 'activity') continue;
    for (const attribute of ['startQuantity', 'completionQuantity']) {
      const written = node.xml.attributes.get(attribute)?.trim();
      if (written === undefined) continue;
      const isPositive = /^\+?0*[1-9]\d*$/.test(written) && Number.isSafeInteger(Number(written));
      if (!isPositive) yield findingAt(node.xml, `${attribute} must be at least 1`);
    }
  }
};
