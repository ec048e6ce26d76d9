/** White space and markup. Ids may have letters of any script, as in XML (NCName). */
const UNUSABLE = /[\s<>"'&]/;

/** The part of moddle that reads ids. */
interface ReadingContext {
  readonly elementsById: Record<string, object>;
  addElement(element: ReadElement): void;
}
interface ReadElement {
  readonly $descriptor: { readonly idProperty?: { readonly name: string } };
  get(name: string): unknown;
}
interface RootHandler {
  context?: ReadingContext;
}
type ReadXml = (xml: string, type: string, options?: object) => Promise<unknown>;

/** Accepts ids in any script. The reader of moddle omits elements with non-ASCII ids, although its later steps accept them, so its check is replaced. */
export function allowAnyName(moddle: { fromXML: unknown }): void {
  const read = (moddle.fromXML as ReadXml).bind(moddle);
  const options = {
    /** Handler of the root element. */
    handler(this: object, type: string): RootHandler {
      return watched(Object.getPrototypeOf(this).handler.call(this, type));
    },
  };
  moddle.fromXML = (xml: string, type: string, own?: object) => read(xml, type, { ...own, ...options });
}

/** The root's handler gets the context that all handlers share. */
function watched(root: RootHandler): RootHandler {
  let shared: ReadingContext | undefined;
  return Object.defineProperty(root, 'context', {
    get: () => shared,
    set(context: ReadingContext) {
      context.addElement = (element) => register(context, element);
      shared = context;
    },
  });
}

function register({ elementsById }: ReadingContext, element: ReadElement): void {
  const property = element.$descriptor.idProperty;
  const id = property === undefined ? undefined : element.get(property.name);
  if (typeof id !== 'string' || id === '') return;
  if (UNUSABLE.test(id)) throw new Error(`illegal ID <${id}>`);
  if (elementsById[id] !== undefined) throw new Error(`duplicate ID <${id}>`);
  elementsById[id] = element;
}
