/** One series as an expression of Prometheus names it. */
export interface NamedSeries {
  readonly name: string;
  /** labels in the braces behind it */
  readonly labels: readonly string[];
}
/** Series and labels of an expression. */
export interface ReadExpression {
  readonly series: readonly NamedSeries[];
  /** labels behind `by` and `on` */
  readonly grouping: readonly string[];
}

const FUNCTIONS = new Set('sum max min count avg topk rate increase histogram_quantile'.split(' '));
const WORDS = new Set('by on unless and or ignoring without'.split(' '));

/** Finds the names in an expression. Throws when it holds a function that is not in the list above: then it may be misspelt. */
export function readExpression(expr: string): ReadExpression {
  const grouping: string[] = [];
  const bare = expr.replace(/\b(?:by|on) \(([^)]*)\)/g, (_, labels: string) => {
    grouping.push(...labels.split(',').map((label) => label.trim()));
    return '';
  });
  const series: NamedSeries[] = [];
  for (const [, name = '', call, braces] of bare.matchAll(/(?<![\w"$.{,~])([a-zA-Z_:][\w:]*)(\s*\()?(?:\{([^}]*)\})?/g)) {
    if (WORDS.has(name)) continue;
    if (call !== undefined) {
      if (!FUNCTIONS.has(name)) throw new Error(`${name} is no function in ${expr}`);
      continue;
    }
    if (/^__\w+$|^\d/.test(name)) continue;
    series.push({ name, labels: [...(braces ?? '').matchAll(/([a-z_]\w*)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label) });
  }
  return { series: series.filter(({ name }) => !isRange(bare, name)), grouping };
}

/** Returns whether a word occurs only in brackets: `[5m]`, `[$__rate_interval]`. */
function isRange(expr: string, name: string): boolean {
  return !expr.replace(/\[[^\]]*\]/g, '').includes(name);
}
