export interface Bar {
  readonly name: string;
  /** unit: per second */
  readonly rate: number;
}

/** Of the picture. Unit: px */
const WIDTH = 760;
const LEFT = 200;
const RIGHT = 90;
const ROW = 34;
const TOP = 40;

/** Horizontal bars, as SVG that reads well on a light and on a dark page. */
export function barsOf(title: string, bars: readonly Bar[]): string {
  const most = Math.max(1, ...bars.map(({ rate }) => rate));
  const height = TOP + bars.length * ROW + 8;
  const rows = bars.map(({ name, rate }, nth) => {
    const y = TOP + nth * ROW;
    const width = Math.max(1, Math.round(((WIDTH - LEFT - RIGHT) * rate) / most));
    return `  <text x="${LEFT - 10}" y="${y + 16}" text-anchor="end">${escaped(name)}</text>
  <rect x="${LEFT}" y="${y}" width="${width}" height="22" rx="2" fill="${name.startsWith('Sluice') ? '#1f7a8c' : '#8a94a0'}"/>
  <text x="${LEFT + width + 8}" y="${y + 16}">${Math.round(rate).toLocaleString('en')}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" font-family="system-ui, sans-serif" font-size="13">
  <title>${escaped(title)}</title>
  <style>text { fill: #1b1f24 } @media (prefers-color-scheme: dark) { text { fill: #e6e8eb } }</style>
  <text x="${LEFT}" y="22" font-weight="600">${escaped(title)}</text>
${rows.join('\n')}
</svg>
`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
