import type { Json } from '../../engine/values.ts';
import { compiledOnce, type FeelSituation } from './compiled.ts';
import { namesIn } from './known-names.ts';
import { readSimplePath } from './simple-path.ts';
import { toJson } from './values/json.ts';
import { NoRoom, type Room } from './values/room.ts';

/** Result of an evaluation. `reason` excludes the source. */
export type FeelResult = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly reason: string };

/**
 * Evaluates FEEL with variables. Throws only if `room` is full. Regular expressions are unbounded in time, so only cheap texts may run
 * outside the sandbox thread.
 */
export function evaluateFeel(
  source: string,
  variables: Readonly<Record<string, Json>>,
  situation: FeelSituation,
  room?: Room,
): FeelResult {
  try {
    const path = readSimplePath(source, variables);
    if (path !== undefined) return { ok: true, value: toJson(path.value, room) };
    const compiled = compiledOnce(source, namesIn(source, variables));
    return { ok: true, value: toJson(compiled.evaluate(variables, situation, room), room) };
  } catch (error) {
    if (error instanceof NoRoom) throw error;
    if (error instanceof RangeError) return { ok: false, reason: 'value is nested too deep' };
    return { ok: false, reason: error instanceof Error ? error.message : 'FEEL evaluation failed' };
  }
}
