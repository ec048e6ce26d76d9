import hljs from 'highlight.js/lib/common';

// Apart from the TypeScript: the types of this package bring those of a browser with them, into every file of the compiler's program.
export function highlight(text, language) {
  return hljs.getLanguage(language) === undefined ? undefined : hljs.highlight(text, { language }).value;
}
