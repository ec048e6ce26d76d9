// What every page of the book can do by itself: light or dark, the contents on narrow screens, copying, and loading the search when it is wanted.
(() => {
  const root = document.documentElement;
  const dark = matchMedia('(prefers-color-scheme: dark)');
  // a folder on a disk may have no storage
  const kept = {
    get() {
      try {
        return localStorage.getItem('sluice-book-theme');
      } catch {
        return null;
      }
    },
    set(value) {
      try {
        localStorage.setItem('sluice-book-theme', value);
      } catch {}
    },
  };
  const show = () => {
    root.dataset.theme = kept.get() ?? (dark.matches ? 'dark' : 'light');
  };
  show();
  dark.addEventListener('change', show);

  let isSearchLoaded = false;
  function loadSearch() {
    if (isSearchLoaded) return;
    isSearchLoaded = true;
    for (const name of ['minisearch.js', 'search-data.js', 'search.js']) {
      const script = document.createElement('script');
      script.src = `${root.dataset.up}assets/${name}`;
      script.async = false; // in this order
      document.head.append(script);
    }
  }

  function copyButtons() {
    for (const block of document.querySelectorAll('.code[data-language]')) {
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'copy';
      button.textContent = 'Copy';
      button.addEventListener('click', async () => {
        const text = block.querySelector('code').textContent;
        const isDone = await navigator.clipboard.writeText(text).then(
          () => true,
          () => false,
        );
        if (!isDone) getSelection().selectAllChildren(block.querySelector('code'));
        button.textContent = isDone ? 'Copied' : 'Selected';
        setTimeout(() => {
          button.textContent = 'Copy';
        }, 1500);
      });
      block.append(button);
    }
  }

  document.addEventListener('DOMContentLoaded', () => {
    document.querySelector('.theme').addEventListener('click', () => {
      kept.set(root.dataset.theme === 'dark' ? 'light' : 'dark');
      root.dataset.theme = root.dataset.theme === 'dark' ? 'light' : 'dark';
    });
    const contents = document.querySelector('.contents');
    const menu = document.querySelector('.menu');
    menu.addEventListener('click', () => menu.setAttribute('aria-expanded', String(contents.classList.toggle('is-open'))));
    contents.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' });
    scrollTo(0, scrollY); // the line above may move the page on narrow screens
    const input = document.getElementById('search');
    input.addEventListener('focus', loadSearch);
    document.addEventListener('keydown', (event) => {
      const isTyping = event.target.closest('input, textarea, select') !== null;
      if ((event.key === '/' && !isTyping) || (event.key === 'k' && (event.ctrlKey || event.metaKey))) {
        event.preventDefault();
        input.focus();
      }
    });
    copyButtons();
  });
})();
