/** Returns the address of an API in another process, on this machine or on the host that it has recorded. */
export function apiUrlApart({ url, host }: { readonly url: string; readonly host: string }, ownHost: string): string {
  return host === ownHost ? url : url.replace(/\/\/(?:localhost|127\.0\.0\.1)/, `//${host}`);
}

/**
 * URL of the API for the user's browser. The API reports `localhost`, but the browser may run on another machine. Undefined
 * when the API runs elsewhere and its address is unknown here.
 */
export function apiUrlFor(apiUrl: string | undefined, viewedHost: string | undefined): string | undefined {
  if (apiUrl === undefined || viewedHost === undefined || !/^[a-z0-9.-]+$|^\[[0-9a-f:.]+\]$/i.test(viewedHost)) return apiUrl;
  return apiUrl.replace('//localhost', `//${viewedHost}`);
}
