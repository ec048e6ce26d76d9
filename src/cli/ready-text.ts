import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openPool } from '../db/pool.ts';
import type { Logger } from '../platform/log.ts';
import { errorMessage } from '../platform/redact.ts';
import { packageRoot, version } from '../platform/version.ts';

/** The sample process, inside the package. */
const SAMPLE_FILE = 'examples/hello.bpmn';
const SAMPLE_KEY = 'hello';

/**
 * Deploys the sample through the ordinary API when nothing was ever deployed; resolves to whether the sample is there.
 * A failure is logged and does not end the start: the service works without it.
 */
export async function deploySample(databaseUrl: string, apiUrl: string, log: Logger): Promise<boolean> {
  try {
    const known = await deployedKeys(databaseUrl);
    if (known.length > 0) return known.includes(SAMPLE_KEY);
    const bpmnXml = await readFile(join(packageRoot, SAMPLE_FILE), 'utf8');
    const answer = await fetch(`${apiUrl}/Definitions/deploy`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ BpmnXml: bpmnXml }),
    });
    if (!answer.ok) throw new Error(`the API answered ${answer.status}: ${await answer.text()}`);
    return true;
  } catch (error) {
    log.event('unexpected-error', {
      Operation: 'sample',
      Endpoint: 'Definitions/deploy',
      ErrorMessage: errorMessage(error),
      Stack: '-',
    });
    return false;
  }
}

/** At most two keys, the sample's first: enough to know whether anything is there. */
async function deployedKeys(databaseUrl: string): Promise<readonly string[]> {
  const pool = openPool(databaseUrl, { max: 1, applicationName: 'sluice start' });
  try {
    const result = await pool.query<{ key: string }>('select key from process order by key = $1 desc limit 2', [SAMPLE_KEY]);
    return result.rows.map((row) => row.key);
  } finally {
    await pool.end();
  }
}

/** Parts of the text at the end of a start. */
export interface ReadyFacts {
  readonly apiUrl: string;
  readonly uiUrl: string;
  /** whether the API serves its documentation */
  readonly hasDocs: boolean;
  /** of the embedded database; undefined with any other database */
  readonly dataDir: string | undefined;
  readonly seconds: number;
  readonly hasSample: boolean;
  /** authentication is on: the commands need one more header */
  readonly asksForToken: boolean;
  /** whether people can sign in to the pages; else, with authentication on, these are read-only */
  readonly hasSignIn: boolean;
}

/** The text at the end of `npm start`: all addresses, three commands to copy, how to stop and how to start with new data. */
export function readyText(facts: ReadyFacts): string {
  const { apiUrl, uiUrl, dataDir } = facts;
  const sample = facts.hasSample ? `The sample process "${SAMPLE_KEY}" is deployed. Try it:` : 'Try it:';
  const token = '\n  The API requires a token: add -H "Authorization: Bearer $TOKEN" to each command.';
  const readOnly = '\n  The pages are read-only because sign-in is off (Authentication:ClientId).';
  return `
  Sluice ${version} is ready (${facts.seconds.toFixed(1)} s)

    API    ${apiUrl}
    UI     ${uiUrl}
${facts.hasDocs ? `    Docs   ${apiUrl}/docs\n` : ''}    Data   ${dataDir ?? 'the database of DATABASE_URL'}

  ${sample}${facts.asksForToken ? token : ''}${facts.asksForToken && !facts.hasSignIn ? readOnly : ''}

    # deploy a model
${indent(deployCommand(apiUrl))}

    # start an instance; it waits at the task "review"
${indent(startCommand(apiUrl))}

    # complete the task
${indent(completeCommand(apiUrl))}

  Stop: Ctrl-C.${dataDir === undefined ? '' : ` To reset: stop, then rm -r ${quoted(join(dataDir, 'pg'))}`}

`;
}

function deployCommand(apiUrl: string): string {
  const read = `JSON.stringify({BpmnXml: fs.readFileSync(process.argv[1], "utf8")})`;
  return `node -p '${read}' ${quoted(join(packageRoot, SAMPLE_FILE))} |
  curl -s ${apiUrl}/Definitions/deploy -H 'Content-Type: application/json' --data-binary @-`;
}

function startCommand(apiUrl: string): string {
  const body = JSON.stringify({ WorkflowId: SAMPLE_KEY, BusinessId: 'hello-1', Variables: { name: 'Ada' } });
  return `ID=$(curl -s ${apiUrl}/Execution/start -H 'Content-Type: application/json' -d '${body}' | cut -d'"' -f4); echo $ID`;
}

function completeCommand(apiUrl: string): string {
  const body = `{"WorkflowInstanceId":"'$ID'","ActivityId":"review","Variables":{"approved":true}}`;
  return `curl -s ${apiUrl}/Execution/complete-activity -H 'Content-Type: application/json' -d '${body}'
curl -s ${apiUrl}/Instances/$ID/state`;
}

function indent(text: string): string {
  return text.replace(/^/gm, '    ');
}

function quoted(text: string): string {
  return /^[\w./@+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
