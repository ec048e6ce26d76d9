import type { ExpressionModel } from './model-texts.ts';

/** When a user task should be done, how urgent it is and of which kind, as the model says it (docs/contributing/spec/elements.md#task-plan). */
export interface TaskPlanModel {
  readonly due?: ExpressionModel;
  readonly followUp?: ExpressionModel;
  readonly priority?: ExpressionModel;
  readonly category?: ExpressionModel;
}

/** The same of one task, evaluated. Times: ms since epoch. Absent members: the model says nothing, or its text gave null. */
export interface TaskPlan {
  readonly dueAt?: number;
  readonly followUpAt?: number;
  readonly priority?: number;
  readonly category?: string;
}
