import type { ExpressionModel } from './model-texts.ts';

/** Due date, follow-up date, priority and category of a user task in the model (docs/contributing/spec/elements.md#task-plan). */
export interface TaskPlanModel {
  readonly due?: ExpressionModel;
  readonly followUp?: ExpressionModel;
  readonly priority?: ExpressionModel;
  readonly category?: ExpressionModel;
}

/** Evaluated values of one task. Times: ms since epoch. Absent: not modeled, or null. */
export interface TaskPlan {
  readonly dueAt?: number;
  readonly followUpAt?: number;
  readonly priority?: number;
  readonly category?: string;
}
