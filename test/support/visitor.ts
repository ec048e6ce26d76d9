/** An answer with its body read. */
export interface Visited {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** the address that was asked for */
  readonly url: string;
  /** absolute; undefined without a redirect */
  readonly location: string | undefined;
}

/** A browser without a window: keeps cookies by host name, follows nothing automatically. */
export interface Visitor {
  /** cookies by host name, then by name */
  readonly cookies: ReadonlyMap<string, ReadonlyMap<string, string>>;
  get(url: string, headers?: Readonly<Record<string, string>>): Promise<Visited>;
  post(url: string, fields: Readonly<Record<string, string>>, headers?: Readonly<Record<string, string>>): Promise<Visited>;
  postJson(url: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Visited>;
  /** Sends JSON with another method. */
  sendJson(method: string, url: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Visited>;
  /** Follows redirects until none exists. */
  follow(answer: Visited): Promise<Visited>;
  /** Gives a name and a password to the form of the demo provider that `answer` leads to, and comes back: the first answer of the UI after it. */
  signIn(answer: Visited, name: string, password: string): Promise<Visited>;
}

const MOST_REDIRECTS = 10;

/** Opens a visitor without cookies. */
export function openVisitor(): Visitor {
  const cookies = new Map<string, Map<string, string>>();
  const jarOf = (url: string) => {
    const host = new URL(url).host;
    const jar = cookies.get(host) ?? new Map<string, string>();
    cookies.set(host, jar);
    return jar;
  };
  async function send(url: string, init: RequestInit & { headers: Record<string, string> }): Promise<Visited> {
    const jar = jarOf(url);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...(cookie !== '' && { cookie }), ...init.headers };
    const answer = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const set of answer.headers.getSetCookie()) keep(jar, set);
    const location = answer.headers.get('location');
    const next = location === null ? undefined : new URL(location, url).href;
    return { status: answer.status, headers: answer.headers, text: await answer.text(), url, location: next };
  }
  const visitor: Visitor = {
    cookies,
    get: (url, headers = {}) => send(url, { headers: { ...headers } }),
    post: (url, fields, headers = {}) =>
      send(url, { method: 'POST', headers: { ...headers }, body: new URLSearchParams(fields) }),
    postJson: (url, body, headers = {}) => visitor.sendJson('POST', url, body, headers),
    sendJson: (method, url, body, headers = {}) =>
      send(url, { method, headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(body) }),
    async follow(answer) {
      let last = answer;
      for (let n = 0; last.location !== undefined && n < MOST_REDIRECTS; n += 1) last = await visitor.get(last.location);
      return last;
    },
    async signIn(answer, name, password) {
      const form = await visitor.follow(answer);
      let next = await visitor.post(form.url, { login: name, password });
      while (next.location !== undefined && !next.location.includes('/signin-oidc')) next = await visitor.get(next.location);
      if (next.location === undefined) throw new Error(`no way back from ${next.url}: ${next.status} ${next.text}`);
      return visitor.get(next.location);
    },
  };
  return visitor;
}

function keep(jar: Map<string, string>, set: string): void {
  const [pair = '', ...attributes] = set.split(';');
  const mark = pair.indexOf('=');
  const name = pair.slice(0, mark).trim();
  const expires = attributes.map((text) => /^\s*expires=(.*)$/i.exec(text)?.[1]).find((text) => text !== undefined);
  if (expires !== undefined && Date.parse(expires) <= Date.now()) jar.delete(name);
  else jar.set(name, pair.slice(mark + 1));
}
