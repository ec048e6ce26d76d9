import { PageHeading } from '../../parts/page-heading.tsx';

/** Draw, deploy and start without leaving the browser. */
export function ModelerPage() {
  return <PageHeading title="Modeler" />;
}
