export type TaskVariables = readonly (readonly [name: string, value: unknown])[];

/** Names for programs: addresses, keys, texts in a format. */
const TECHNICAL_NAME = /^_|(?:url|uri|token|secret|password|uuid|guid|hash|json|xml|headers?|payload)$/i;
const TECHNICAL_VALUE = /^(?:[a-z][a-z0-9+.-]*:\/\/\S*|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\s*<\?xml[\s\S]*)$/i;

/** Variables chosen by the author, in order; else those that neither look technical nor are in the form. `fields`: names of the form. */
export function summaryOf(
  variables: TaskVariables,
  shown: readonly string[] | undefined,
  fields: ReadonlySet<string>,
): TaskVariables {
  if (shown !== undefined) {
    const known = new Map(variables);
    return shown.filter((name) => known.has(name)).map((name) => [name, known.get(name)] as const);
  }
  return variables.filter(([name, value]) => !fields.has(name) && !isTechnical(name, value));
}

function isTechnical(name: string, value: unknown): boolean {
  return TECHNICAL_NAME.test(name) || (typeof value === 'string' && TECHNICAL_VALUE.test(value));
}
