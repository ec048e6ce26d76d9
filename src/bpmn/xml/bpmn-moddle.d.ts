/** Used part of bpmn-moddle 10.3.1, which has no declarations for its entry point. */
declare module 'bpmn-moddle' {
  /** Has also the properties of the metamodel. */
  export interface ModdleElement {
    readonly $type?: string;
    readonly id?: unknown;
  }

  /** `element`: absent if it could not be read. */
  export interface ImportWarning {
    readonly message: string;
    readonly error?: Error;
    readonly element?: ModdleElement;
    readonly property?: string;
    readonly value?: unknown;
  }

  /** Reference resolved after the whole file is read. */
  export interface ImportReference {
    readonly element?: ModdleElement;
    readonly id: string;
  }

  /** Hooks are called for every element, reference and warning. */
  export interface ImportContext {
    readonly elementsById: Readonly<Record<string, ModdleElement>>;
    readonly warnings: readonly ImportWarning[];
    addElement(element: ModdleElement): void;
    addReference(reference: ImportReference): void;
    addWarning(warning: ImportWarning): void;
  }

  /** Receives the context of its import. */
  export interface RootHandler {
    context?: ImportContext;
  }

  /** Reader of a file; import options become its properties. */
  export interface ImportReader {
    handler(typeName: string): RootHandler;
  }

  export class BpmnModdle {
    fromXML(xml: string, typeName: string, options: Partial<ImportReader>): Promise<unknown>;
  }
}
