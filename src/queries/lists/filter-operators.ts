/**
 * See docs/contributing/spec/http/lists.md#names. `state`: of a user task. `status`: of an instance. `word`: only compared as a whole. `variable`: a number,
 * text or boolean.
 */
export type FilterType = 'text' | 'integer' | 'boolean' | 'time' | 'state' | 'guid' | 'status' | 'word' | 'variable';

/** `text`: the operator as written in a filter. */
export interface FilterOperator {
  readonly text: string;
  readonly comparison: 'equals' | 'contains' | 'startsWith' | 'endsWith' | '>' | '<' | '>=' | '<=';
  readonly isNegated: boolean;
  readonly ignoresCase: boolean;
}

const POSITIVE: readonly FilterOperator[] = [
  { text: '==', comparison: 'equals', isNegated: false, ignoresCase: false },
  { text: '@=', comparison: 'contains', isNegated: false, ignoresCase: false },
  { text: '_=', comparison: 'startsWith', isNegated: false, ignoresCase: false },
  { text: '_-=', comparison: 'endsWith', isNegated: false, ignoresCase: false },
];
const NEGATIVE: readonly FilterOperator[] = POSITIVE.map((operator) => ({
  ...operator,
  text: operator.comparison === 'equals' ? '!=' : `!${operator.text}`,
  isNegated: true,
}));
const TEXTUAL: readonly FilterOperator[] = [...POSITIVE, ...NEGATIVE];
const IGNORING_CASE: readonly FilterOperator[] = TEXTUAL.map((operator) => ({
  ...operator,
  text: `${operator.text}*`,
  ignoresCase: true,
}));
const ORDERING: readonly FilterOperator[] = (['>', '<', '>=', '<='] as const).map((text) => ({
  text,
  comparison: text,
  isNegated: false,
  ignoresCase: false,
}));

/** Operators, longest first, because the longest match is used (docs/contributing/spec/http/lists.md#operators). */
export const FILTER_OPERATORS: readonly FilterOperator[] = [...TEXTUAL, ...IGNORING_CASE, ...ORDERING].sort(
  (a, b) => b.text.length - a.text.length,
);

const FIRST_CHARACTERS = '=!@_<>';

/** Returns undefined if no operator starts there. */
export function operatorAt(text: string, at: number): FilterOperator | undefined {
  if (at >= text.length || !FIRST_CHARACTERS.includes(text.charAt(at))) return undefined;
  return FILTER_OPERATORS.find((operator) => text.startsWith(operator.text, at));
}

const USABLE: Readonly<Record<FilterType, readonly FilterOperator[]>> = {
  text: [...TEXTUAL, ...IGNORING_CASE],
  integer: [...TEXTUAL.filter(isEquality), ...ORDERING],
  time: [...TEXTUAL.filter(isEquality), ...ORDERING],
  boolean: TEXTUAL.filter(isEquality),
  state: TEXTUAL.filter(isEquality),
  guid: TEXTUAL.filter(isEquality),
  status: TEXTUAL.filter(isEquality),
  word: TEXTUAL.filter(isEquality),
  variable: [...TEXTUAL.filter(isEquality), ...ORDERING],
};

function isEquality(operator: FilterOperator): boolean {
  return operator.comparison === 'equals';
}

export function isUsable(operator: FilterOperator, type: FilterType): boolean {
  return USABLE[type].includes(operator);
}
