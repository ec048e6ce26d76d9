import { parseArgs } from 'node:util';
import {
  isRequiredReference,
  isValidationLevel,
  REQUIRED_REFERENCE_NAMES,
  VALIDATION_LEVELS,
  type Validation,
} from '../../bpmn/strict/standard-findings.ts';

const OPTIONS = {
  level: { type: 'string' },
  require: { type: 'string', multiple: true },
  json: { type: 'boolean' },
} as const;

/** Which files a person wants to have checked, and against what. */
export interface ValidateRequest {
  readonly files: readonly string[];
  readonly validation: Validation;
  readonly isJson: boolean;
}

export const VALIDATE_USAGE = `Usage: sluice validate <file>…

  --level <level>        off: readable at all; executable: what a deploy refuses (default); strict: the standard, and nothing is ignored
  --require <names>      references that must be there: ${REQUIRED_REFERENCE_NAMES.join(', ')}
  --json                 for programs

Ends with 0 when no file is refused, with 1 when one is, with 2 when one cannot be opened.
`;

/** Reads the arguments behind the verb; a text: what is wrong with them, for people. */
export function readValidateArguments(args: readonly string[]): ValidateRequest | string {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch (error) {
    return (error as Error).message;
  }
  const { values, positionals } = parsed;
  const level = values.level ?? 'executable';
  if (!isValidationLevel(level)) return `--level '${level}' is not ${VALIDATION_LEVELS.join(', ')}`;
  const requires = (values.require ?? []).flatMap((names) => names.split(','));
  const unknown = requires.find((name) => !isRequiredReference(name));
  if (unknown !== undefined) return `--require '${unknown}' is not ${REQUIRED_REFERENCE_NAMES.join(', ')}`;
  if (positionals.length === 0) return 'name at least one file';
  return {
    files: positionals,
    validation: { level, requires: requires.filter(isRequiredReference) },
    isJson: values.json === true,
  };
}

function parse(args: readonly string[]) {
  return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
}
