import { type DiagramMarks, type Mark, NO_MARKS } from '../diagram/marks.ts';
import { outlineOf } from '../diagram/xml-outline.ts';

/** Marks elements whose id is in the error text (docs/contributing/spec/http/definitions.md#diagnostics). */
export function faultMarks(xml: string, refusal: string | undefined): DiagramMarks {
  if (refusal === undefined) return NO_MARKS;
  const words = new Set(refusal.match(/[\p{L}\p{M}\p{N}_.·-]+/gu)?.map((word) => word.replace(/[.]+$/, '')));
  const marks = new Map<string, Mark>();
  for (const id of outlineOf(xml).keys()) if (words.has(id)) marks.set(id, 'faulty');
  return { ...NO_MARKS, marks };
}
