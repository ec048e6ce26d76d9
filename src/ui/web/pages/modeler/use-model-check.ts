import { type TextCheck, useTextCheck } from '../../components/use-text-check.ts';
import { type CheckedModel, checkModel } from './check-model.ts';
import type { ModelEditor } from './open-modeler.ts';

/** The result of the last check of the drawing. */
export type ModelCheck = TextCheck<CheckedModel>;

/** Checks the drawing like a deploy, after each change. `isWanted` false: never. */
export function useModelCheck(editor: ModelEditor | undefined, isWanted: boolean): ModelCheck {
  return useTextCheck(editor, isWanted, checkModel);
}
