import { visibleText } from '../../platform/log-text.ts';
import { ApiRefusal } from '../api-client.ts';
import { clientOf } from '../asking-api.ts';
import { DEPLOY_USAGE, readDeployArguments } from './arguments.ts';
import { type FoundFile, findFiles, MODEL, WrongFiles } from './find-files.ts';

interface Deployed {
  readonly ProcessDefinitionKey: string;
  readonly Version: number;
  readonly Resource?: string;
}
interface Answer extends Deployed {
  readonly Unchanged?: true;
  readonly AdditionalDefinitions?: readonly Deployed[];
  readonly Warnings?: readonly string[];
}

/** `sluice deploy`: sends folders and files as one deploy. Sets the exit code: 1 when it is refused, 2 on wrong arguments and unreadable files. */
export async function runDeploy(args: readonly string[]): Promise<void> {
  const request = readDeployArguments(args);
  if (typeof request === 'string') {
    process.stderr.write(`${request}\n\n${DEPLOY_USAGE}`);
    process.exitCode = 2;
    return;
  }
  try {
    const { first, others } = await filesOf(request.paths);
    const answer = await clientOf(request.url).post<Answer>('/Definitions/deploy', {
      BpmnXml: first.content,
      ...(others.length === 0 ? {} : { Resources: others.map(({ name, content }) => ({ Name: name, Content: content })) }),
      ...(request.isStrict ? { Strict: true } : {}),
      ...(request.keepsUnchanged ? { KeepUnchanged: true } : {}),
      ...(request.validation === undefined ? {} : { Validation: request.validation }),
    });
    process.stdout.write(request.isJson ? `${JSON.stringify(answer, undefined, 2)}\n` : textOf(answer, first.name));
  } catch (error) {
    if (!(error instanceof ApiRefusal || error instanceof WrongFiles)) throw error;
    process.stderr.write(`${error.message.split('\n').map(visibleText).join('\n')}\n`);
    process.exitCode = error instanceof WrongFiles ? 2 : 1;
  }
}

/** The first BPMN file is the one that the others are beside. */
async function filesOf(paths: readonly string[]): Promise<{ readonly first: FoundFile; readonly others: readonly FoundFile[] }> {
  const files = await findFiles(paths);
  const first = files.find(({ name }) => MODEL.test(name));
  if (first === undefined) throw new WrongFiles('there is no BPMN file (.bpmn, .bpmn20.xml) among them');
  return { first, others: files.filter((file) => file !== first) };
}

function textOf(answer: Answer, first: string): string {
  const { AdditionalDefinitions = [], Warnings = [], Unchanged } = answer;
  const mark = Unchanged === true ? ', unchanged' : '';
  const versions = [answer, ...AdditionalDefinitions].map(
    ({ ProcessDefinitionKey, Version, Resource = first }) => `${Resource}: ${ProcessDefinitionKey} version ${Version}${mark}\n`,
  );
  return [...versions, ...Warnings.map((warning) => `warning: ${visibleText(warning)}\n`)].join('');
}
