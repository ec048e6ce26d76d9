import type { TrendStepView } from '../../../wire/workflows.ts';
import { formatTime, orDash, spanText } from '../../components/format.ts';
import { processTexts } from '../../texts/process.ts';

const texts = processTexts.trend;
const NAMES = ['started', 'completed', 'failed', 'medianMs'] as const;
type Name = (typeof NAMES)[number];

/** Units of the SVG. */
const WIDTH = 240;
const HEIGHT = 56;

/** Started, completed and failed instances, and median duration. Empty without data. */
export function TrendCharts({ trend }: { readonly trend: readonly TrendStepView[] }) {
  if (trend.every((step) => NAMES.every((name) => !step[name]))) return null;
  return (
    <section className="trend-charts" aria-label={texts.title}>
      {NAMES.map((name) => (
        <TrendChart key={name} name={name} trend={trend} />
      ))}
    </section>
  );
}

/** Share of completed among completed and failed instances; '' without any. */
function rateOf(trend: readonly TrendStepView[]): string {
  const sum = (name: 'completed' | 'failed') => trend.reduce((total, step) => total + (step[name] ?? 0), 0);
  const [completed, failed] = [sum('completed'), sum('failed')];
  return completed + failed === 0 ? '' : ` ${texts.rate(Math.floor((100 * completed) / (completed + failed)))}`;
}

function TrendChart({ name, trend }: { readonly name: Name; readonly trend: readonly TrendStepView[] }) {
  const values = trend.map((step) => step[name] ?? 0);
  const most = Math.max(...values);
  const text = (value: number) => (name === 'medianMs' ? spanText(value) : String(value));
  const isKnown = trend.some((step) => step[name] !== null);
  const total = !isKnown
    ? orDash(null)
    : name === 'medianMs'
      ? texts.most(text(most))
      : String(values.reduce((sum, value) => sum + value, 0));
  const width = WIDTH / values.length;
  return (
    <figure>
      <figcaption>
        {texts.names[name]} <strong>{total}</strong>
        {name === 'completed' && rateOf(trend)}
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={texts.summary(texts.names[name], total, text(most))}
      >
        {values.map((value, index) => {
          const height = most === 0 ? 0 : Math.max(value === 0 ? 0 : 2, (value / most) * HEIGHT);
          const at = trend[index]?.at ?? '';
          return (
            <rect
              key={at}
              className={`trend-bar trend-bar-${name}`}
              x={index * width + 0.5}
              y={HEIGHT - height}
              width={width - 1}
              height={height}
            >
              <title>{`${formatTime(at)}: ${text(value)}`}</title>
            </rect>
          );
        })}
      </svg>
      <div className="trend-axis">
        <span>{formatTime(trend[0]?.at ?? null)}</span>
        <span>{texts.now}</span>
      </div>
    </figure>
  );
}
