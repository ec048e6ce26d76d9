import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type Answer, textAnswer, withHeaders } from '../../platform/answer.ts';
import type { Endpoint } from '../endpoint.ts';
import { prepareText, type StaticText, staticAnswer } from '../static-text.ts';

const PACKAGE = 'swagger-ui-dist';
const SCRIPT = 'text/javascript; charset=utf-8';
/** Nothing from other hosts, no script in the page; the viewer styles its own elements. */
const HEADERS: readonly string[] = [
  'Content-Security-Policy',
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; " +
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy',
  'no-referrer',
];
/** Starts the viewer. The address of the document follows from that of this file, also behind a proxy that adds a prefix. */
const START = `const documentUrl = new URL('../openapi.json', document.currentScript.src).href;
SwaggerUIBundle({
  url: documentUrl,
  dom_id: '#viewer',
  deepLinking: true,
  validatorUrl: null,
  presets: [SwaggerUIBundle.presets.apis],
});
`;

/**
 * /openapi.json and /docs with the files of the viewer (docs/contributing/spec/http.md#api-description): anonymous, unlimited, made or read once when first asked
 * for.
 */
export function docsRoutes(): readonly Endpoint[] {
  let document: Promise<StaticText> | undefined;
  return [
    {
      method: 'GET',
      pattern: '/openapi.json',
      async handle({ message }) {
        document ??= makeDocument();
        return staticAnswer(await document, message.headers);
      },
    },
    { method: 'GET', pattern: '/docs', handle: ({ path }) => protectedAnswer(page(path), 'text/html; charset=utf-8') },
    { method: 'GET', pattern: '/docs/start.js', handle: () => protectedAnswer(START, SCRIPT) },
    packageFile('swagger-ui-bundle.js', SCRIPT),
    packageFile('swagger-ui.css', 'text/css; charset=utf-8'),
  ];
}

/** Created on demand, so that it does not delay the start. */
async function makeDocument(): Promise<StaticText> {
  const { openApiDocument } = await import('../openapi/document.ts');
  return prepareText(JSON.stringify(openApiDocument()), 'application/json; charset=utf-8');
}

/** Addresses are relative, so they hold wherever the service is mounted; a trailing slash moves what they are relative to. */
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

function packageFile(name: string, contentType: string): Endpoint {
  let content: Promise<StaticText> | undefined;
  return {
    method: 'GET',
    pattern: `/docs/${name}`,
    async handle({ message }) {
      content ??= readFile(createRequire(import.meta.url).resolve(`${PACKAGE}/${name}`), 'utf8').then((text) =>
        prepareText(text, contentType),
      );
      return withHeaders(staticAnswer(await content, message.headers), HEADERS);
    },
  };
}

function protectedAnswer(body: string, contentType: string): Answer {
  return withHeaders(textAnswer(200, body, contentType), HEADERS);
}
