// How the browser part of the UI is built: src/ui/web -> dist/ui/web. `npm run dev:ui` serves it with reload in front of a running UI.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const running = process.env.UI_URL ?? 'http://localhost:8081';

export default defineConfig({
  root: join(root, 'src', 'ui', 'web'),
  plugins: [react(), preloadFont()],
  build: {
    outDir: join(root, 'dist', 'ui', 'web'),
    emptyOutDir: true,
    // the content security policy knows no data: addresses for scripts and styles
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      output: {
        // what every page needs comes in few files: each one costs a kilobyte of headers
        codeSplitting: {
          groups: [
            {
              name: 'libraries',
              test: /node_modules[\\/](react|react-dom|scheduler|react-router|clsx|@tanstack|@floating-ui)[\\/]/,
            },
            {
              name: 'shared',
              test: /node_modules[\\/]@mantine[\\/]|src[\\/]ui[\\/]web[\\/](api|components)[\\/][^\\/]+$/,
              minShareCount: 7,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/ui/api': running, '/Account': running } },
});

/** The browser asks for the font with the scripts, not when the first text needs it. Of its files the one that every page needs. */
function preloadFont() {
  return {
    name: 'preload-font',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const file = Object.keys(bundle ?? {}).find((name) => /figtree-latin-wght-normal.*\.woff2$/.test(name));
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${file}` };
        return file === undefined ? [] : [{ tag: 'link', attrs, injectTo: 'head-prepend' }];
      },
    },
  };
}
