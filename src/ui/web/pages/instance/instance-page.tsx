import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { ApiError } from '../../api/client.ts';
import { instanceQuery } from '../../api/views.ts';
import { PageHeading } from '../../parts/page-heading.tsx';
import { NotFoundPage } from '../not-found.tsx';

/** One instance (contract 10.6). */
export function InstancePage() {
  const { instanceId = '' } = useParams();
  const instance = useQuery(instanceQuery(instanceId));
  if (instance.error instanceof ApiError && instance.error.status === 404) {
    return <NotFoundPage text={`Instance ${instanceId} not found.`} />;
  }
  return <PageHeading title="Process Instance" />;
}
