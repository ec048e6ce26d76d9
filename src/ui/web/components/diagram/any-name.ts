/** Characters that an id must not contain: white space and markup. Letters of any script are valid, as in XML (NCName). */
const UNUSABLE = /[\s<>"'&]/;

/** The parts of moddle that read ids. */
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

/**
 * Lets a model keep its ids in any script. The reader of moddle accepts ASCII ids only and omits other elements, although later
 * steps accept any id. So its check is replaced.
 */
export function allowAnyName(moddle: { fromXML: unknown }): void {
  const read = (moddle.fromXML as ReadXml).bind(moddle);
  const options = {
    /** Returns the handler of the root element. */
    handler(this: object, type: string): RootHandler {
      return watched(Object.getPrototypeOf(this).handler.call(this, type));
    },
  };
  moddle.fromXML = (xml: string, type: string, own?: object) => read(xml, type, { ...own, ...options });
}

/** The root's handler is given the context that all handlers share. */
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
