import type { WarningRule } from '../validate/rule.ts';
import { jbpmNamesAreExecuted } from './jbpm/ignored-names.ts';

/** Warnings about names that only one dialect has. */
export const DIALECT_WARNING_RULES: readonly WarningRule[] = [jbpmNamesAreExecuted];
