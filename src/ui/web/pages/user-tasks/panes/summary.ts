export type TaskVariables = readonly (readonly [name: string, value: unknown])[];

/** Names for programs: addresses, keys, texts in a format. */
const TECHNICAL_NAME = /^_|(?:url|uri|token|secret|password|uuid|guid|hash|json|xml|headers?|payload)$/i;
const TECHNICAL_VALUE = /^(?:[a-z][a-z0-9+.-]*:\/\/\S*|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\s*<\?xml[\s\S]*)$/i;

/**
 * Variables chosen by the author, in order; else those that neither look technical nor are in the form: first those that the conditions after the task
 * compare. `fields`: names of the form.
 */
export function summaryOf(
  variables: TaskVariables,
  { shown, compared }: { readonly shown: readonly string[] | undefined; readonly compared: readonly string[] },
  fields: ReadonlySet<string>,
): TaskVariables {
  if (shown !== undefined) {
    const known = new Map(variables);
    return shown.filter((name) => known.has(name)).map((name) => [name, known.get(name)] as const);
  }
  const kept = variables.filter(([name, value]) => !fields.has(name) && !isTechnical(name, value));
  const isFirst = ([name]: TaskVariables[number]) => compared.includes(name);
  return [...kept.filter(isFirst), ...kept.filter((one) => !isFirst(one))];
}

/** Places on the first screen of a phone: four rows of two columns. */
const PLACES = 8;
/** Characters in one place, and in both of a row. */
const IN_ONE_PLACE = 22;
const IN_A_ROW = 40;

/** Values in one line for a phone, in order, as many as there are places; and the others. */
export function partedForPhone(summary: TaskVariables): { readonly near: TaskVariables; readonly folded: TaskVariables } {
  const [near, folded]: [TaskVariables[number][], TaskVariables[number][]] = [[], []];
  let used = 0;
  for (const one of summary) {
    const places = placesOf(one[1]);
    const isNear = used + places <= PLACES;
    if (isNear) used += places;
    (isNear ? near : folded).push(one);
  }
  return { near, folded };
}

/** Whether the value needs both columns. */
export function isWide(value: unknown): boolean {
  return placesOf(value) > 1;
}

function placesOf(value: unknown): number {
  if (typeof value === 'object' && value !== null) return Number.POSITIVE_INFINITY;
  const { length } = String(value ?? '');
  if (length > IN_A_ROW) return Number.POSITIVE_INFINITY;
  return length > IN_ONE_PLACE ? 2 : 1;
}

function isTechnical(name: string, value: unknown): boolean {
  return TECHNICAL_NAME.test(name) || (typeof value === 'string' && TECHNICAL_VALUE.test(value));
}
