/** Small files for the tests of the parser. */

/** The prefixes of all dialects, declared. */
export const NAMESPACES = [
  'xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL"',
  'xmlns:camunda="http://camunda.org/schema/1.0/bpmn"',
  'xmlns:zeebe="http://camunda.org/schema/zeebe/1.0"',
  'xmlns:fleans="https://fleans.io/schema/bpmn/1.0"',
  'xmlns:modeler="http://camunda.org/schema/modeler/1.0"',
].join(' ');

/** A file with these lines inside `definitions`; the first one stands in line 2. */
export function file(...lines: readonly string[]): string {
  return [`<bpmn:definitions ${NAMESPACES}>`, ...lines, '</bpmn:definitions>'].join('\n');
}

/** A file with one process `p` in line 2 and these lines inside; the first one stands in line 3. */
export function inProcess(...lines: readonly string[]): string {
  return file('<bpmn:process id="p" isExecutable="true">', ...lines, '</bpmn:process>');
}

/** As {@link inProcess}, with a start event in line 3 and a flow to `a` in line 4; the first line given stands in line 5. */
export function afterStart(...lines: readonly string[]): string {
  return inProcess('<bpmn:startEvent id="start" />', '<bpmn:sequenceFlow id="f" sourceRef="start" targetRef="a" />', ...lines);
}

/** As {@link inProcess}, with the start event in line 3, the given line in line 4 and elements that need no flow around them. */
export function besideStart(...lines: readonly string[]): string {
  return inProcess('<bpmn:startEvent id="start" />', ...lines);
}
