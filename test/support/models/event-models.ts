import { documentOf, flow, sequence } from './models.ts';

/** start → catch event `catchId` of a message → end. `keyVariable`: the variable that holds the correlation key; without it none exists. */
export function messageWait(key: string, catchId: string, messageName: string, keyVariable?: string): string {
  const definition = '<messageEventDefinition messageRef="message"/>';
  return withRoot(messageElement(messageName, keyVariable), sequence(key, catchEvent(catchId, definition)));
}

/** start → catch event `catchId` of a signal → end. */
export function signalWait(key: string, catchId: string, signalName: string): string {
  const definition = '<signalEventDefinition signalRef="signal"/>';
  return withRoot(signalElement(signalName), sequence(key, catchEvent(catchId, definition)));
}

/** A process with one of these as its only start event, followed by the nodes and the end. */
export function startedByMessage(key: string, messageName: string, ...nodes: readonly string[]): string {
  return startedBy(key, '<messageEventDefinition messageRef="message"/>', messageElement(messageName), nodes);
}

export function startedBySignal(key: string, signalName: string, ...nodes: readonly string[]): string {
  return startedBy(key, '<signalEventDefinition signalRef="signal"/>', signalElement(signalName), nodes);
}

export function startedByCondition(key: string, condition: string, ...nodes: readonly string[]): string {
  const text = condition.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return startedBy(key, `<conditionalEventDefinition><condition>${text}</condition></conditionalEventDefinition>`, '', nodes);
}

/** Puts elements in front of the first process of a document. */
export function withRoot(elements: string, document: string): string {
  return document.replace('<process ', `${elements}<process `);
}

function startedBy(key: string, definition: string, root: string, nodes: readonly string[]): string {
  const ids = ['start', ...nodes.map((node) => /id="([^"]+)"/.exec(node)?.[1] ?? ''), 'end'];
  const flows = ids.slice(1).map((target, n) => flow(`to-${target}`, ids[n] ?? '', target));
  const content = `<startEvent id="start">${definition}</startEvent>${nodes.join('')}<endEvent id="end"/>${flows.join('')}`;
  return documentOf(`${root}<process id="${key}" isExecutable="true">${content}</process>`);
}

function catchEvent(id: string, definition: string): string {
  return `<intermediateCatchEvent id="${id}">${definition}</intermediateCatchEvent>`;
}

export function messageElement(name: string, keyVariable?: string): string {
  if (keyVariable === undefined) return `<message id="message" name="${name}"/>`;
  const subscription = `<fleans:subscription correlationKey="= ${keyVariable}"/>`;
  return `<message id="message" name="${name}"><extensionElements>${subscription}</extensionElements></message>`;
}

export function signalElement(name: string): string {
  return `<signal id="signal" name="${name}"/>`;
}
