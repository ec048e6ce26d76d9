import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { z } from 'zod';
import { type Answer, textAnswer, withHeaders } from '../../../platform/answer.ts';
import type { Endpoint } from '../../endpoint.ts';
import type { ApiPorts } from '../../ports.ts';
import { prepareText, type StaticText, staticAnswer } from '../../static-text.ts';

const PACKAGE = 'swagger-ui-dist';

const SCRIPT = 'text/javascript; charset=utf-8';
const HTML = 'text/html';
/** Nothing from other hosts and no inline scripts. The viewer needs inline styles. */
const HEADERS: readonly string[] = [
  'Content-Security-Policy',
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; " +
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy',
  'no-referrer',
];

/** Starts the viewer. The URL of the document is relative to the script, for proxies that add a prefix. */
const START = `const documentUrl = new URL('../openapi.json', document.currentScript.src).href;
SwaggerUIBundle({
  url: documentUrl,
  dom_id: '#viewer',
  deepLinking: true,
  validatorUrl: null,
  presets: [SwaggerUIBundle.presets.apis],
});
`;

/** Endpoints without token and rate limit. Content is created at the first request. */
const PAGE = {
  method: 'GET',
  permission: 'nothing',
  isServed: ({ servesDocs }: ApiPorts) => servesDocs,
  tag: 'Service',
} as const;

/** Description and its viewer (docs/contributing/spec/http.md#api-description). */
export const docsEndpoints: readonly Endpoint[] = [
  {
    ...PAGE,
    pattern: '/openapi.json',
    id: 'openApi',
    summary: 'Read the OpenAPI document',
    answer: z.looseObject({ openapi: z.literal('3.1.0') }),
    handle: async ({ message }, { apiDocument }) => staticAnswer(await apiDocument(), message.headers),
  },
  {
    ...PAGE,
    pattern: '/docs',
    id: 'docs',
    summary: 'Open the API page',
    answer: { mediaType: HTML },
    handle: ({ path }) => protectedAnswer(page(path), `${HTML}; charset=utf-8`),
  },
  pageFile('start.js', SCRIPT, async () => START),
  pageFile('swagger-ui-bundle.js', SCRIPT, packageFile('swagger-ui-bundle.js')),
  pageFile('swagger-ui.css', 'text/css; charset=utf-8', packageFile('swagger-ui.css')),
];

/** `read` is called once. */
function pageFile(name: string, contentType: string, read: () => Promise<string>): Endpoint {
  let content: Promise<StaticText> | undefined;
  return {
    ...PAGE,
    pattern: `/docs/${name}`,
    isUndocumented: true,
    id: name,
    summary: 'Read a file of the API page',
    answer: { mediaType: contentType },
    async handle({ message }) {
      content ??= read().then((text) => prepareText(text, contentType));
      return withHeaders(staticAnswer(await content, message.headers), HEADERS);
    },
  };
}

/** Reads a file of the viewer from the build, or from the package if the sources run. */
function packageFile(name: string): () => Promise<string> {
  const copy = new URL(`../../docs-page/${name}`, import.meta.url);
  return () => readFile(existsSync(copy) ? copy : createRequire(import.meta.url).resolve(`${PACKAGE}/${name}`), 'utf8');
}

/** URLs are relative, for every path prefix; a final slash in `path` changes their base. */
function page(path: string): string {
  const base = path.endsWith('/') ? './' : 'docs/';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sluice API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${base}swagger-ui.css">
<script src="${base}swagger-ui-bundle.js" defer></script>
<script src="${base}start.js" defer></script>
</head>
<body>
<div id="viewer"></div>
<noscript>This page needs scripts. The document itself is at openapi.json.</noscript>
</body>
</html>
`;
}

function protectedAnswer(body: string, contentType: string): Answer {
  return withHeaders(textAnswer(200, body, contentType), HEADERS);
}
