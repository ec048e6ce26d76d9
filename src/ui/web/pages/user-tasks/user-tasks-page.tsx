import { PageHeading } from '../../parts/page-heading.tsx';

/** Contract 10.7. */
export function UserTasksPage() {
  return <PageHeading title="User Tasks" />;
}
