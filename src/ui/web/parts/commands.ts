/** The curl command for an endpoint, as the empty states show it. */
export function curl(apiUrl: string, path: string, body: object): string {
  return `curl -s ${apiUrl}${path} -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(body).replaceAll("'", `'\\''`)}'`;
}

/** Deploys a model file. */
export function deployCommand(apiUrl: string): string {
  const read = 'JSON.stringify({BpmnXml: fs.readFileSync(process.argv[1], "utf8")})';
  return `node -p '${read}' examples/hello.bpmn |\n  curl -s ${apiUrl}/Definitions/deploy -H 'Content-Type: application/json' --data-binary @-`;
}
