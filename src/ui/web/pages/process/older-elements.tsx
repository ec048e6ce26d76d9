import { Anchor, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ElementFiguresView } from '../../../wire/workflows.ts';
import { xmlQuery } from '../../api/views.ts';
import type { ElementOutline } from '../../components/diagram/element-outline.ts';
import { outlineOf } from '../../components/diagram/xml-outline.ts';
import { processTexts } from '../../texts/process.ts';

const texts = processTexts.heat;

/** Models that are read for the names of their elements. */
const MOST_MODELS = 20;

type Outlines = ReadonlyMap<string, ElementOutline>;

/** An element that the drawn version does not have. */
interface OlderElement extends ElementOutline {
  /** newest version that has it */
  readonly version: number;
}

/** Elements with figures that the drawn version does not have, with the newest of `versions` that has them. `versions`: newest first. */
export function useOlderElements(
  key: string,
  versions: readonly number[],
  elements: readonly ElementFiguresView[],
  drawn: Outlines | undefined,
): ReadonlyMap<string, OlderElement> {
  const client = useQueryClient();
  const missing = drawn === undefined ? [] : elements.map(({ activityId }) => activityId).filter((id) => !drawn.has(id));
  const ids = missing.toSorted();
  const found = useQuery({
    queryKey: ['older-elements', key, versions, ids],
    enabled: ids.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const older = new Map<string, OlderElement>();
      for (const version of versions.slice(0, MOST_MODELS)) {
        if (ids.every((id) => older.has(id))) break;
        const outline = outlineOf(await client.fetchQuery(xmlQuery(key, version)));
        for (const id of ids) {
          const element = outline.get(id);
          if (element !== undefined && !older.has(id)) older.set(id, { ...element, version });
        }
      }
      return older;
    },
  });
  return useMemo(() => (ids.length === 0 ? new Map() : (found.data ?? new Map())), [ids.length, found.data]);
}

/** List of the elements; a click selects one in the table. Empty without any. */
export function OlderElements(props: {
  readonly elements: ReadonlyMap<string, OlderElement>;
  readonly onSelect: (elementId: string) => void;
}) {
  const { elements, onSelect } = props;
  if (elements.size === 0) return null;
  return (
    <section aria-label={texts.onlyInOlder}>
      <Text size="xs" component="strong">
        {texts.onlyInOlder}
      </Text>
      <ul className="older-elements">
        {[...elements.values()].map(({ id, name, version }) => (
          <li key={id}>
            <Anchor component="button" type="button" size="xs" onClick={() => onSelect(id)}>
              {texts.olderElement(name || id, version)}
            </Anchor>
          </li>
        ))}
      </ul>
    </section>
  );
}
