/** The addresses of the pages (contract 10.2); the browser part knows the same (web/routes.tsx). */
const PATHS = [
  /^\/workflows$/,
  /^\/process-instances\/[^/]+(?:\/\d{1,10})?$/,
  /^\/process-instance\/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  /^\/user-tasks$/,
  /^\/admin\/custom-tasks$/,
  /^\/events$/,
  /^\/dashboard$/,
  /^\/modeler$/,
  /^\/settings$/,
];

/** Whether a page of the application stands at this path, as it was sent; a slash at the end does not count. */
export function isPagePath(path: string): boolean {
  const trimmed = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  return PATHS.some((pattern) => pattern.test(trimmed));
}
