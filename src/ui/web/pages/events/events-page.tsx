import { PageHeading } from '../../parts/page-heading.tsx';

/** Contract 10.9. */
export function EventsPage() {
  return <PageHeading title="Registered Events" />;
}
