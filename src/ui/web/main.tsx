import '@fontsource-variable/figtree/index.css';
import './component-styles.ts';
import './app.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { texts } from './texts/texts.ts';

document.documentElement.lang = texts.lang;

const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
