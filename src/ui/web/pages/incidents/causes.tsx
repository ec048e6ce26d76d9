import { Anchor, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { homeQuery } from '../../api/home-views.ts';
import { ignoredFailuresQuery } from '../../api/repairs.ts';
import { useElementNames } from '../../components/use-element-names.ts';
import { pageTexts } from '../../texts/incidents.ts';
import { FailureGroups } from '../home/failure-groups.tsx';
import { failedLead } from '../home/leads.ts';
import { useFailedCount } from '../home/use-failed-count.ts';
import { IgnoredFailures } from './ignored-failures.tsx';

/** Incidents and instances that failed without incident, by cause (docs/contributing/spec/pages.md#incidents). */
export function Causes() {
  const { data: home } = useQuery(homeQuery);
  const ignored = useQuery(ignoredFailuresQuery).data?.items ?? [];
  const nameOf = useElementNames([...(home?.incidents.groups ?? []), ...(home?.failed.groups ?? [])]);
  const failed = useFailedCount(home);
  if (home === undefined) return null;
  const hasGroups = home.incidents.groups.length + home.failed.groups.length > 0;
  if (!hasGroups && ignored.length === 0) return null;
  return (
    <>
      {hasGroups && (
        <FailureGroups incidents={home.incidents} failed={home.failed} failedSince={home.failedSince} nameOf={nameOf} level={2} />
      )}
      {failed > 0 && (
        <Text size="sm" mt="xs">
          {pageTexts.failedWithout}{' '}
          <Anchor component={Link} size="sm" to={failedLead()}>
            {pageTexts.failedInstances(failed)}
          </Anchor>
        </Text>
      )}
      {ignored.length > 0 && <IgnoredFailures groups={ignored} />}
      <Title order={2} size="h4" mt="lg" mb="xs">
        {pageTexts.open}
      </Title>
    </>
  );
}
