/** A minimal model that breaks one rule, and the nearest one that breaks none. */
export interface Twins {
  readonly invalid: string;
  readonly valid: string;
}

const NAMESPACES = [
  'xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"',
  'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"',
  'xmlns:zeebe="http://camunda.org/schema/zeebe/1.0"',
  'xmlns:t="http://example.com/models"',
].join(' ');

/** A file with these lines at its root. */
export function file(...lines: readonly string[]): string {
  return rootOf('targetNamespace="http://example.com/models"', ...lines);
}

/** A file whose root has these attributes. */
export function rootOf(attributes: string, ...lines: readonly string[]): string {
  return [`<definitions ${NAMESPACES} ${attributes}>`, ...lines, '</definitions>'].join('\n');
}

/** A file with one process. */
export function inProcess(...lines: readonly string[]): string {
  return file(process(...lines));
}

/** A process `p`. */
export function process(...lines: readonly string[]): string {
  return ['<process id="p" isExecutable="true">', ...lines, '</process>'].join('\n');
}

/** A process `p` in which a start event `s` leads through this node to an end event `e`. */
export function through(id: string, node: string, ...more: readonly string[]): string {
  return process(...around(id, node), ...more);
}

/** What {@link through} holds. */
export function around(id: string, node: string): readonly string[] {
  return ['<startEvent id="s" />', node, '<endEvent id="e" />', flow('f1', 's', id), flow('f2', id, 'e')];
}

export function flow(id: string, source: string, target: string, condition?: string): string {
  const inner = condition === undefined ? '' : `<conditionExpression>${condition}</conditionExpression>`;
  return `<sequenceFlow id="${id}" sourceRef="${source}" targetRef="${target}">${inner}</sequenceFlow>`;
}

export function task(id: string): string {
  return `<userTask id="${id}" />`;
}

export function message(id: string): string {
  return `<message id="${id}" name="${id}" />`;
}

/** A catch event for a message of {@link message}. */
export function catches(id: string, messageId = 'm'): string {
  return `<intermediateCatchEvent id="${id}"><messageEventDefinition messageRef="${messageId}" /></intermediateCatchEvent>`;
}

/** A catch event for a timer. */
export function waits(id: string): string {
  return `<intermediateCatchEvent id="${id}"><timerEventDefinition><timeDuration>PT1M</timeDuration></timerEventDefinition></intermediateCatchEvent>`;
}
