import { Group, NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ALL_VERSIONS, type StatisticsView, type VersionView, type WholeFiguresView } from '../../../wire/workflows.ts';
import { statisticsQuery, xmlQuery } from '../../api/views.ts';
import { Diagram } from '../../components/diagram/diagram.tsx';
import type { ElementOutline } from '../../components/diagram/element-outline.ts';
import { outlineOf } from '../../components/diagram/xml-outline.ts';
import { ErrorBar } from '../../components/error-bar.tsx';
import { spanText } from '../../components/format.ts';
import { List } from '../../components/list.tsx';
import { Loading } from '../../components/loading.tsx';
import { useUrlFilters } from '../../components/use-url-filters.ts';
import { versionLabel } from '../../components/version-label.ts';
import { processTexts } from '../../texts/process.ts';
import { figureText, heatMarks, LEAST_VISITS, largestOf, MEASURES, type Measure, scaleOf } from './heat.ts';
import { Bottlenecks, HeatTable } from './heat-table.tsx';
import { OlderElements, useOlderElements } from './older-elements.tsx';
import { PeriodSelect, periodOf, periodText } from './process-period.tsx';
import { TrendCharts } from './trend-charts.tsx';

const texts = processTexts.heat;

/** Durations as heatmap and table. All selections are in the address. */
export function HeatSection(props: {
  readonly workflowKey: string;
  /** newest first */
  readonly versions: readonly VersionView[];
  /** newest version with completed instances, else with any: the default */
  readonly used: number | undefined;
}) {
  const { workflowKey, versions, used } = props;
  const { get, set } = useUrlFilters();
  const numbers = versions.map(({ version }) => version);
  const isOfAll = get('version') === ALL_VERSIONS;
  const newest = numbers[0] ?? 0;
  const one = numbers.find((known) => String(known) === get('version')) ?? used ?? newest;
  const drawn = isOfAll ? newest : one;
  const chosen = periodOf(get, 'day');
  const path = `/process-instances/${encodeURIComponent(workflowKey)}${isOfAll ? '' : `/${one}`}`;
  const measure: Measure = MEASURES.find((known) => known === get('measure')) ?? 'total';
  const xml = useQuery(xmlQuery(workflowKey, drawn));
  const statistics = useQuery(statisticsQuery(workflowKey, isOfAll ? ALL_VERSIONS : one, chosen.query));
  const elements = useMemo(() => statistics.data?.elements ?? [], [statistics.data]);
  const marks = useMemo(() => heatMarks(elements, measure, texts.measures[measure], path), [elements, measure, path]);
  const outline = useMemo(() => (xml.data === undefined ? undefined : outlineOf(xml.data)), [xml.data]);
  const older = useOlderElements(workflowKey, isOfAll ? numbers.slice(1) : [], elements, isOfAll ? outline : undefined);
  const names = useMemo(() => new Map<string, ElementOutline>([...(outline ?? []), ...older]), [outline, older]);
  const selected = get('element') === '' ? null : get('element');
  const select = (element: string | null) => set({ element: element ?? '' });
  return (
    <>
      <div className="heat-head">
        <HeatChoices versions={versions} version={isOfAll ? ALL_VERSIONS : String(one)} measure={measure} />
        {statistics.data !== undefined && <Bottlenecks elements={elements} names={names} path={path} onSelect={select} />}
      </div>
      <div className="heat-parts">
        <div>
          {xml.isError && (
            <ErrorBar text={`${processTexts.modelFailure}: ${xml.error.message}`} onRetry={() => void xml.refetch()} />
          )}
          {xml.isPending && <Loading />}
          {xml.data !== undefined && (
            <Diagram xml={xml.data} processId={workflowKey} marks={marks} selected={selected} onSelect={select} shrinks />
          )}
          {isOfAll && (
            <Text size="xs" c="dimmed">
              {texts.diagramOfNewest(newest)}
            </Text>
          )}
          <OlderElements elements={older} onSelect={select} />
          <HeatLegend
            largest={largestOf(elements, measure)}
            measure={measure}
            hasUnmeasured={[...marks.marks.values()].includes('unmeasured')}
          />
        </div>
        {statistics.data !== undefined && (
          <div>
            <WholeLine whole={statistics.data.whole} />
            <TrendCharts trend={statistics.data.trend} />
          </div>
        )}
        <div>
          <List
            query={statistics}
            failure={texts.failure}
            isEmpty={(data) => data.elements.length === 0}
            empty={isOfAll ? texts.emptyOfAll : texts.empty}
            {...(chosen.period !== 'all' && { hint: periodText(chosen) })}
          >
            {(data) => (
              <>
                <HeatTable
                  elements={data.elements}
                  names={names}
                  selected={selected}
                  onSelect={select}
                  sort={get('sort') || '-total'}
                  onSort={(sort) => set({ sort })}
                  path={path}
                />
                <Bounds statistics={data} />
              </>
            )}
          </List>
        </div>
      </div>
    </>
  );
}

