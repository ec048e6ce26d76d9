/** A definitions document around the content of one process. */
export function model(key: string, content: string): string {
  return documentOf(`<process id="${key}" isExecutable="true">${content}</process>`);
}

/** A definitions document around whole process elements. */
export function documentOf(processes: string): string {
  return (
    '<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" ' +
    'xmlns:fleans="https://fleans.io/schema/bpmn/1.0" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ' +
    `targetNamespace="urn:test">${processes}</definitions>`
  );
}

/** start → the nodes, one after the other → end. Node ids are read from the nodes; they become `start`, …, `end`. */
export function sequence(key: string, ...nodes: readonly string[]): string {
  const ids = ['start', ...nodes.map(idOf), 'end'];
  const flows = ids.slice(1).map((target, n) => flow(`to-${target}`, ids[n] ?? '', target));
  return model(key, ['<startEvent id="start"/>', ...nodes, '<endEvent id="end"/>', ...flows].join(''));
}

/** A sequence flow, with a condition when one is given. */
export function flow(id: string, source: string, target: string, condition?: string): string {
  const head = `<sequenceFlow id="${id}" sourceRef="${source}" targetRef="${target}"`;
  if (condition === undefined) return `${head}/>`;
  const text = condition.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `${head}><conditionExpression xsi:type="tFormalExpression">${text}</conditionExpression></sequenceFlow>`;
}

/** A plain task: waits for complete-activity. */
export function task(id: string): string {
  return `<task id="${id}"/>`;
}

/** A user task; the lists are written as in the model. */
export function userTask(
  id: string,
  options: { assignee?: string; users?: string; groups?: string; outputs?: readonly string[] } = {},
): string {
  const { assignee, users, groups, outputs = [] } = options;
  const attributes = [
    ...(assignee === undefined ? [] : [`camunda:assignee="${assignee}"`]),
    ...(users === undefined ? [] : [`camunda:candidateUsers="${users}"`]),
    ...(groups === undefined ? [] : [`camunda:candidateGroups="${groups}"`]),
  ];
  const names = outputs.map((name) => `<fleans:expectedOutput name="${name}"/>`).join('');
  const extension = `<extensionElements><fleans:expectedOutputs>${names}</fleans:expectedOutputs></extensionElements>`;
  return `<userTask id="${id}" ${attributes.join(' ')}>${names === '' ? '' : extension}</userTask>`;
}

/** A script task in the lenient dialect. */
export function script(id: string, text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<scriptTask id="${id}" scriptFormat="csharp"><script>${escaped}</script></scriptTask>`;
}

function idOf(node: string): string {
  return /id="([^"]+)"/.exec(node)?.[1] ?? '';
}
