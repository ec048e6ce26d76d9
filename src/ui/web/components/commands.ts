/** Returns the curl command that sends a POST request to an endpoint. */
export function curl(apiUrl: string, path: string, body: object): string {
  return `curl -s ${apiUrl}${path} -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(body).replaceAll("'", `'\\''`)}'`;
}

/** Returns the command that deploys an example. */
export function deployCommand(api: string, file = 'hello.bpmn'): string {
  const read = 'JSON.stringify({BpmnXml: fs.readFileSync(process.argv[1], "utf8")})';
  return `node -p '${read}' examples/${file} |\n  curl -s ${api}/Definitions/deploy -H 'Content-Type: application/json' --data-binary @-`;
}

/** Returns the commands that deploy and start a process that begins with a user task. */
export function userTaskCommand(api: string): string {
  return `${deployCommand(api, 'invoice-approval.bpmn')}\n${curl(api, '/Execution/start', { WorkflowId: 'invoice-approval' })}`;
}
