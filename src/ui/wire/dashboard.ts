import type { Timestamp } from './page.ts';

/** GET /ui/api/dashboard (docs/contributing/spec/pages.md#dashboard). */
export interface DashboardView {
  readonly projection: { readonly lagSeconds: number; readonly pending: number };
  readonly cluster: readonly MemberView[];
  readonly activations: readonly ActivationView[];
  readonly reminders: { readonly total: number; readonly due: number; readonly items: readonly ReminderView[] };
  readonly methods: readonly MethodView[];
  /** newest first, at most 20, with the total */
  readonly deadLetters: { readonly total: number; readonly items: readonly DeadLetterView[] };
}

/** Process of the service. */
export interface MemberView {
  readonly processName: string;
  readonly role: string;
  readonly host: string;
  readonly version: string;
  readonly startedAt: Timestamp;
  readonly heartbeatAt: Timestamp;
  readonly status: 'Active' | 'Stopping' | 'Lost';
}

/** Number of active elements or jobs. `processName`: process of the service; null: all. */
export interface ActivationView {
  readonly kind: string;
  readonly processName: string | null;
  readonly count: number;
}

/** Waiting timer. */
export interface ReminderView {
  readonly kind: 'timer' | 'timer start';
  readonly key: string;
  readonly instanceId: string | null;
  readonly activityId: string | null;
  readonly dueAt: Timestamp;
}

/** Calls of one command or query in the last 5 minutes. */
export interface MethodView {
  readonly name: string;
  readonly calls: number;
  readonly callsPerMinute: number;
  readonly failures: number;
  readonly averageMs: number;
  readonly p99Ms: number;
}

export interface DeadLetterView {
  readonly commandId: string;
  readonly commandKind: string;
  /** first line of the error */
  readonly error: string;
  readonly at: Timestamp;
}
