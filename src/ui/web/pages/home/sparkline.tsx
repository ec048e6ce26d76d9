import './home.css';
import { pageTexts } from '../../texts/dashboard.ts';

const BAR = 3;
const STEP = 4;
const HEIGHT = 20;
/** Keeps an hour with one failure visible. */
const LEAST = 2;

/** Failures per hour, oldest first. Screen readers get the total and the maximum. */
export function Sparkline({ counts }: { readonly counts: readonly number[] }) {
  const most = Math.max(...counts);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const label = total === 0 ? pageTexts.failures.noneHourly : pageTexts.failures.hourlySummary(total, most);
  const width = counts.length * STEP;
  return (
    <span title={label}>
      <svg className="sparkline" viewBox={`0 0 ${width} ${HEIGHT}`} width={width} height={HEIGHT} role="img" aria-label={label}>
        <line className="chart-grid" x1={0} x2={width} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} />
        {counts.map((count, hour) => {
          const height = count === 0 ? 0 : Math.max(LEAST, (count / most) * HEIGHT);
          // biome-ignore lint/suspicious/noArrayIndexKey: an hour is its position
          return <rect key={hour} x={hour * STEP} y={HEIGHT - height} width={BAR} height={height} />;
        })}
      </svg>
    </span>
  );
}
