// Runs before the first paint: the page comes up in the colours the visitor chose (docs/contributing/spec/pages.md#theme-storage).
(() => {
  let mode = 'system';
  try {
    mode = JSON.parse(localStorage.getItem('theme') || '{}').mode;
  } catch {}
  const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const isDark = mode === 'dark' || (mode !== 'light' && prefersDark);
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
})();
