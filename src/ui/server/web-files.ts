import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { errorCodeHeader } from '../../platform/answer.ts';
import { statusOf } from '../../platform/error-codes.ts';
import { type PlainPage, sendPage } from './page.ts';

const NOT_BUILT: PlainPage = {
  code: 'starting',
  title: 'One moment',
  text: 'The pages are being built. This page loads again every 3 seconds.',
};

export interface WebFiles {
  /** Serves compressed files if the browser accepts them. Passes requests for index.html and unknown files on. */
  readonly parts: RequestHandler;
  /** Sends index.html for any address. `code`: error that the application shows. Before the first build, asks the user to wait. */
  sendApp(response: Response, code?: 'missing-permission' | 'unknown-endpoint'): Promise<void>;
}

const COMPRESSED = '.br';

function hasCompressed({ path, headers }: Request): boolean {
  return /^\/assets\/[^/]+\.(?:js|css)$/.test(path) && /\bbr\b/.test(headers['accept-encoding'] ?? '');
}

/** Falls back to the plain file. */
function compressed(parts: RequestHandler, request: Request, response: Response, next: NextFunction): void {
  const { url } = request;
  request.url = url.replace(/^[^?]+/, (path) => `${path}${COMPRESSED}`);
  parts(request, response, () => {
    request.url = url;
    parts(request, response, next);
  });
}

/** The files can change while the process runs. */
export function openWebFiles(folder: string): WebFiles {
  const parts = express.static(folder, {
    index: false,
    redirect: false,
    dotfiles: 'ignore',
    setHeaders(response, path) {
      // names change with the content; private, because the files require a sign-in
      const isNamedByContent = path.startsWith(join(folder, 'assets'));
      response.setHeader('Cache-Control', isNamedByContent ? 'private, max-age=31536000, immutable' : 'no-cache');
      if (!path.endsWith(COMPRESSED)) return;
      response.setHeader('Content-Encoding', 'br');
      response.setHeader('Vary', 'Accept-Encoding');
      response.type(extname(path.slice(0, -COMPRESSED.length)));
    },
  });
  return {
    parts: (request, response, next) => {
      if (request.path === '/index.html') next();
      else if (hasCompressed(request)) compressed(parts, request, response, next);
      else parts(request, response, next);
    },
    async sendApp(response, code) {
      const page = await readFile(join(folder, 'index.html'), 'utf8').catch(() => undefined);
      if (page === undefined) sendPage(response.set('Refresh', '3'), NOT_BUILT);
      else {
        if (code !== undefined) response.status(statusOf(code)).set(...errorCodeHeader(code));
        response.type('text/html').set('Cache-Control', 'no-store').send(page);
      }
    },
  };
}
