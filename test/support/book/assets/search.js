// The search: the index is made in the browser when somebody first wants it, of the texts in search-data.js.
(() => {
  const MOST = 20;
  const AROUND = 70;
  const up = document.documentElement.dataset.up;
  const input = document.getElementById('search');
  const found = document.getElementById('found');
  const sections = globalThis.bookSections;
  const words = /[^\s\p{P}`=<>+|~^$]+/gu;
  const index = new globalThis.MiniSearch({
    fields: ['heading', 'page', 'text'],
    // a name such as DATABASE_URL or fetch-and-lock is found as a whole and by its parts
    tokenize: (text) => [
      ...new Set([...(text.match(/[\p{L}\p{N}_]+(?:[:./-][\p{L}\p{N}_]+)*/gu) ?? []), ...(text.match(words) ?? [])]),
    ],
    searchOptions: {
      boost: { page: 4, heading: 3 },
      boostDocument: (id) => sections[id].weight,
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      combineWith: 'AND',
    },
  });
  index.addAllAsync(sections, { chunkSize: 100 }).then(() => {
    document.documentElement.dataset.search = 'ready';
    look();
  });

  function text(tag, content) {
    const element = document.createElement(tag);
    element.textContent = content;
    return element;
  }

  /** Some words around the first one that was found, with all of them marked. */
  function excerpt(section, terms) {
    const small = document.createElement('small');
    const lower = section.text.toLowerCase();
    const at = Math.min(...terms.map((term) => lower.indexOf(term)).filter((place) => place >= 0), section.text.length);
    const from = at >= section.text.length ? 0 : Math.max(0, at - AROUND);
    // whole words, and a sign where something is left out
    const [shown] = /^(?:[\s\S]*(?=\s)|[\s\S]*)/.exec(section.text.slice(from, from + 3 * AROUND));
    let rest = from + 3 * AROUND >= section.text.length ? section.text.slice(from) : `${shown} …`;
    if (from > 0) rest = `… ${rest.slice(rest.indexOf(' ') + 1)}`;
    while (rest !== '') {
      const hits = terms.map((term) => [rest.toLowerCase().indexOf(term), term.length]).filter(([place]) => place >= 0);
      const [place, length] = hits.sort(([a, m], [b, n]) => a - b || n - m)[0] ?? [rest.length, 0];
      small.append(rest.slice(0, place));
      if (length > 0) small.append(text('mark', rest.slice(place, place + length)));
      rest = rest.slice(place + length);
    }
    return small;
  }

  function look() {
    const query = input.value.trim();
    const hits = query === '' ? [] : index.search(query);
    found.replaceChildren(
      ...hits.slice(0, MOST).map(({ id, terms }, place) => {
        const section = sections[id];
        const link = document.createElement('a');
        link.href = up + section.address;
        link.id = `hit-${place}`;
        link.role = 'option';
        link.append(
          text('strong', section.heading === '' ? section.page : `${section.page} › ${section.heading}`),
          excerpt(section, terms),
        );
        return link;
      }),
    );
    if (query !== '' && hits.length === 0) found.append(text('p', `Nothing has «${query}».`));
    found.hidden = query === '';
    input.setAttribute('aria-expanded', String(query !== ''));
    choose(0);
  }

  let chosen = 0;
  function choose(place) {
    const links = [...found.querySelectorAll('a')];
    chosen = Math.max(0, Math.min(place, links.length - 1));
    for (const [at, link] of links.entries()) link.setAttribute('aria-selected', String(at === chosen));
    if (links.length > 0) input.setAttribute('aria-activedescendant', links[chosen].id);
    links[chosen]?.scrollIntoView({ block: 'nearest' });
  }

  function close() {
    found.hidden = true;
    input.setAttribute('aria-expanded', 'false');
  }

  input.addEventListener('input', look);
  input.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') choose(chosen + 1);
    else if (event.key === 'ArrowUp') choose(chosen - 1);
    else if (event.key === 'Enter') found.querySelectorAll('a')[chosen]?.click();
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
  });
  found.addEventListener('click', close);
  document.addEventListener('click', (event) => {
    if (event.target.closest('.search') === null) close();
  });
})();
