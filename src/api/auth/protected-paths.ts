const PROTECTED = new Set([
  'definitions',
  'decisions',
  'execution',
  'instances',
  'usertasks',
  'custom-tasks',
  'opencustomtasks',
  'incidents',
  'deadletters',
  'audit',
  'batches',
  'mcp',
  'events',
  'webhooks',
  'v2',
  'engine-rest',
]);

/** A protected prefix or below (docs/contributing/spec/http/access.md#protected-prefixes). False if the path cannot be decoded. */
export function isProtectedPath(path: string): boolean {
  const first = path.slice(path.startsWith('/') ? 1 : 0).split('/', 1)[0] ?? '';
  try {
    return PROTECTED.has(decodeURIComponent(first).toLowerCase());
  } catch {
    return false;
  }
}
