import { Ajv, type ValidateFunction } from 'ajv';
import { visibleText } from '../platform/redact.ts';
import { shortened } from './answers.ts';
import type { ArgumentSchema, Arguments } from './tool.ts';

/** Error text: names the invalid argument. */
export type CheckedArguments = { readonly ok: true; readonly given: Arguments } | { readonly ok: false; readonly text: string };

const MOST_REPEATED = 80;
/** Nesting: that of variables, plus the levels of arguments around them. */
const DEEPEST = 66;
const TOO_DEEP = 'The arguments are nested too deep.';

export function checkArguments(given: unknown, schema: ArgumentSchema): CheckedArguments {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return refused('The arguments must be an object.');
  const fault = numberFault(given, 0);
  if (fault !== undefined) return refused(fault);
  const check = checkOf(schema);
  if (check(given)) return { ok: true, given: given as Arguments };
  const [first] = check.errors ?? [];
  const place = first?.instancePath === undefined || first.instancePath === '' ? 'The arguments' : nameAt(first.instancePath);
  const unknown = first?.keyword === 'additionalProperties' ? ` ('${shown(String(first.params['additionalProperty']))}')` : '';
  const allowed = first?.keyword === 'enum' ? `: ${shown(JSON.stringify(first.params['allowedValues']))}` : '';
  return refused(`${place} ${first?.message ?? 'cannot be used'}${unknown}${allowed}.`);
}

/** Those of start forms are garbage-collected after their request. */
const checks = new WeakMap<ArgumentSchema, ValidateFunction>();

function checkOf(schema: ArgumentSchema): ValidateFunction {
  const known = checks.get(schema);
  if (known !== undefined) return known;
  const check = new Ajv({ strict: false, ownProperties: true, logger: false }).compile(schema);
  checks.set(schema, check);
  return check;
}

/** An integer that parsing has rounded, or too deep nesting (docs/contributing/spec/http.md#exact-numbers). */
function numberFault(value: unknown, depth: number): string | undefined {
  if (depth > DEEPEST) return TOO_DEEP;
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    return 'An integer beyond 9007199254740991 cannot be kept exactly: send it as a text.';
  }
  if (typeof value !== 'object' || value === null) return undefined;
  for (const member of Object.values(value)) {
    const fault = numberFault(member, depth + 1);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function nameAt(pointer: string): string {
  return `'${shown(pointer.slice(1).replaceAll('~1', '/').replaceAll('~0', '~'))}'`;
}

function shown(text: string): string {
  return visibleText(shortened(text, MOST_REPEATED));
}

function refused(text: string): CheckedArguments {
  return { ok: false, text };
}
