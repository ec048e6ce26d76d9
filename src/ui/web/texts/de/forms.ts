import type { forms as english } from '../en/forms.ts';
import { number } from '../numbers.ts';

export const forms: typeof english = {
  needed: 'Ein Wert ist erforderlich.',
  noJson: 'Das ist kein gültiges JSON.',
  noNumber: 'Das ist keine Zahl.',
  least: (min) => `Muss mindestens ${number(min)} sein.`,
  most: (max) => `Darf höchstens ${number(max)} sein.`,
  shortest: (length) => `Mindestens ${number(length)} Zeichen sind erforderlich.`,
  longest: (length) => `Höchstens ${number(length)} Zeichen sind möglich.`,
  pattern: (pattern) => `Muss dem Muster ${pattern} entsprechen`,
};