function HeatChoices(props: {
  readonly versions: readonly VersionView[];
  /** a number, or {@link ALL_VERSIONS} */
  readonly version: string;
  readonly measure: Measure;
}) {
  const { versions, version, measure } = props;
  const { get, set } = useUrlFilters();
  const ofOne = versions.map((one) => ({ value: String(one.version), label: versionLabel(`v${one.version}`, [one]) }));
  return (
    <Group align="flex-end">
      <NativeSelect
        label={texts.version}
        value={version}
        data={versions.length < 2 ? ofOne : [...ofOne, { value: ALL_VERSIONS, label: texts.allVersions }]}
        onChange={(event) => set({ version: event.currentTarget.value })}
      />
      <PeriodSelect chosen={periodOf(get, 'day')} />
      <NativeSelect
        label={texts.measure}
        value={measure}
        data={MEASURES.map((value) => ({ value, label: texts.measures[value] }))}
        onChange={(event) => set({ measure: event.currentTarget.value })}
      />
    </Group>
  );
}

/** Figures of instances that ended in the period. Empty without any. */
function WholeLine({ whole }: { readonly whole: WholeFiguresView }) {
  const { completed, failed, cancelled, medianMs, p95Ms } = whole;
  const ended = completed + failed + cancelled;
  if (ended === 0) return null;
  return (
    <Text size="sm" mb="sm">
      {texts.whole(ended, Math.floor((100 * completed) / ended), failed, cancelled)}
      {medianMs !== null &&
        ` ${texts.wholeDurations(spanText(medianMs), completed < LEAST_VISITS ? undefined : spanText(p95Ms ?? 0))}`}
    </Text>
  );
}

function Bounds({ statistics }: { readonly statistics: StatisticsView }) {
  const { instances, entries, migrated, isWhole } = statistics;
  return (
    <Text size="xs" c="dimmed" mt={6}>
      <strong>{isWhole ? texts.isWhole(instances, entries) : texts.isCut(instances, entries)}</strong>{' '}
      {migrated > 0 && `${texts.migrated(migrated)} `}
      {texts.note}
    </Text>
  );
}

/** Legend with the upper limit of each colour. */
function HeatLegend(props: { readonly largest: number; readonly measure: Measure; readonly hasUnmeasured: boolean }) {
  const { largest, measure, hasUnmeasured } = props;
  if (largest <= 0 && !hasUnmeasured) return null;
  return (
    <ul className="heat-legend" aria-label={texts.legend}>
      {hasUnmeasured && (
        <li>
          <span className="heat-swatch heat-unmeasured" aria-hidden="true" />
          {texts.unmeasured}
        </li>
      )}
      {(largest <= 0 ? [] : scaleOf(largest)).map(({ heat, most }) => (
        <li key={heat}>
          <span className={`heat-swatch ${heat}`} aria-hidden="true" />
          {texts.upTo(figureText(most, measure))}
        </li>
      ))}
    </ul>
  );
}
