import { useMemo, useState } from 'react';
import type { ShownInstanceState } from '../../api/service-types.ts';
import type { DraggedTokens } from '../../components/diagram/token-moves.ts';
import { movableEntries, NO_PLAN, type TokenPlan } from './token-plan.ts';

export interface TokenPlanning {
  readonly isMoving: boolean;
  readonly plan: TokenPlan;
  /** draggable tokens; undefined: none */
  readonly moves: DraggedTokens | undefined;
  readonly setPlan: (plan: TokenPlan) => void;
  readonly toggle: () => void;
}

/** `meant`: selected activity instance, which a drag moves if its element has several. */
export function useTokenPlan(state: ShownInstanceState, meant: string | null): TokenPlanning {
  const [isMoving, setMoving] = useState(false);
  const [wanted, setPlan] = useState<TokenPlan>(NO_PLAN);
  const entries = movableEntries(state);
  const moved = entries.find(({ activityInstanceId }) => activityInstanceId === wanted.entryId);
  // its token has moved
  const plan = wanted.entryId !== null && moved === undefined ? NO_PLAN : wanted;
  const from = moved?.activityId;
  const { target } = plan;
  const moves = useMemo((): DraggedTokens | undefined => {
    if (!isMoving) return undefined;
    return {
      sources: new Set(entries.map(({ activityId }) => activityId)),
      arrows: from === undefined || target === null ? [] : [{ from, to: target }],
      onMove(source, to) {
        const there = entries.filter(({ activityId }) => activityId === source);
        const entry = there.find(({ activityInstanceId }) => activityInstanceId === meant) ?? there[0];
        if (entry !== undefined) setPlan({ entryId: entry.activityInstanceId, target: to, side: 'before' });
      },
    };
  }, [isMoving, entries, from, target, meant]);
  const toggle = () => {
    setPlan(NO_PLAN);
    setMoving(!isMoving);
  };
  return { isMoving, plan, moves, setPlan, toggle };
}
