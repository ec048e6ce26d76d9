/**
 * A JSON value as it was typed. It is sent unchanged: reading and writing it again would round its numbers, and the engine could not refuse them
 * (docs/contributing/spec/http.md#exact-numbers).
 */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A request body: a JSON object whose members are values or JSON texts. Undefined members are omitted. */
export function jsonObject(members: Readonly<Record<string, unknown>>): string {
  const present = Object.entries(members).filter(([, value]) => value !== undefined);
  return `{${present.map(([name, value]) => `${JSON.stringify(name)}:${value instanceof JsonText ? value.text : JSON.stringify(value)}`).join(',')}}`;
}

/** An object and further members in one object. Further members override those of the object. */
export function withMembers(object: JsonText | undefined, further: ReadonlyMap<string, JsonText>): JsonText {
  const inside = object?.text.trim().slice(1, -1).trim() ?? '';
  const members = [...further].map(([name, { text }]) => `${JSON.stringify(name)}:${text}`);
  return new JsonText(`{${[inside, ...members].filter((text) => text !== '').join(',')}}`);
}
