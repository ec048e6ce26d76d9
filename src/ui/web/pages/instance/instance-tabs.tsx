import type { TabProps } from './tab-props.ts';
import '@mantine/core/styles/Tabs.css';
import { Tabs } from '@mantine/core';
import { lazyPart } from '../../components/lazy-part.tsx';
import { useParameters } from '../../components/use-parameters.ts';
import { pageTexts } from '../../texts/instance.ts';
import { ActivitiesTab } from './activities-tab.tsx';

// loaded when first opened
const VariablesTab = lazyPart<TabProps>(async () => (await import('./variables-tab.tsx')).VariablesTab);
const ConditionsTab = lazyPart<TabProps>(async () => (await import('./conditions-tab.tsx')).ConditionsTab);
const HistoryTab = lazyPart<TabProps>(async () => (await import('./history-tab.tsx')).HistoryTab);
const WaitingTab = lazyPart<TabProps>(async () => (await import('./waiting-tab.tsx')).WaitingTab);
const UserActionsTab = lazyPart<TabProps>(async () => (await import('./acts-tab.tsx')).UserActionsTab);

const TABS = ['activities', 'variables', 'conditions', 'history', 'waiting', 'acts'] as const;

/** See docs/contributing/spec/pages.md#instance-tabs. The address names the open tab. */
export function InstanceTabs(props: TabProps) {
  const [parameters, change] = useParameters();
  const open = (tab: string | null) => change({ tab: tab === 'activities' ? null : tab });
  return (
    <Tabs value={TABS.find((tab) => tab === parameters.get('tab')) ?? 'activities'} onChange={open} keepMounted={false}>
      <Tabs.List mb="sm">
        <Tabs.Tab value="activities">{pageTexts.tabs.activities}</Tabs.Tab>
        <Tabs.Tab value="variables">{pageTexts.tabs.variables}</Tabs.Tab>
        <Tabs.Tab value="conditions">{pageTexts.tabs.conditions}</Tabs.Tab>
        <Tabs.Tab value="history">{pageTexts.tabs.history}</Tabs.Tab>
        <Tabs.Tab value="waiting">{pageTexts.tabs.waiting}</Tabs.Tab>
        <Tabs.Tab value="acts">{pageTexts.tabs.acts}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="activities">
        <ActivitiesTab {...props} />
      </Tabs.Panel>
      <Tabs.Panel value="variables">
        <VariablesTab {...props} />
      </Tabs.Panel>
      <Tabs.Panel value="conditions">
        <ConditionsTab {...props} />
      </Tabs.Panel>
      <Tabs.Panel value="history">
        <HistoryTab {...props} />
      </Tabs.Panel>
      <Tabs.Panel value="waiting">
        <WaitingTab {...props} />
      </Tabs.Panel>
      <Tabs.Panel value="acts">
        <UserActionsTab {...props} />
      </Tabs.Panel>
    </Tabs>
  );
}
