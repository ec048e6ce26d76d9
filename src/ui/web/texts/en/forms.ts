/** Faults of entered values. */
export const forms = {
  needed: 'A value is needed.',
  noJson: 'This is not valid JSON.',
  noNumber: 'This is not a number.',
  least: (min: number) => `Must be ${min} or more.`,
  most: (max: number) => `Must be ${max} or less.`,
  shortest: (length: number) => `At least ${length} characters are needed.`,
  longest: (length: number) => `At most ${length} characters are possible.`,
  pattern: (pattern: string) => `Must match ${pattern}`,
};
