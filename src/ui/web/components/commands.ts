/** Command for a POST request. */
export function curl(apiUrl: string, path: string, body: object): string {
  return `curl -s ${apiUrl}${path} -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(body).replaceAll("'", `'\\''`)}'`;
}

export function deployCommand(api: string, file = 'hello.bpmn'): string {
  const read = 'JSON.stringify({BpmnXml: fs.readFileSync(process.argv[1], "utf8")})';
  return `node -p '${read}' examples/${file} |\n  curl -s ${api}/Definitions/deploy -H 'Content-Type: application/json' --data-binary @-`;
}

/** Deploys and starts a process that begins with a user task. */
export function userTaskCommand(api: string): string {
  return `${deployCommand(api, 'invoice-approval.bpmn')}\n${curl(api, '/Execution/start', { WorkflowId: 'invoice-approval' })}`;
}
