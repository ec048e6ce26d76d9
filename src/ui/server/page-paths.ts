/** The page of one instance. */
const INSTANCE = /^\/process-instance\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/i;
/** The addresses of the pages (docs/spec/pages.md#routes); the browser part knows the same (web/routes.tsx). */
const PATHS = [
  /^\/workflows$/,
  /^\/process-instances\/[^/]+(?:\/\d{1,10})?$/,
  INSTANCE,
  /^\/user-tasks$/,
  /^\/admin\/custom-tasks$/,
  /^\/events$/,
  /^\/dashboard$/,
  /^\/dead-letters$/,
  /^\/modeler$/,
  /^\/settings$/,
];

/** Whether a page of the application stands at this path, as it was sent; a slash at the end does not count. */
export function isPagePath(path: string): boolean {
  return PATHS.some((pattern) => pattern.test(withoutEndSlash(path)));
}

/** The instance a path is about; undefined when it is the path of another page. */
export function instanceOfPath(path: string): string | undefined {
  return INSTANCE.exec(withoutEndSlash(path))?.[1]?.toLowerCase();
}

function withoutEndSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}
