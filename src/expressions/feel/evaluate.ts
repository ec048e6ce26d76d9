import { date, evaluate } from '@bpmn-io/feelin';
import type { Json } from '../../engine/values.ts';
import { isForbiddenName } from '../limits.ts';
import { addedFunctions } from './added-functions.ts';
import { DIALECT } from './analysis.ts';
import { type Chance, chanceOf } from './chance.ts';
import { withOwnOperators } from './operators.ts';
import { readSimplePath } from './simple-path.ts';
import { plainCopy, toJson } from './values.ts';

/** What evaluating FEEL gave. `reason` has no source in front. */
export type FeelResult = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly reason: string };

/** What FEEL knows beside its variables. */
export interface FeelSituation {
  /** clock of the command, ms since epoch, shown by `now()` and `today()` in UTC */
  readonly now: number;
  /** GUID of the command's sequence that `uuid()` and `random number()` go on from; absent when the text calls neither */
  readonly guid?: string;
}

/**
 * Evaluates FEEL over the given variables. Never throws; unbounded in time, so what is not cheap belongs into the sandbox thread.
 */
export function evaluateFeel(source: string, variables: Readonly<Record<string, Json>>, situation: FeelSituation): FeelResult {
  try {
    const path = readSimplePath(source, variables);
    if (path !== undefined) return { ok: true, value: toJson(plainCopy(path.value)) };
    const context = { ...functionsFor(source, situation), ...contextOf(variables) };
    const { source: own, functions, operators } = withOwnOperators(source, context, DIALECT);
    return { ok: true, value: toJson(evaluate(own, { ...functions, ...context, ...operators }, DIALECT).value) };
  } catch (error) {
    if (error instanceof RangeError) return { ok: false, reason: 'value is nested too deep' };
    return { ok: false, reason: error instanceof Error ? error.message : 'FEEL evaluation failed' };
  }
}

/** Plain objects as the library wants them, without the names nobody may reach. */
function contextOf(variables: Readonly<Record<string, Json>>): Record<string, unknown> {
  const context: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(variables)) if (!isForbiddenName(name)) context[name] = plainCopy(value);
  return context;
}

/** The clock of the command, and the functions the library does not have. A variable of the same name goes first. */
export function functionsFor(source: string, { now, guid }: FeelSituation): Record<string, unknown> {
  const clock = new Date(now).toISOString();
  const chance: Chance | undefined = guid === undefined ? undefined : chanceOf(guid);
  return {
    now: withoutArguments(() => date(clock)),
    today: withoutArguments(() => date(clock.slice(0, 10))),
    ...addedFunctions(source, chance),
  };
}

/** The library reads the parameter names of a function from `$args`. */
function withoutArguments(read: () => unknown): () => unknown {
  return Object.assign(read, { $args: [] });
}
