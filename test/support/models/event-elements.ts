import { documentOf, flow, model } from './models.ts';

/** A message; `key`: the FEEL text of its correlation key. */
export function message(id: string, name: string, key?: string): string {
  const subscription = `<extensionElements><fleans:subscription correlationKey="= ${key}"/></extensionElements>`;
  return `<message id="${id}" name="${name}">${key === undefined ? '' : subscription}</message>`;
}

/** A signal whose name is also its id. */
export function signal(name: string): string {
  return `<signal id="${name}" name="${name}"/>`;
}

/** A message event definition. */
export function onMessage(ref: string): string {
  return `<messageEventDefinition messageRef="${ref}"/>`;
}

/** A signal event definition. */
export function onSignal(ref: string): string {
  return `<signalEventDefinition signalRef="${ref}"/>`;
}

/** A conditional event definition. */
export function onCondition(text: string): string {
  return `<conditionalEventDefinition><condition>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</condition></conditionalEventDefinition>`;
}

/** A timer event definition. */
export function onTimer(text: string, form: 'timeDuration' | 'timeDate' | 'timeCycle' = 'timeDuration'): string {
  return `<timerEventDefinition><${form}>${text}</${form}></timerEventDefinition>`;
}

/** An intermediate catch event. */
export function catching(id: string, definition: string): string {
  return `<intermediateCatchEvent id="${id}">${definition}</intermediateCatchEvent>`;
}

/** An intermediate throw event. */
export function throwing(id: string, definition: string): string {
  return `<intermediateThrowEvent id="${id}">${definition}</intermediateThrowEvent>`;
}

/** A boundary event with its own flow to an end event `<id>-end`. */
export function boundary(id: string, host: string, definition: string, cancelActivity = true): string {
  const event = `<boundaryEvent id="${id}" attachedToRef="${host}" cancelActivity="${cancelActivity}">${definition}</boundaryEvent>`;
  return `${event}<endEvent id="${id}-end"/>${flow(`to-${id}-end`, id, `${id}-end`)}`;
}

/** An event sub-process `<id>` with start event `<id>-start`, that only ends. */
export function eventSubProcess(id: string, definition: string, isInterrupting = true): string {
  const start = `<startEvent id="${id}-start" isInterrupting="${isInterrupting}">${definition}</startEvent>`;
  const body = `${start}<endEvent id="${id}-end"/>${flow(`to-${id}-end`, `${id}-start`, `${id}-end`)}`;
  return `<subProcess id="${id}" triggeredByEvent="true">${body}</subProcess>`;
}

/** start → the nodes, one after the other → end, with `beside` (boundaries, event sub-processes) and the root elements before the process. */
export function processOf(key: string, roots: string, nodes: readonly string[], beside = ''): string {
  return startedBy(key, roots, '', nodes, beside);
}

/** As {@link processOf}; the start event `start` has a definition. */
export function startedBy(key: string, roots: string, definition: string, nodes: readonly string[] = [], beside = ''): string {
  const ids = ['start', ...nodes.map((node) => /id="([^"]+)"/.exec(node)?.[1] ?? ''), 'end'];
  const flows = ids.slice(1).map((target, n) => flow(`to-${target}`, ids[n] ?? '', target));
  const content = [`<startEvent id="start">${definition}</startEvent>`, ...nodes, '<endEvent id="end"/>', ...flows, beside];
  return model(key, content.join('')).replace('<process ', `${roots}<process `);
}

/** A document of several processes that share root elements. */
export function together(roots: string, ...documents: readonly string[]): string {
  const processes = documents.map((text) => /<process [\s\S]*<\/process>/.exec(text)?.[0] ?? '');
  return documentOf(roots + processes.join(''));
}
