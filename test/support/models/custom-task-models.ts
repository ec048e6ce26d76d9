import { documentOf, flow } from './models.ts';

/** How a custom task is written in a test model. */
export interface WrittenTask {
  readonly inputs?: Readonly<Record<string, string>>;
  readonly outputs?: Readonly<Record<string, string>>;
  readonly retries?: string;
}

/** A service task with a zeebe task definition. Mappings: target → source. */
export function customTask(id: string, taskType: string, { inputs = {}, outputs = {}, retries }: WrittenTask = {}): string {
  const pairs = (name: string, mappings: Readonly<Record<string, string>>) =>
    Object.entries(mappings).map(([target, source]) => `<zeebe:${name} source="${quoted(source)}" target="${target}"/>`);
  const mappings = [...pairs('input', inputs), ...pairs('output', outputs)].join('');
  const attribute = retries === undefined ? '' : ` retries="${retries}"`;
  return (
    `<serviceTask id="${id}"><extensionElements><zeebe:taskDefinition type="${taskType}"${attribute}/>` +
    `${mappings === '' ? '' : `<zeebe:ioMapping>${mappings}</zeebe:ioMapping>`}</extensionElements></serviceTask>`
  );
}

/** start → the custom task `work` → end; `more`: further elements. */
export function oneTask(key: string, taskType: string, written: WrittenTask = {}, more = ''): string {
  const nodes = `<startEvent id="start"/>${customTask('work', taskType, written)}<endEvent id="end"/>`;
  const flows = flow('f1', 'start', 'work') + flow('f2', 'work', 'end');
  return withZeebe(documentOf(`<process id="${key}" isExecutable="true">${nodes}${flows}${more}</process>`));
}

/** The same with an error boundary event on the task: code → the end event `caught`. */
export function oneTaskCaught(key: string, taskType: string, code: string, written: WrittenTask = {}): string {
  const caught = `<boundaryEvent id="oops" attachedToRef="work"><errorEventDefinition errorRef="e"/></boundaryEvent>`;
  const document = oneTask(key, taskType, written, `${caught}<endEvent id="caught"/>${flow('f3', 'oops', 'caught')}`);
  return document.replace('<process', `<error id="e" errorCode="${code}"/><process`);
}

/** Adds the namespace of zeebe to a document. */
export function withZeebe(document: string): string {
  return document.replace('<definitions ', '<definitions xmlns:zeebe="http://camunda.org/schema/zeebe/1.0" ');
}

function quoted(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
