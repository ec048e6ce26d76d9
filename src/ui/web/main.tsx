import '@fontsource-variable/figtree/index.css';
import './component-styles.ts';
import './components/components.css';
import './app.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { chooseLanguage } from './texts/choose-language.ts';

// modules read their texts when they load, so the language is chosen first
void open();

async function open(): Promise<void> {
  await chooseLanguage();
  const { App } = await import('./app.tsx');
  const root = document.getElementById('root');
  if (root === null) return;
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
