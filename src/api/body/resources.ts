import {
  isRequiredReference,
  isValidationLevel,
  REQUIRED_REFERENCE_NAMES,
  VALIDATION_LEVELS,
  type Validation,
} from '../../bpmn/strict/standard-findings.ts';
import type { DeployResource } from '../../messages/commands.ts';
import { FIRST_DECISION_FILE } from '../../messages/decisions.ts';
import { type Answer, errorAnswer } from '../../platform/answer.ts';
import { holdsUnstorableText, isBlank } from '../../requests/request-texts.ts';
import type { RequestResource } from './members.ts';

/** Additional files of a deploy. */
const MAX_RESOURCES = 50;
/** Characters of a file name. */
const MAX_NAME = 256;
/** Letters, digits, `.`, `_`, space and `-`, separated by single slashes. Excludes `.` and `..`, which could lead out of a folder. */
const SAFE_NAME = /^(?!.*(?:^|\/)\.{1,2}(?:\/|$))[\p{L}\p{N}._ -]+(?:\/[\p{L}\p{N}._ -]+)*$/u;
const MODEL_NAME = /\.(?:bpmn|bpmn20\.xml)$/i;
/** Scripts, decisions and forms. */
const RESOURCE_NAME = /\.(?:js|groovy|feel|dmn|form|html)$/i;

/** `resources`: BPMN files; `scripts`: others (docs/contributing/spec/http/definitions.md#resources). */
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
    if (!MODEL_NAME.test(Name) && !RESOURCE_NAME.test(Name)) {
      return `Resource '${Name}' is not a BPMN file (.bpmn, .bpmn20.xml), script (.js, .groovy, .feel), decision (.dmn) or form (.form, .html).`;
    }
    if (isBlank(Content)) return `Content of resource '${Name}' is required.`;
    if (holdsUnstorableText(Content)) return `Content of resource '${Name}' contains a character that cannot be stored.`;
  }
  return undefined;
}

const DECISION_FILE = /\.dmn$/i;

/** All DMN files, `DmnXml` first, or the error answer for an invalid file or another kind. */
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

/** Size of all files in characters. */
export function sizeOf(files: readonly DeployResource[]): number {
  return files.reduce((sum, { content }) => sum + content.length, 0);
}

/** `validation` absent: the defaults apply. */
export type ValidationOutcome =
  | { readonly ok: true; readonly validation?: Validation }
  | { readonly ok: false; readonly answer: Answer };

/** Members `Validation` and `RequiredReferences` (docs/contributing/spec/validation.md#validation-levels). */
export function readValidation(written: string | undefined, required: readonly string[]): ValidationOutcome {
  const level = written ?? 'executable';
  if (!isValidationLevel(level)) {
    return { ok: false, answer: errorAnswer('invalid-field', `Validation must be one of ${VALIDATION_LEVELS.join(', ')}.`) };
  }
  if (!required.every(isRequiredReference)) {
    return {
      ok: false,
      answer: errorAnswer('invalid-field', `RequiredReferences must be some of ${REQUIRED_REFERENCE_NAMES.join(', ')}.`),
    };
  }
  if (level === 'executable' && required.length === 0) return { ok: true };
  const requires = REQUIRED_REFERENCE_NAMES.filter((name) => required.includes(name));
  return { ok: true, validation: { level, ...(requires.length > 0 && { requires }) } };
}
