import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import type { HomeView } from '../../../wire/home.ts';
import { pageTexts } from '../../texts/dashboard.ts';
import { failedLead } from './leads.ts';
import { ChartCard } from './section.tsx';

/** Process keys with failed instances, most first, as links. */
export function FailuresChart({ failures }: { readonly failures: HomeView['failures'] }) {
  const most = Math.max(1, ...failures.map(({ failed }) => failed));
  return (
    <ChartCard title={pageTexts.failures.byProcess}>
      <ul className="bars">
        {failures.map(({ key, failed }) => (
          <li key={key}>
            <Anchor component={Link} size="sm" to={failedLead(key)}>
              {key}
            </Anchor>
            <Link to={failedLead(key)} tabIndex={-1} aria-hidden="true">
              <svg className="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                <rect width={Math.max(1, (failed / most) * 100)} height="10" />
              </svg>
            </Link>
            <Link to={failedLead(key)} tabIndex={-1} aria-hidden="true" className="numbers">
              {failed}
            </Link>
          </li>
        ))}
      </ul>
    </ChartCard>
  );
}
