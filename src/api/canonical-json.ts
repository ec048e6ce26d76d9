/** A work item: a value to write, or finished text. */
type Pending = { readonly text: string } | { readonly value: unknown };

/**
 * One text for every JSON value that is equal as parsed JSON: no white space, members sorted by name (docs/contributing/spec/http.md#same-content).
 * Works without recursion, because unknown members of a body may be nested deeper than the call stack is.
 */
export function canonicalJson(value: unknown): string {
  const written: string[] = [];
  const pending: Pending[] = [{ value }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if ('text' in next) written.push(next.text);
    else if (typeof next.value !== 'object' || next.value === null) written.push(JSON.stringify(next.value) ?? 'null');
    else if (Array.isArray(next.value)) pushArray(next.value, pending);
    else pushObject(next.value as Readonly<Record<string, unknown>>, pending);
  }
  return written.join('');
}

function pushArray(items: readonly unknown[], pending: Pending[]): void {
  pending.push({ text: ']' });
  for (let index = items.length - 1; index >= 0; index--) {
    pending.push({ value: items[index] });
    if (index > 0) pending.push({ text: ',' });
  }
  pending.push({ text: '[' });
}

function pushObject(object: Readonly<Record<string, unknown>>, pending: Pending[]): void {
  const names = Object.keys(object).sort();
  pending.push({ text: '}' });
  for (let index = names.length - 1; index >= 0; index--) {
    const name = names[index] ?? '';
    pending.push({ value: object[name] }, { text: `${index > 0 ? ',' : ''}${JSON.stringify(name)}:` });
  }
  pending.push({ text: '{' });
}
