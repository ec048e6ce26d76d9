import { ActionIcon } from '@mantine/core';
import { useEffect, useMemo, useRef } from 'react';
import { FitIcon } from '../../../components/page-icons.tsx';
import { decisionsTexts } from '../../../texts/decisions.ts';
import type { DmnFile } from '../dmn-file.ts';
import { DrawingNote } from './drawing-note.tsx';
import { withGraph } from './graph-layout.ts';
import { useDrawing } from './use-drawing.ts';

const words = decisionsTexts.one;
/** More nodes get more height. */
const LARGE = 8;

/** Selects nodes. The page has a list of the same nodes for screen readers. */
export function DecisionGraph(props: {
  readonly file: DmnFile;
  readonly selected: string;
  readonly onSelect: (id: string) => void;
}) {
  const { file, selected } = props;
  const listener = useRef(props.onSelect);
  listener.current = (id) => file.node(id) !== undefined && props.onSelect(id);
  const xml = useMemo(() => withGraph(file), [file]);
  const { ground, drawn, phase, again } = useDrawing([xml], (library, place) =>
    library.drawGraph(place, xml, (id) => listener.current(id)),
  );
  useEffect(() => drawn?.select(selected), [drawn, selected]);
  return (
    <section className={file.nodes.length > LARGE ? 'decision-graph is-large' : 'decision-graph'} aria-label={words.graph}>
      <div ref={ground} className="decision-graph-ground" />
      <DrawingNote phase={phase} onAgain={again} />
      {drawn !== null && (
        <ActionIcon className="decision-graph-fit" variant="default" aria-label={words.fit} onClick={() => drawn.fit()}>
          <FitIcon />
        </ActionIcon>
      )}
    </section>
  );
}
