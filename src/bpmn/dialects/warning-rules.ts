import type { WarningRule } from '../validate/rule.ts';
import { jbpmNamesAreExecuted } from './jbpm/ignored-names.ts';
import { valuesAreReadOnce } from './overruled-values.ts';

export const DIALECT_WARNING_RULES: readonly WarningRule[] = [valuesAreReadOnce, jbpmNamesAreExecuted];
