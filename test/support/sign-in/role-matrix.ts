import { ACCESS_ROLES, type AccessRole, RIGHTS_OF_ROLE, type Right } from '../../../src/platform/access-roles.ts';

/** Whether an access role may what needs this. */
export function hasNeed(role: AccessRole, need: Right | 'nothing'): boolean {
  return need === 'nothing' || RIGHTS_OF_ROLE[role].includes(need);
}

/** The rows of a table of docs/spec/roles.md: name, need, and a cell for each access role. */
export function matrixOf(entries: readonly (readonly [name: string, need: Right | 'nothing'])[]): string[][] {
  return entries.map(([name, need]) => [
    `\`${name}\``,
    need === 'nothing' ? 'nothing' : `\`${need}\``,
    ...ACCESS_ROLES.map((role) => (hasNeed(role, need) ? 'yes' : '–')),
  ]);
}
