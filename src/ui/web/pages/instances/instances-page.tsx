import { useParams } from 'react-router';
import { PageHeading } from '../../parts/page-heading.tsx';

/** Instances of a key, of all its versions or of one (contract 10.5). */
export function InstancesPage() {
  const { key = '', version } = useParams();
  return <PageHeading title={version === undefined ? `Instances — ${key} (all versions)` : `Instances — ${key} v${version}`} />;
}
