import { ADDED_FUNCTIONS, BUILT_INS } from '../functions/built-ins.ts';
import { isForbiddenName } from '../limits.ts';
import { isContext } from '../values/kinds.ts';
import type { FeelType } from '../values/types.ts';
import type { Evaluate, FeelFrame } from './frame.ts';

/**
 * Innermost first; each has a {@link FeelFrame} at run time. `value`: one name. `values`: parameters of a function. `entries`: preceding entries of a
 * context. `item`: item of a filter, whose members are names. `root`: variables.
 */
export type NameScope =
  | { readonly kind: 'root'; readonly outer: null; readonly types: ReadonlyMap<string, FeelType> }
  | { readonly kind: 'value'; readonly outer: NameScope; readonly name: string }
  | { readonly kind: 'values'; readonly outer: NameScope; readonly names: readonly string[] }
  | { readonly kind: 'entries'; readonly outer: NameScope; readonly names: Set<string> }
  | { readonly kind: 'item'; readonly outer: NameScope };

/** Types of the model. */
export function typesOf(scope: NameScope): ReadonlyMap<string, FeelType> {
  let at: NameScope = scope;
  while (at.outer !== null) at = at.outer;
  return at.types;
}

/** Evaluates to null if undefined. */
export function lookup(scope: NameScope, name: string): Evaluate {
  if (isForbiddenName(name)) return () => null;
  return find(scope, name) ?? rootRead(name);
}

/** Defined in the text; undefined if it can only be global. */
function find(scope: NameScope, name: string): Evaluate | undefined {
  switch (scope.kind) {
    case 'root':
      return undefined;
    case 'value':
      return scope.name === name ? (frame) => frame.value : outwards(scope.outer, name);
    case 'values': {
      const at = scope.names.indexOf(name);
      return at >= 0 ? (frame) => (frame.value as readonly unknown[])[at] ?? null : outwards(scope.outer, name);
    }
    case 'entries':
      return scope.names.has(name)
        ? (frame) => (frame.value as Readonly<Record<string, unknown>>)[name] ?? null
        : outwards(scope.outer, name);
    case 'item':
      return itemRead(scope.outer, name);
  }
}

function outwards(outer: NameScope, name: string): Evaluate | undefined {
  const read = find(outer, name);
  return read === undefined ? undefined : (frame) => read(frame.parent as FeelFrame);
}

function itemRead(outer: NameScope, name: string): Evaluate {
  const further = name === 'item' ? (frame: FeelFrame) => frame.value ?? null : (outwards(outer, name) ?? rootRead(name));
  return (frame) => {
    const { value } = frame;
    return isContext(value) && Object.hasOwn(value, name) ? value[name] : further(frame);
  };
}

/** Variables take precedence over built-in functions. */
function rootRead(name: string): Evaluate {
  const builtIn = ADDED_FUNCTIONS.has(name) ? null : (BUILT_INS.get(name) ?? null);
  return ({ run }) => (Object.hasOwn(run.variables, name) ? (run.variables[name] ?? null) : builtIn);
}
