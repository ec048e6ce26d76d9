/** What the doctor says about a configuration, in a sentence for people. */
export interface DoctorFinding {
  /** wrong: a start fails, or does not do what the settings say. notice: it works, and may surprise. */
  readonly kind: 'wrong' | 'notice';
  readonly text: string;
}

export function wrong(text: string): DoctorFinding {
  return { kind: 'wrong', text };
}

export function notice(text: string): DoctorFinding {
  return { kind: 'notice', text };
}
