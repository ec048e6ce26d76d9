/** Property as in the schema of BPMN. */
export interface NodeProperty {
  readonly name: string;
  readonly type: string;
  readonly ns: { readonly localName: string };
  readonly isReference?: boolean;
  readonly isMany?: boolean;
  readonly isBody?: boolean;
}

/** Element from moddle; `isGeneric`: of a dialect, with its content as own members. */
export interface ModelNode {
  readonly $type: string;
  readonly $descriptor: {
    readonly isGeneric?: boolean;
    readonly ns: { readonly prefix?: string; readonly localName: string; readonly uri?: string };
    readonly properties?: readonly NodeProperty[];
  };
  readonly $attrs?: Readonly<Record<string, string>>;
  readonly $instanceOf?: (type: string) => boolean;
  readonly $children?: readonly ModelNode[];
  readonly $body?: string;
  get?(name: string): unknown;
}

export function isNode(value: unknown): value is ModelNode {
  return typeof value === 'object' && value !== null && '$type' in value && '$descriptor' in value;
}

/** Value or default; elements of a dialect have own members only. */
export function memberOf(node: ModelNode, name: string): unknown {
  return node.get?.(name) ?? undefined;
}

/** Ignores inherited members. */
export function ownText(node: ModelNode, name: string): string | undefined {
  const value = Object.hasOwn(node, name) ? (node as unknown as Readonly<Record<string, unknown>>)[name] : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
}
