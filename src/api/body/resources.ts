import type { DeployResource } from '../../messages/commands.ts';
import { type Answer, errorAnswer } from '../../platform/answer.ts';
import { isBlank } from '../../requests/business-id.ts';
import { holdsUnstorableText } from '../../requests/unstorable-text.ts';
import type { RequestResource } from './members.ts';

/** Maximum of additional files in a deploy. */
const MAX_RESOURCES = 50;
/** Longest name of a file, in characters. */
const MAX_NAME = 256;
/** Parts of letters, digits and the usual marks, joined by single slashes: nothing that leads out of a folder, and nothing that a log line cannot show. */
const SAFE_NAME = /^(?!.*(?:^|\/)\.{1,2}(?:\/|$))[\p{L}\p{N}._ -]+(?:\/[\p{L}\p{N}._ -]+)*$/u;
const MODEL_NAME = /\.(?:bpmn|bpmn20\.xml)$/i;
/** Scripts, decisions and forms. */
const READ_BESIDE = /\.(?:js|groovy|feel|dmn|form|html)$/i;

/** The further files of a deploy, or the answer that refuses them (docs/contributing/spec/http/definitions.md#resources). */
export type ResourcesOutcome =
  | { readonly ok: true; readonly resources: readonly DeployResource[]; readonly scripts: readonly DeployResource[] }
  | { readonly ok: false; readonly answer: Answer };

export function readResources(written: readonly RequestResource[]): ResourcesOutcome {
  const fault = faultOf(written);
  if (fault !== undefined) return { ok: false, answer: errorAnswer('invalid-field', fault) };
  const files = written.map(({ Name, Content }) => ({ name: Name, content: Content }));
  return {
    ok: true,
    resources: files.filter(({ name }) => MODEL_NAME.test(name)),
    scripts: files.filter(({ name }) => !MODEL_NAME.test(name)),
  };
}

function faultOf(written: readonly RequestResource[]): string | undefined {
  if (written.length > MAX_RESOURCES) return `Resources has ${written.length} files, at most ${MAX_RESOURCES} are allowed.`;
  const names = new Set<string>();
  for (const [index, { Name, Content }] of written.entries()) {
    if (Name.length > MAX_NAME || !SAFE_NAME.test(Name)) return `Resources[${index}].Name is not a valid file name.`;
    if (names.has(Name)) return `Resources has two files '${Name}'.`;
    names.add(Name);
    if (!MODEL_NAME.test(Name) && !READ_BESIDE.test(Name)) {
      return `Resource '${Name}' is not a BPMN file (.bpmn, .bpmn20.xml), script (.js, .groovy, .feel), decision (.dmn) or form (.form, .html).`;
    }
    if (isBlank(Content)) return `Content of resource '${Name}' is required.`;
    if (holdsUnstorableText(Content)) return `Content of resource '${Name}' contains a character that cannot be stored.`;
  }
  return undefined;
}
