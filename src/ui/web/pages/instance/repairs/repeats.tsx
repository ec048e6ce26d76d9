import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { repairs } from '../../../api/instance-repairs.ts';
import type { ElementOutline } from '../../../components/diagram/element-outline.ts';
import { ErrorMessage } from '../../../components/error-message.tsx';
import { repairTexts } from '../../../texts/repairs.ts';

/** They only store a result, because the work is finished (docs/contributing/spec/incidents.md#what-is-repeated). */
const STORES: ReadonlySet<string> = new Set(['store', 'storeGiven', 'occur', 'leave', 'body']);

interface RepeatsProps {
  readonly instanceId: string;
  /** elements for their names */
  readonly outline: ReadonlyMap<string, ElementOutline>;
}

/** Activities that a retry will repeat (docs/contributing/spec/forks.md#revive-dry-run). */
export function Repeats({ instanceId, outline }: RepeatsProps) {
  const plan = useQuery({
    queryKey: ['what a retry repeats', instanceId],
    queryFn: () => repairs.revive({ instanceId, dryRun: true }),
    // read once: there is no answer for a running instance
    enabled: (query) => query.state.data === undefined,
    gcTime: 0,
    retry: false,
  });
  const texts = repairTexts.revive;
  if (plan.isPending) return <Text size="sm">{texts.isChecking}</Text>;
  if (plan.isError)
    return (
      <Alert color="red">
        <ErrorMessage text={plan.error.message} />
      </Alert>
    );
  const nameOf = (id: string | null) => (id === null ? texts.process : (outline.get(id)?.name ?? id));
  const namesOf = (stores: boolean) =>
    [
      ...new Set(
        plan.data.Repeats.filter((part) => STORES.has(part.RetryDoes) === stores).map((part) => nameOf(part.ActivityId)),
      ),
    ].join(', ');
  const [again, stored] = [namesOf(false), namesOf(true)];
  return (
    <>
      {again !== '' && <Text fw={600}>{texts.runsAgain(again)}</Text>}
      {stored !== '' && <Text>{texts.isStored(stored)}</Text>}
      {plan.data.IsFork && <Alert color="yellow">{texts.asFork}</Alert>}
    </>
  );
}
