import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import express, { type RequestHandler, type Response } from 'express';
import { type PlainPage, sendPage } from './page.ts';

const NOT_BUILT: PlainPage = {
  status: 503,
  title: 'One moment',
  text: 'The pages are being built. Load this page again in some seconds.',
};

/** The built browser part. */
export interface WebFiles {
  /** Serves the parts the pages are made of; what is not there is passed on. */
  readonly parts: RequestHandler;
  /** Sends the page that starts the application, whatever the address is. */
  sendApp(response: Response, status: number): Promise<void>;
}

/** Opens a folder of built files. They may be replaced, or appear, while the process runs. */
export function openWebFiles(folder: string): WebFiles {
  const parts = express.static(folder, {
    index: false,
    redirect: false,
    dotfiles: 'ignore',
    setHeaders(response, path) {
      // their names change with their content; private, because they stand behind the sign-in
      const isNamedByContent = path.startsWith(join(folder, 'assets'));
      response.setHeader('Cache-Control', isNamedByContent ? 'private, max-age=31536000, immutable' : 'no-cache');
    },
  });
  return {
    parts: (request, response, next) => {
      if (request.path === '/index.html') next();
      else parts(request, response, next);
    },
    async sendApp(response, status) {
      const page = await readFile(join(folder, 'index.html'), 'utf8').catch(() => undefined);
      if (page === undefined) sendPage(response, NOT_BUILT);
      else response.status(status).type('text/html').set('Cache-Control', 'no-store').send(page);
    },
  };
}
