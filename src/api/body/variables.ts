import { repeated } from '../../requests/request-texts.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * The first number literal in a top-level member that a double cannot represent: an integer beyond ±9007199254740991, or too large
 * (docs/contributing/spec/http.md#exact-numbers). The text must be a valid JSON object; of a repeated member, the last one is searched. Scans the
 * whole text, so call it only if a parsed number is huge.
 */
export function findInexactNumber(text: string, member: string): string | undefined {
  let found: string | undefined;
  let depth = 0;
  let isInMember = false;
  let isName = false;
  for (let at = 0; at < text.length; ) {
    const character = text.charAt(at);
    if (character === '"') {
      const end = endOfString(text, at);
      if (depth === 1 && isName) {
        isInMember = JSON.parse(text.slice(at, end)) === member;
        if (isInMember) found = undefined;
      }
      at = end;
      continue;
    }
    if (isNumberStart(character)) {
      const end = endOfNumber(text, at);
      if (isInMember) found ??= inexact(text.slice(at, end));
      at = end;
      continue;
    }
    if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') depth--;
    if (depth === 1) isName = character === '{' || character === ',' || (isName && character !== ':');
    at++;
  }
  return found;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at + 1;
}

function isNumberStart(character: string): boolean {
  return character === '-' || (character >= '0' && character <= '9');
}

function endOfNumber(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && '0123456789+-.eE'.includes(text.charAt(at))) at++;
  return at;
}

function inexact(literal: string): string | undefined {
  const value = Number(literal);
  if (!Number.isFinite(value)) return literal;
  const isInteger = !/[.eE]/.test(literal);
  return isInteger && !Number.isSafeInteger(value) ? literal : undefined;
}

const MAX_DEPTH = 64;

/** The first error of each kind. */
interface Findings {
  isTooDeep: boolean;
  reservedName: string | undefined;
  /** possibly an integer literal beyond 2^53, or a literal too large for a double */
  hasHugeNumber: boolean;
}

/**
 * Depth, names and numbers (docs/contributing/spec/http/errors.md#variable-rules). `memberName`: spelling in `bodyText`, whose number literals are
 * checked, because parsing rounds them.
 */
export function variablesFault(variables: object, memberName: string, bodyText: string): string | undefined {
  const findings: Findings = { isTooDeep: false, reservedName: undefined, hasHugeNumber: false };
  walkObject(variables, 1, findings);
  if (findings.isTooDeep) return 'Variables is nested deeper than 64 levels.';
  if (findings.reservedName !== undefined) return `Variables contains the reserved name '${findings.reservedName}'.`;
  const literal = findings.hasHugeNumber ? findInexactNumber(bodyText, memberName) : undefined;
  if (literal === undefined) return undefined;
  return `Variables contains a number that cannot be stored exactly: ${repeated(literal)}. Send it as a string.`;
}

/** Returns true if no variable can have this name. */
export function isReservedName(name: string): boolean {
  return name === '__proto__' || name === 'constructor' || name === 'prototype';
}

/** Names of variables to remove. */
export function removalFault(variables: object, removed: readonly string[]): string | undefined {
  const reserved = removed.find(isReservedName);
  if (reserved !== undefined) return `Delete contains the reserved name '${reserved}'.`;
  const both = removed.find((name) => Object.hasOwn(variables, name));
  return both === undefined ? undefined : `'${repeated(both)}' is in Variables and in Delete.`;
}

function walkObject(value: object, depth: number, findings: Findings): void {
  if (depth > MAX_DEPTH) {
    findings.isTooDeep = true;
    return;
  }
  for (const name of Object.keys(value)) {
    if (isReservedName(name)) findings.reservedName ??= name;
    walk((value as Record<string, unknown>)[name], depth, findings);
  }
}

/** `depth`: of the object or array around the value; `Variables` is level 1. */
function walk(value: unknown, depth: number, findings: Findings): void {
  if (typeof value === 'number') {
    if (value > Number.MAX_SAFE_INTEGER || value < Number.MIN_SAFE_INTEGER) findings.hasHugeNumber = true;
  } else if (typeof value !== 'object' || value === null) return;
  else if (!Array.isArray(value)) walkObject(value, depth + 1, findings);
  else if (depth + 1 > MAX_DEPTH) findings.isTooDeep = true;
  else for (const item of value) walk(item, depth + 1, findings);
}
