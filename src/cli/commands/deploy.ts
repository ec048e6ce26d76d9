import { visibleText } from '../../platform/redact.ts';
import type { AnswerOf } from '../connection/api-client.ts';
import { printJson } from '../output/terminal.ts';
import type { DeployCall } from '../program-declarations.ts';
import { type FoundFile, findFiles, MODEL, WrongFiles } from './find-files.ts';

/** One deploy of folders and files. Rejects with WrongFiles if a path cannot be read or no BPMN file is found. */
export async function runDeploy({ operands, options, isJson, openApi }: DeployCall): Promise<true> {
  const { first, others } = await filesOf(operands);
  const answer = await openApi().call('deploy', [], {
    BpmnXml: first.content,
    ...(others.length === 0 ? {} : { Resources: others.map(({ name, content }) => ({ Name: name, Content: content })) }),
    ...(options.strict === true ? { Strict: true } : {}),
    ...(options['keep-unchanged'] === true ? { KeepUnchanged: true } : {}),
    ...(options.validation === undefined ? {} : { Validation: options.validation }),
  });
  if (isJson) return printJson(answer);
  process.stdout.write(textOf(answer, first.name));
  return true;
}

/** `first`: the first BPMN file. */
async function filesOf(paths: readonly string[]): Promise<{ readonly first: FoundFile; readonly others: readonly FoundFile[] }> {
  const files = await findFiles(paths);
  const first = files.find(({ name }) => MODEL.test(name));
  if (first === undefined) throw new WrongFiles('no BPMN file (.bpmn, .bpmn20.xml) found');
  return { first, others: files.filter((file) => file !== first) };
}

function textOf(answer: AnswerOf<'deploy'>, first: string): string {
  const { AdditionalDefinitions = [], Warnings = [], Unchanged } = answer;
  const mark = Unchanged === true ? ', unchanged' : '';
  const all: readonly NonNullable<AnswerOf<'deploy'>['AdditionalDefinitions']>[number][] = [answer, ...AdditionalDefinitions];
  const versions = all.map(
    ({ ProcessDefinitionKey, Version, Resource = first }) =>
      `${visibleText(`${Resource}: ${ProcessDefinitionKey} version ${Version}${mark}`)}\n`,
  );
  return [...versions, ...Warnings.map((warning) => `warning: ${visibleText(warning)}\n`)].join('');
}
