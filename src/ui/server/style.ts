/** The one style sheet: system fonts, light or dark as the viewer's system is. */
export const STYLE = `:root {
  color-scheme: light dark;
  --ground: #f7f8fa; --panel: #fff; --line: #dfe3e8; --text: #1c2430; --quiet: #5d6a7a; --accent: #0b6e83;
  --good: #176b3a; --good-ground: #dff3e6; --bad: #9b1c1c; --bad-ground: #fbe3e3;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #12161c; --panel: #1a2029; --line: #2b333f; --text: #e4e9f0; --quiet: #93a0b2; --accent: #5cc3d8;
    --good: #8ee0ac; --good-ground: #173a26; --bad: #ffb4b4; --bad-ground: #4a1d1d;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 16px/1.55 system-ui, sans-serif; }
header, main, footer { max-width: 60rem; margin: 0 auto; padding: 1rem 1.5rem; }
header { display: flex; align-items: baseline; gap: 2rem; border-bottom: 1px solid var(--line); }
nav { display: flex; gap: 1.25rem; }
a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: 3px; }
header a { text-decoration: none; }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 3px; }
.brand { color: var(--text); font-weight: 700; font-size: 1.15rem; letter-spacing: .01em; }
h1 { font-size: 1.5rem; margin: 1.5rem 0 1rem; display: flex; align-items: center; gap: .75rem; }
h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
.badge { font-size: .85rem; font-weight: 600; padding: .15rem .7rem; border-radius: 1rem; }
.good { color: var(--good); background: var(--good-ground); }
.bad { color: var(--bad); background: var(--bad-ground); }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: 1rem; margin: 0; }
.tiles div { background: var(--panel); border: 1px solid var(--line); border-radius: .5rem; padding: .9rem 1.1rem; }
dt { color: var(--quiet); font-size: .85rem; }
dd { margin: 0; font-size: 1.7rem; font-variant-numeric: tabular-nums; }
.links { padding-left: 1.1rem; }
.quiet, footer { color: var(--quiet); font-size: .875rem; }
code { font: .875em/1.5 ui-monospace, monospace; }
pre { background: var(--panel); border: 1px solid var(--line); border-radius: .5rem; padding: .8rem 1rem; overflow-x: auto; }
table { width: 100%; border-collapse: collapse; }
th, td { text-align: left; padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
`;

/** A gate in a stream. */
export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b6e83"/><path d="M9 7v18M23 7v18" stroke="#fff" stroke-width="3" stroke-linecap="round"/><path d="M12 12h8M12 16h8" stroke="#fff" stroke-width="3"/><path d="M5 24q3-3 6 0t5 0 5 0 6 0" fill="none" stroke="#9fe0ee" stroke-width="2.5"/></svg>`;
