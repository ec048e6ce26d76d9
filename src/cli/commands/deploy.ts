import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { visibleText } from '../../platform/log-text.ts';
import { VerbRefusal } from '../arguments.ts';
import { printJson } from '../output/terminal.ts';
import type { DeployCall } from '../program-declarations.ts';
import { decoded, decodeXml } from './validate.ts';

/** A file as it is sent. `name`: from its folder on, with slashes. */
export interface FoundFile {
  readonly name: string;
  readonly content: string;
}

export const MODEL = /\.(?:bpmn|bpmn20\.xml)$/i;
const TAKEN = /\.(?:bpmn|bpmn20\.xml|dmn|form|html|js|groovy|feel)$/i;
const XML = /\.(?:bpmn|dmn|xml)$/i;

/** Folders that are never searched. */
const SKIPPED = /^(?:\..*|node_modules)$/;

/** Most files that are read: a deploy takes 51, and a home folder is not meant. */
const MAX_FILES = 200;

/** A fault of the given paths; the text is for users. */
export class WrongFiles extends VerbRefusal {
  constructor(message: string) {
    super(message, 2);
  }
}

/** The files of folders and the files that are named, in the order of their names; of folders only those that a deploy takes. Throws {@link WrongFiles}. */
export async function findFiles(paths: readonly string[]): Promise<readonly FoundFile[]> {
  const found: FoundFile[] = [];
  for (const path of paths) {
    try {
      const isFolder = (await stat(path)).isDirectory();
      const names = isFolder ? await namesIn(path, '') : [basename(path)];
      for (const name of names) found.push({ name, content: await contentOf(isFolder ? join(path, name) : path) });
    } catch (error) {
      if (error instanceof WrongFiles) throw error;
      throw new WrongFiles(`${path}: ${(error as Error).message}`);
    }
    if (found.length > MAX_FILES) throw new WrongFiles(`more than ${MAX_FILES} files: a deploy takes 51`);
  }
  return found;
}

async function namesIn(folder: string, below: string): Promise<string[]> {
  const names: string[] = [];
  const entries = await readdir(join(folder, below), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const name = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory() && !SKIPPED.test(entry.name)) names.push(...(await namesIn(folder, name)));
    else if (entry.isFile() && TAKEN.test(entry.name)) names.push(name);
    if (names.length > MAX_FILES) throw new WrongFiles(`${folder} has more than ${MAX_FILES} files: a deploy takes 51`);
  }
  return names;
}

async function contentOf(path: string): Promise<string> {
  const bytes = await readFile(path);
  try {
    return XML.test(path) ? decodeXml(bytes) : decoded(bytes, 'utf-8');
  } catch (error) {
    throw new WrongFiles(`${path}: ${(error as Error).message}`);
  }
}

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

/** `sluice deploy`: sends folders and files as one deploy. Throws WrongFiles for those that cannot be read. */
export async function runDeploy({ operands, options, isJson, openApi }: DeployCall): Promise<true> {
  const { first, others } = await filesOf(operands);
  const answer = await openApi().post<Answer>('/Definitions/deploy', {
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

/** Splits the files into the first BPMN file and the additional ones. */
async function filesOf(paths: readonly string[]): Promise<{ readonly first: FoundFile; readonly others: readonly FoundFile[] }> {
  const files = await findFiles(paths);
  const first = files.find(({ name }) => MODEL.test(name));
  if (first === undefined) throw new WrongFiles('no BPMN file (.bpmn, .bpmn20.xml) found');
  return { first, others: files.filter((file) => file !== first) };
}

function textOf(answer: Answer, first: string): string {
  const { AdditionalDefinitions = [], Warnings = [], Unchanged } = answer;
  const mark = Unchanged === true ? ', unchanged' : '';
  const versions = [answer, ...AdditionalDefinitions].map(
    ({ ProcessDefinitionKey, Version, Resource = first }) =>
      `${visibleText(`${Resource}: ${ProcessDefinitionKey} version ${Version}${mark}`)}\n`,
  );
  return [...versions, ...Warnings.map((warning) => `warning: ${visibleText(warning)}\n`)].join('');
}
