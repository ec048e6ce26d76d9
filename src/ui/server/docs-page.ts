import { escapeHtml } from './page.ts';

/** Method, path, what it is for. Listed in the order in which a newcomer meets them. */
const ENDPOINTS: readonly (readonly [method: string, path: string, about: string])[] = [
  ['POST', '/Definitions/deploy', 'Deploy a BPMN model: BpmnXml'],
  ['GET', '/Definitions', 'All deployed versions'],
  ['POST', '/Definitions/disable, /enable', 'Let a process start nothing more, and start again: ProcessDefinitionKey'],
  ['POST', '/Execution/start', 'Start an instance: WorkflowId, Variables, BusinessId'],
  ['POST', '/Execution/message', 'Reach who waits for a message, or start: MessageName, CorrelationKey'],
  ['POST', '/Execution/signal', 'Reach everybody who waits for a signal, and start: SignalName'],
  ['POST', '/Execution/evaluate-conditions', 'Start by conditions: Variables, WorkflowId'],
  ['POST', '/Execution/complete-activity', 'Complete a waiting task: WorkflowInstanceId, ActivityId, Variables'],
  ['GET', '/Instances/{instanceId}/state', 'Where an instance stands, and its variables'],
  ['GET', '/Instances/{instanceId}/history', 'Everything that happened in an instance'],
  ['POST', '/Instances/{instanceId}/cancel', 'End a running instance: reason'],
  ['GET', '/Definitions/{key}/instances', 'Instances of a process'],
  ['GET', '/Definitions/{key}/{version}/instances', 'Instances of one version'],
  ['GET', '/UserTasks', 'Open user tasks'],
  ['GET', '/UserTasks/{activityInstanceId}', 'One user task'],
  ['POST', '/UserTasks/{activityInstanceId}/claim', 'Take a task: UserId, UserGroups'],
  ['POST', '/UserTasks/{activityInstanceId}/unclaim', 'Give it back'],
  ['POST', '/UserTasks/{activityInstanceId}/complete', 'Complete it: UserId, Variables'],
  ['POST', '/UserTasks/{activityInstanceId}/fail', 'Let it fail: errorCode, errorMessage'],
  ['POST', '/UserTasks/{activityInstanceId}/cancel', 'Cancel it: reason'],
  ['GET', '/docs, /openapi.json', 'All of this to read and to try in a browser, and as OpenAPI 3.1'],
  ['GET', '/health, /alive, /ready, /metrics', 'For machines that watch machines'],
];

/** The body of the page with first steps. Without a known address it shows the default one. */
export function docsPage(apiUrl: string | undefined): string {
  const url = apiUrl ?? 'http://localhost:8080';
  const rows = ENDPOINTS.map(
    ([method, path, about]) =>
      `<tr><td><code>${method}</code></td><td><code>${escapeHtml(path)}</code></td><td>${escapeHtml(about)}</td></tr>`,
  );
  return `<h1>First steps</h1>
<p>Start an instance of the sample process. It writes a greeting and waits at the task <code>review</code>.</p>
<pre><code>${escapeHtml(`curl -s ${url}/Execution/start -H 'Content-Type: application/json' \\
  -d '{"WorkflowId":"hello","BusinessId":"hello-1","Variables":{"name":"Ada"}}'`)}</code></pre>
<p>Put the id from the answer into the next two lines: look at the instance, then complete its task.</p>
<pre><code>${escapeHtml(`ID=…
curl -s ${url}/Instances/$ID/state
curl -s ${url}/Execution/complete-activity -H 'Content-Type: application/json' \\
  -d '{"WorkflowInstanceId":"'$ID'","ActivityId":"review","Variables":{"approved":true}}'`)}</code></pre>
<h2>Endpoints</h2>
<table><thead><tr><th>Method</th><th>Path</th><th>Use</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table>
<p class="quiet">A write answers 200 when it is committed. Repeat it safely with the same <code>Idempotency-Key</code> header.</p>`;
}
