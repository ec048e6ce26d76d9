// How the browser part of the UI is built: src/ui/web -> dist/ui/web. `npm run dev:ui` serves it with reload in front of a running UI.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const editors = join(root, 'src', 'ui', 'web', 'pages', 'modeler', 'text-editors');
// dialogs, and what keeps the page behind them still
const DIALOG_FRAME =
  /node_modules[\\/](react-remove-scroll|react-remove-scroll-bar|react-style-singleton|use-sidecar|use-callback-ref|@mantine[\\/](core[\\/]esm[\\/]components[\\/](Modal|ModalBase|ScrollArea|Overlay)|hooks[\\/]esm[\\/](use-focus-trap|use-focus-return)))[\\/]|components[\\/]dialog\.tsx$/;
const running = process.env.UI_URL ?? 'http://localhost:8081';

export default defineConfig({
  root: join(root, 'src', 'ui', 'web'),
  plugins: [react(), oneFontFormat(), panelWords(), routerParts(), preloadFirst()],
  resolve: {
    // the fields of the properties panel take the functions and the faults of this engine's FEEL, not those of another one
    alias: [
      // its package names the build with warnings for developers, which is larger
      { find: /^react-router$/, replacement: join(root, 'node_modules', 'react-router', 'dist', 'production', 'index.mjs') },
      { find: /^@bpmn-io\/feel-editor$/, replacement: join(editors, 'feel-editor.ts') },
      {
        find: /^@bpmn-io\/feel-editor\/dist\/index\.js$/,
        replacement: join(root, 'node_modules', '@bpmn-io', 'feel-editor', 'dist', 'index.js'),
      },
      { find: /^@bpmn-io\/feel-lint$/, replacement: join(editors, 'no-other-lint.ts') },
      { find: /^@camunda\/feel-builtins$/, replacement: join(editors, 'built-ins.ts') },
    ],
  },
  build: {
    outDir: join(root, 'dist', 'ui', 'web'),
    emptyOutDir: true,
    // the content security policy knows no data: addresses for scripts and styles
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      output: {
        // code of all pages is in few files, because each file costs a kilobyte of headers
        codeSplitting: {
          groups: [
            // runs before all modules with texts and imports none of them; also contains the loader of parts, and shared styles
            {
              name: 'language',
              test: /web[\\/](texts[\\/](language|numbers)\.ts|components[\\/](kept-texts\.ts|[^\\/]+\.css))$|vite[\\/]preload-helper/,
              priority: 1,
            },
            {
              name: 'libraries',
              test: /node_modules[\\/](react|react-dom|scheduler|react-router|clsx|@tanstack)[\\/]/,
            },
            {
              name: 'app',
              test: /src[\\/]ui[\\/]web[\\/](app|routes|shell[\\/](appearance|header|messages|navigation|page-announcement|search-on-demand|shell|use-recovery|expired-sign-in)|pages[\\/][^\\/]+|components[\\/](px|filter-text|page-router|leave-questions))\.tsx?$/,
            },
            // code that dialogs share with other pages; in a file of dialogs, each page would load that file
            {
              name: 'app',
              test: /@mantine[\\/](core[\\/]esm[\\/]components[\\/](Paper|Stack|VisuallyHidden)|core[\\/]esm[\\/]core[\\/](utils[\\/](create-safe-context|is-element|get-single-element-child|get-default-z-index)|DirectionProvider)|hooks[\\/]esm[\\/](use-merged-ref|use-id|use-uncontrolled|use-debounced-callback|use-window-event|utils[\\/]use-callback-ref))[\\/]|ScrollArea[\\/]utils[\\/]to-int\.mjs$/,
            },
            // pages without a dialog do not wait for it
            {
              name: 'dialog-frame',
              test: DIALOG_FRAME,
            },
            {
              name: 'shared',
              // checkboxes are of few pages
              test: /node_modules[\\/]@mantine[\\/](?!.*[\\/](Checkbox|InlineInput)[\\/]).*\.m?js$|src[\\/]ui[\\/]web[\\/](api|components)[\\/][^\\/]+\.tsx?$/,
              minShareCount: 11,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/ui/api': running, '/Account': running } },
});

/** Preloads files that the page requests later: the application with its imports, and the font of all pages. */
function preloadFirst() {
  return {
    name: 'preload-first',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const font = Object.keys(bundle).find((name) => /figtree-latin-wght-normal.*\.woff2$/.test(name));
        const app = Object.values(bundle).find(({ moduleIds }) => moduleIds?.some((id) => id.endsWith('/web/app.tsx')));
        const scripts = app === undefined ? [] : [app.fileName, ...app.imports].filter((file) => !html.includes(file));
        return [
          ...(font === undefined
            ? []
            : [linkTo(font, { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '' }, 'head-prepend')]),
          ...scripts.map((file) => linkTo(file, { rel: 'modulepreload', crossorigin: '' }, 'head')),
        ];
      },
    },
  };
}

/** The symbols of bpmn-js come in five font formats; every supported browser reads WOFF2. */
function oneFontFormat() {
  return {
    name: 'one-font-format',
    enforce: 'pre',
    transform(code, id) {
      if (!/bpmn-font[\\/]css[\\/]bpmn\.css$/.test(id)) return undefined;
      const woff2 = /url\('[^']+\.woff2[^']*'\) format\('woff2'\)/.exec(code)?.[0];
      if (woff2 === undefined) throw new Error('bpmn.css has no WOFF2 font');
      return code.replace(/(?:\s*src:[^;]+;)+/, `\n  src: ${woff2};`);
    },
  };
}

/** Without marks, the bundler keeps forms and scroll positions of the router, which no page uses. */
function routerParts() {
  return {
    name: 'router-parts',
    enforce: 'pre',
    transform(code, id) {
      if (!/react-router[\\/]dist[\\/]/.test(id)) return undefined;
      return code
        .replace(/^\w+\.displayName = "[^"]*";$/gm, '')
        .replace(/= (React\d*\.(?:forwardRef|createContext|memo)\()/g, '= /* @__PURE__ */ $1');
    },
  };
}

/** The parts of the properties panel get no translation from it: their default is the one of the modeler. */
const PANEL = {
  file: /@bpmn-io[\\/]properties-panel[\\/]dist[\\/]index\.esm\.js$/,
  own: 'function translateFallback(template, replacements) {',
  with: 'function translateFallback(template, replacements) {\n  return panelWord(template, replacements);',
};
/** Texts that a library does not translate. */
const FIXED = [
  {
    file: /diagram-js[\\/]lib[\\/]features[\\/]popup-menu[\\/]PopupMenuBreadcrumbs\.js$/,
    own: '="Back"',
    with: `=\${ panelWord('Back') }`,
  },
  {
    file: /dmn-js-decision-table[\\/]lib[\\/]features[\\/]drag-and-drop[\\/]DragAndDrop\.js$/,
    own: '"title": title',
    with: '"title": this._translate(title)',
  },
];

function panelWords() {
  const words = JSON.stringify(join(editors, 'panel-words.ts'));
  return {
    name: 'panel-words',
    enforce: 'pre',
    transform(code, id) {
      const change = [PANEL, ...FIXED].find(({ file }) => file.test(id));
      if (change === undefined) return undefined;
      if (!code.includes(change.own)) throw new Error(`${id} has no ${change.own}`);
      const changed = code.replaceAll(change.own, change.with);
      return changed.includes('panelWord') ? `import { panelWord } from ${words};\n${changed}` : changed;
    },
  };
}

function linkTo(file, attrs, injectTo) {
  return { tag: 'link', attrs: { ...attrs, href: `/${file}` }, injectTo };
}
