import { Anchor, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { homeQuery } from '../../api/home-views.ts';
import { pageTexts } from '../../texts/incidents.ts';
import { FailureGroups } from '../home/failure-groups.tsx';
import { failedLead } from '../home/leads.ts';
import { useElementNames } from '../home/use-element-names.ts';

/** Incidents and failed instances by cause: an instance that failed without an incident is a problem too (docs/contributing/spec/pages.md#incidents). */
export function Causes() {
  const { data: home } = useQuery(homeQuery);
  const nameOf = useElementNames([...(home?.incidents.groups ?? []), ...(home?.failed.groups ?? [])]);
  if (home === undefined || home.incidents.groups.length + home.failed.groups.length === 0) return null;
  const failed = home.failed.count;
  return (
    <>
      <FailureGroups incidents={home.incidents} failed={home.failed} failedSince={home.failedSince} nameOf={nameOf} level={2} />
      {failed > 0 && (
        <Text size="sm" mt="xs">
          {pageTexts.failedWithout}{' '}
          <Anchor component={Link} size="sm" to={failedLead()}>
            {pageTexts.failedInstances(failed)}
          </Anchor>
        </Text>
      )}
      <Title order={2} size="h4" mt="lg" mb="xs">
        {pageTexts.open}
      </Title>
    </>
  );
}
