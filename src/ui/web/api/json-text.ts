/**
 * A JSON value as it was typed. It is sent unchanged. Parsing would round large numbers. The engine must reject such numbers,
 * so it needs the original text (docs/contributing/spec/http.md#exact-numbers).
 */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Returns a request body as JSON text. `members`: values, or JSON texts that are inserted unchanged. Undefined members are omitted. */
export function jsonObject(members: Readonly<Record<string, unknown>>): string {
  const present = Object.entries(members).filter(([, value]) => value !== undefined);
  return `{${present.map(([name, value]) => `${JSON.stringify(name)}:${value instanceof JsonText ? value.text : JSON.stringify(value)}`).join(',')}}`;
}

/**
 * Returns an object with the members of `object` and the `further` ones. They come last, so they override those of the same name. `object`:
 * undefined counts as empty.
 */
export function withMembers(object: JsonText | undefined, further: ReadonlyMap<string, JsonText>): JsonText {
  const inside = object?.text.trim().slice(1, -1).trim() ?? '';
  const members = [...further].map(([name, { text }]) => `${JSON.stringify(name)}:${text}`);
  return new JsonText(`{${[inside, ...members].filter((text) => text !== '').join(',')}}`);
}
