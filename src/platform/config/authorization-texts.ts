import { ACCESS_ROLES, type AccessRole, ALL_KEYS, type Grant } from '../access-roles.ts';
import { isKeyPattern, type ParsedSetting } from './setting-types.ts';

/** The names of members that lead to a token claim, outermost first. */
export type ClaimPath = readonly string[];

/** Grants access to users with this value in one of the token claims. */
export interface GrantRule extends Grant {
  readonly value: string;
}

const ROLES = ACCESS_ROLES.join(', ');

const RULE_FORM =
  'must hold rules such as operator=sluice-operators or operator:order-*=order-operators, ' +
  `the role first; the roles are ${ROLES}. A comma in a value is written %2C, a percent sign %25`;

const GRANT_FORM = `must be a role, or a role with a key pattern such as viewer:order-*; the roles are ${ROLES}`;

const PATTERN_FORM = 'has a key pattern that is neither a process key, nor the beginning of one with * behind it, nor *';

const PATH_FORM =
  'must hold token claims: a name, members with dots between them such as realm_access.roles, ' +
  'or a JSON pointer such as /resource_access/my.client/roles';

/** `<role>=<value>` or `<role>:<key pattern>=<value>`; the value may hold further equals signs. */
export function grantRule(text: string): ParsedSetting<GrantRule> {
  const mark = text.indexOf('=');
  const value = mark < 0 ? undefined : decoded(text.slice(mark + 1));
  if (value === undefined || value === '') return { ok: false, reason: RULE_FORM };
  const read = readGrant(text.slice(0, mark), RULE_FORM);
  return read.ok ? { ok: true, value: { ...read.value, value } } : read;
}

/** `<role>` or `<role>:<key pattern>`. */
export function grantText(text: string): ParsedSetting<Grant> {
  return readGrant(text, GRANT_FORM);
}

/** A grant as it is written, a rule with its value. */
export function grantAsText({ role, pattern, value }: Grant & Partial<GrantRule>): string {
  return `${role}${pattern === ALL_KEYS ? '' : `:${pattern}`}${value === undefined ? '' : `=${value}`}`;
}

/** The place of a token claim in words. */
export function pathAsText(path: ClaimPath): string {
  return path.length === 1 || path.some((name) => /[./]/.test(name)) ? path.join('/') : path.join('.');
}

/** A text with `://` in it is the one name of a namespaced token claim. */
export function claimPath(text: string): ParsedSetting<ClaimPath> {
  const path = membersOf(text);
  const isPath = path.length > 0 && path.every((name) => name !== '');
  return isPath ? { ok: true, value: path } : { ok: false, reason: PATH_FORM };
}

function membersOf(text: string): ClaimPath {
  if (text.startsWith('/')) {
    // RFC 6901
    const names = text.slice(1).split('/');
    return names.every((name) => !/~(?![01])/.test(name))
      ? names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
      : [];
  }
  return text.includes('://') ? [text] : text.split('.');
}

function readGrant(text: string, form: string): ParsedSetting<Grant> {
  const mark = text.indexOf(':');
  const role = roleOf(mark < 0 ? text : text.slice(0, mark));
  if (role === undefined) return { ok: false, reason: form };
  const pattern = mark < 0 ? ALL_KEYS : decoded(text.slice(mark + 1).trim());
  if (pattern === undefined || !isKeyPattern(pattern)) return { ok: false, reason: PATTERN_FORM };
  return { ok: true, value: { role, pattern } };
}

function roleOf(text: string): AccessRole | undefined {
  const word = text.trim().toLowerCase();
  return ACCESS_ROLES.find((role) => role === word);
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text).trim();
  } catch {
    return undefined;
  }
}
