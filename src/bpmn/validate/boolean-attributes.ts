import { findingAt, quote } from '../finding.ts';
import type { XmlElement } from '../xml-element.ts';
import type { ProcessRule } from './rule.ts';

/** Boolean attributes of flow nodes that mean something for execution. */
const OF_NODES = ['cancelActivity', 'isInterrupting', 'parallelMultiple', 'triggeredByEvent', 'isForCompensation'];

/** CHK23: boolean attributes say `true` or `false`. */
export const booleansAreBooleans: ProcessRule = function* (process) {
  const wrong = function* (xml: XmlElement, attribute: string) {
    const written = xml.attributes.get(attribute);
    if (written === undefined || written.trim() === 'true' || written.trim() === 'false') return;
    yield findingAt(xml, `attribute ${attribute}: '${quote(written)}' is not a boolean`);
  };
  if (!process.isGlobalTask) yield* wrong(process.xml, 'isExecutable');
  for (const node of process.nodes) for (const attribute of OF_NODES) yield* wrong(node.xml, attribute);
};
