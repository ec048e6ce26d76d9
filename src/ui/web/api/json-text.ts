/**
 * JSON as it was typed, sent unchanged: parsing would round large numbers, which the engine must see to reject them
 * (docs/contributing/spec/http.md#exact-numbers).
 */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** `members`: values, or JSON texts that are inserted unchanged. Undefined members are omitted. */
export function jsonObject(members: Readonly<Record<string, unknown>>): string {
  const present = Object.entries(members).filter(([, value]) => value !== undefined);
  return `{${present.map(([name, value]) => `${JSON.stringify(name)}:${value instanceof JsonText ? value.text : JSON.stringify(value)}`).join(',')}}`;
}

/** `further` members override those of the same name. `object` undefined: empty. */
export function withMembers(object: JsonText | undefined, further: ReadonlyMap<string, JsonText>): JsonText {
  const inside = object?.text.trim().slice(1, -1).trim() ?? '';
  const members = [...further].map(([name, { text }]) => `${JSON.stringify(name)}:${text}`);
  return new JsonText(`{${[inside, ...members].filter((text) => text !== '').join(',')}}`);
}
