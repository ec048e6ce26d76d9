import type { Setting } from '../../platform/config/setting.ts';

/** A finding of the doctor about the configuration, as a sentence for users. */
export interface DoctorFinding {
  /** wrong: a start fails, or the settings do not have their effect. notice: it works, but may surprise. */
  readonly kind: 'wrong' | 'notice';
  readonly text: string;
}

export function wrong(text: string): DoctorFinding {
  return { kind: 'wrong', text };
}

export function notice(text: string): DoctorFinding {
  return { kind: 'notice', text };
}

/** Reads a setting; undefined when its value cannot be used, which is a separate finding. */
export type Lenient = <T>(setting: Setting<T>) => T | undefined;
