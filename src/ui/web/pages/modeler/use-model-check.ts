import { useCallback } from 'react';
import { type TextCheck, useTextCheck } from '../../components/use-text-check.ts';
import { type CheckedModel, checkModel } from './check-model.ts';
import type { ModelEditor } from './open-modeler.ts';
import type { SimulatedFile } from './simulation/simulate.ts';

/** Result of the last check. */
export type ModelCheck = TextCheck<CheckedModel>;

/** Deploy check after each change, with the files of the deploy. `isWanted` false: never. */
export function useModelCheck(editor: ModelEditor | undefined, isWanted: boolean, files: readonly SimulatedFile[]): ModelCheck {
  const check = useCallback((xml: string) => checkModel(xml, files), [files]);
  return useTextCheck(editor, isWanted, check);
}
