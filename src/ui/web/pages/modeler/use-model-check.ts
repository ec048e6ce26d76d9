import { type TextCheck, useTextCheck } from '../../components/use-text-check.ts';
import { type CheckedModel, checkModel } from './check-model.ts';
import type { ModelEditor } from './open-modeler.ts';

/** What is known about the drawing. */
export type ModelCheck = TextCheck<CheckedModel>;

/** Holds the drawing against the check of a deploy whenever it has changed. `isWanted` false: never. */
export function useModelCheck(editor: ModelEditor | undefined, isWanted: boolean): ModelCheck {
  return useTextCheck(editor, isWanted, checkModel);
}
