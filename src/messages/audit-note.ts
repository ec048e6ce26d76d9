/** Audit data that travels with a recorded command (docs/contributing/spec/audit.md#entry). The actor travels as with any command. */
export interface AuditNote {
  readonly act: string;
  readonly by: 'token' | 'session' | 'anonymous';
  /** digest of the session of the pages */
  readonly session?: string;
  readonly surface: 'api' | 'pages';
  readonly address?: string;
  readonly traceId?: string;
}
