import { ACCESS_ROLES, type AccessRole, RIGHTS_OF_ROLE, type Right } from '../../../src/platform/access-roles.ts';

/** Whether an access role may what needs this. */
export function hasNeed(role: AccessRole, need: Right | 'nothing'): boolean {
  return need === 'nothing' || RIGHTS_OF_ROLE[role].includes(need);
}

/** A row of the tables: `keepsKeys`: whether a right for some process keys is enough. */
export interface MatrixRow {
  readonly name: string;
  readonly need: Right | 'nothing';
  readonly keepsKeys: boolean;
}

/** The rows of a table of docs/contributing/spec/roles.md: name, need, whether some keys are enough, and a cell for each access role. */
export function matrixOf(rows: readonly MatrixRow[]): string[][] {
  return rows.map(({ name, need, keepsKeys }) => [
    `\`${name}\``,
    need === 'nothing' ? 'nothing' : `\`${need}\``,
    need === 'nothing' ? '' : keepsKeys ? 'some' : 'all',
    ...ACCESS_ROLES.map((role) => (hasNeed(role, need) ? 'yes' : '–')),
  ]);
}
