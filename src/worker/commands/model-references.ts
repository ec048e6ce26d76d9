import { boundOf, calledOf } from '../../engine/model/model-shape.ts';
import type { ProcessModel } from '../../engine/model.ts';
import type { CommandOf } from '../../messages/commands.ts';
import { isWithin, type KeyLimits, limitsOf } from '../../platform/access-roles.ts';

/** A process or decision of another deploy that a model references. */
export interface ModelReference {
  readonly element: string;
  readonly key: string;
  readonly isDecision?: true;
}

/** References to keys that the author may not call. A called process can be an expression: such a call is checked when it runs. */
export function foreignReferences(
  command: CommandOf<'DeployDefinition'>,
  files: readonly { readonly processes: readonly { readonly model: ProcessModel }[] }[],
): readonly ModelReference[] {
  const callable = callableWithin(command);
  if (callable === undefined) return [];
  const named = files.flatMap(({ processes }) => processes.flatMap(({ model }) => referencesOf(model)));
  return named.filter(({ key }) => !isWithin(callable, key));
}

/** Keys that the author may call, if an expression selects a called process. */
export function storedLimits({ elements }: ProcessModel, command: CommandOf<'DeployDefinition'>): readonly string[] | null {
  const dialects = [...elements.values()].map((element) => calledOf(element)?.dialect ?? 'literal');
  return dialects.every((dialect) => dialect === 'literal') ? null : (callableWithin(command) ?? null);
}

/** Undefined: all keys (docs/contributing/spec/roles.md#references). */
function callableWithin({ limits, refersWithin = limits }: CommandOf<'DeployDefinition'>): KeyLimits {
  return limits === undefined || refersWithin === undefined ? undefined : limitsOf(refersWithin);
}

function referencesOf({ elements }: ProcessModel): readonly ModelReference[] {
  return [...elements.values()].flatMap((element) => {
    const { id } = element;
    const decision = boundOf(element)?.call.key;
    const called = calledOf(element);
    return [
      ...(decision === undefined ? [] : [{ element: id, key: decision, isDecision: true as const }]),
      ...(called?.dialect === 'literal' ? [{ element: id, key: called.source }] : []),
    ];
  });
}
