/** Properties of elements as the engine reads them (docs/contributing/spec/http/definitions.md#described-elements). The API has the English texts. */
export const engineFacts = {
  /** undefined: no translation, show the text of the API */
  name: (_name: string): string | undefined => undefined,
  /** `value`: a text of the model or of the service, which depends on the property */
  value: (_name: string, value: string): string => value,
};
