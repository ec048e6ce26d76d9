import type { DeployResource } from '../../messages/commands.ts';
import { FIRST_DECISION_FILE } from '../../messages/decisions.ts';
import { type Answer, errorAnswer } from '../../platform/answer.ts';
import type { RequestResource } from './members.ts';
import { readResources } from './resources.ts';

const DECISION_FILE = /\.dmn$/i;

/** All files of a request about decisions, or the answer that refuses one. */
export function decisionFilesOf({
  DmnXml,
  Resources: written,
}: {
  readonly DmnXml: string;
  readonly Resources: readonly RequestResource[];
}): { readonly ok: true; readonly files: readonly DeployResource[] } | { readonly ok: false; readonly answer: Answer } {
  const other = written.find(({ Name }) => !DECISION_FILE.test(Name));
  const read = readResources(written);
  if (!read.ok) return read;
  if (other === undefined) return { ok: true, files: [{ name: FIRST_DECISION_FILE, content: DmnXml }, ...read.scripts] };
  return { ok: false, answer: errorAnswer('invalid-field', `Resource '${other.Name}' is not a decision file (.dmn).`) };
}

/** Size of all files. Unit: characters. */
export function sizeOf(files: readonly DeployResource[]): number {
  return files.reduce((sum, { content }) => sum + content.length, 0);
}
