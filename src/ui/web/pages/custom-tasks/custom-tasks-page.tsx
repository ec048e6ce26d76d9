import { PageHeading } from '../../parts/page-heading.tsx';

/** Contract 10.8. */
export function CustomTasksPage() {
  return <PageHeading title="Custom Tasks" />;
}
