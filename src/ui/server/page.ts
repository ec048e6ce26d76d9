import type { Response } from 'express';
import { errorCodeHeader } from '../../platform/answer.ts';
import { type ErrorCode, statusOf } from '../../platform/error-codes.ts';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const STYLE = `:root { color-scheme: light dark; } body { font: 16px/1.55 system-ui, sans-serif; max-width: 40rem; margin: 10vh auto; padding: 0 1.5rem; }`;

/** Escapes text for elements and quoted attributes of HTML. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}

/** A page without further files, for users without sign-in and when the application cannot be served. */
export interface PlainPage {
  readonly code: ErrorCode;
  readonly title: string;
  readonly text: string;
  readonly link?: { readonly href: string; readonly text: string };
}

export function sendPage(response: Response, { code, title, text, link }: PlainPage): void {
  const anchor = link === undefined ? '' : `<p><a href="${escapeHtml(link.href)}">${escapeHtml(link.text)}</a></p>`;
  response
    .status(statusOf(code))
    .set(...errorCodeHeader(code))
    .type('text/html')
    .set('Cache-Control', 'no-store')
    .send(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Sluice</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
${anchor}
</main>
</body>
</html>
`);
}

/** See docs/contributing/spec/pages.md#not-found-page. */
export const NOT_FOUND: PlainPage = {
  code: 'unknown-endpoint',
  title: 'Not Found',
  text: 'This page does not exist.',
};
