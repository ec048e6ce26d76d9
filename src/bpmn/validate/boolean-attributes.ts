import type { Finding } from '../finding.ts';
import { findingAt, quote } from '../finding.ts';
import { anyNamespace, zeebe } from '../namespaces.ts';
import { childNamed, dialectAttributeOf, extensionsNamed, isFalse, isTrue, type XmlElement } from '../xml-element.ts';
import type { ProcessRule } from './rule.ts';

/** Boolean attributes with an effect on the execution: of flow nodes, loop markers, and call activities (in any namespace). */
const OF_NODES = [
  ...['cancelActivity', 'isInterrupting', 'parallelMultiple', 'triggeredByEvent', 'isForCompensation', 'instantiate'],
  'cancelRemainingInstances',
];
const OF_LOOPS = [
  ['multiInstanceLoopCharacteristics', 'isSequential'],
  ['standardLoopCharacteristics', 'testBefore'],
] as const;
const OF_CALLS = ['propagateAllParentVariables', 'propagateAllChildVariables'];

/** Boolean attributes are `true`, `1`, `false` or `0` (docs/contributing/spec/validation.md#boolean-attributes). */
export const booleansAreBooleans: ProcessRule = function* (process) {
  if (!process.isGlobalTask) yield* wrong(process.xml, 'isExecutable', process.xml.attributes.get('isExecutable'));
  for (const { xml } of process.nodes) {
    for (const attribute of OF_NODES) yield* wrong(xml, attribute, xml.attributes.get(attribute));
    for (const [marker, attribute] of OF_LOOPS) yield* wrong(xml, attribute, childNamed(xml, marker)?.attributes.get(attribute));
    if (xml.local === 'callActivity') yield* wrongFlags(xml);
  }
};

function* wrongFlags(xml: XmlElement): Iterable<Finding> {
  for (const place of [xml, ...extensionsNamed(xml, zeebe, 'calledElement')]) {
    for (const flag of OF_CALLS) yield* wrong(xml, flag, dialectAttributeOf(place, anyNamespace, flag));
  }
}

function* wrong(xml: XmlElement, attribute: string, written: string | undefined): Iterable<Finding> {
  if (written === undefined || isTrue(written) || isFalse(written)) return;
  yield findingAt(xml, `attribute ${attribute}: '${quote(written)}' is not a boolean`);
}
