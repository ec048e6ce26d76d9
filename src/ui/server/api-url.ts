/** Returns the API address. If the API runs on another host, replaces `localhost` by that host. */
export function apiUrlApart({ url, host }: { readonly url: string; readonly host: string }, ownHost: string): string {
  return host === ownHost ? url : url.replace(/\/\/(?:localhost|127\.0\.0\.1)/, `//${host}`);
}

/** Replaces `localhost` by the host under which the browser has opened the pages. */
export function apiUrlFor(apiUrl: string | undefined, viewedHost: string | undefined): string | undefined {
  if (apiUrl === undefined || viewedHost === undefined || !/^[a-z0-9.-]+$|^\[[0-9a-f:.]+\]$/i.test(viewedHost)) return apiUrl;
  return apiUrl.replace('//localhost', `//${viewedHost}`);
}
