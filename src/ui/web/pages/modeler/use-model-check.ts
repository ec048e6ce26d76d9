import { type TextCheck, useTextCheck } from '../../components/use-text-check.ts';
import { type CheckedModel, checkModel } from './check-model.ts';
import type { ModelEditor } from './open-modeler.ts';

/** Result of the last check. */
export type ModelCheck = TextCheck<CheckedModel>;

/** Deploy check after each change. `isWanted` false: never. */
export function useModelCheck(editor: ModelEditor | undefined, isWanted: boolean): ModelCheck {
  return useTextCheck(editor, isWanted, checkModel);
}
