/** What travels with a command whose act is recorded (docs/contributing/spec/audit.md#entry); the actor travels as of any command. */
export interface AuditNote {
  readonly act: string;
  readonly by: 'token' | 'session' | 'anonymous';
  /** digest of the session of the pages */
  readonly session?: string;
  readonly surface: 'api' | 'pages';
  readonly address?: string;
  readonly traceId?: string;
}
