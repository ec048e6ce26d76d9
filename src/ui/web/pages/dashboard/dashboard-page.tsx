import { PageHeading } from '../../parts/page-heading.tsx';

/** Contract 10.10. */
export function DashboardPage() {
  return <PageHeading title="Dashboard" />;
}
