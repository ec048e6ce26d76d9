import { ActionIcon, Button, Center, Group, Text } from '@mantine/core';
import { type FocusEvent, type MouseEvent, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Loading } from '../../components/loading.tsx';
import { Tooltip } from '../../components/tooltip.tsx';
import { loadPart, PartMissing } from '../load-part.ts';
import { FitIcon, FullScreenIcon, MinusIcon, PlusIcon } from '../page-icons.tsx';
import { PHONE } from '../phone.ts';
import './diagram.css';
import { pageTexts } from '../../texts/dialogs.ts';
import { DiagramNotes } from './diagram-notes.tsx';
import { type DiagramMarks, NO_MARKS } from './marks.ts';
import { heightAt, scaleAt, sizeInFile } from './needed-height.ts';
import type { DiagramViewer } from './open-viewer.ts';
import type { DraggedTokens } from './token-moves.ts';

/** `processId` default: the first with a layout. `height`: maximum, in px. `shrinks`: uses less height if the model needs less. */
export interface DiagramProps {
  readonly xml: string;
  readonly processId?: string;
  readonly marks?: DiagramMarks;
  /** highlighted and scrolled into view */
  readonly selected?: string | null;
  /** null: the background was clicked */
  readonly onSelect?: (elementId: string | null) => void;
  /** draggable tokens; absent: none */
  readonly moves?: DraggedTokens | undefined;
  readonly height?: number;
  readonly shrinks?: boolean;
  /** elements that a phone shows first, if the whole model would be too small to read */
  readonly first?: readonly string[] | undefined;
  /** receives null before each drawing and after the last one; must be a stable function */
  readonly onViewer?: (viewer: DiagramViewer | null) => void;
  /** accessible name; default: `Diagram` */
  readonly label?: string;
}

/** `missing`: the library failed to load. `unreadable`: the file cannot be drawn. */
type Phase = 'loading' | 'drawn' | 'unreadable' | 'missing';

/** Minimum for the buttons. Unit: px. */
const MIN_HEIGHT = 180;
/** On a phone: maximum height in px, and the scale at which names can be read. */
const PHONE_VIEW = { height: 320, scale: 0.7 };

/** The first diagram loads the library. Elements without coordinates get calculated ones. */
export function Diagram(props: DiagramProps) {
  const {
    marks = NO_MARKS,
    selected = null,
    moves,
    height: maxHeight = 420,
    shrinks = false,
    first,
    onViewer,
    label = pageTexts.diagram.diagram,
  } = props;
  const { canvasRef, viewer, phase, retry, onClick } = useDrawing(props);
  const height = useHeight(props, canvasRef, maxHeight, viewer);
  const full = useFullScreen();
  useEffect(() => viewer?.show(marks), [viewer, marks]);
  useFirst(viewer, first, canvasRef);
  useEffect(() => viewer?.select(selected), [viewer, selected]);
  useEffect(() => viewer?.move(moves), [viewer, moves]);
  useEffect(() => {
    onViewer?.(viewer);
    return () => onViewer?.(null);
  }, [viewer, onViewer]);
  return (
    <>
      <div className="diagram-place" style={{ height: phase === 'unreadable' ? 'auto' : height }}>
        <section className="diagram" aria-label={label} {...(full.isOpen && { 'data-full': true })} onBlur={full.onBlur}>
          {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: the badges in it are links */}
          <div ref={canvasRef} className="diagram-ground" data-phase={phase} onClick={onClick} />
          <DrawingPlaceholder phase={phase} retry={retry} />
          {viewer !== null && phase === 'drawn' && (
            <Controls viewer={viewer} {...(shrinks && { isFull: full.isOpen, onFull: full.toggle })} />
          )}
        </section>
      </div>
      {viewer !== null && <DiagramNotes notes={viewer.notes} />}
    </>
  );
}

/** The size in the file is known before the library is loaded, so nothing moves when the model is drawn. */
function useHeight(
  { xml, processId, shrinks = false }: DiagramProps,
  frame: RefObject<HTMLDivElement | null>,
  most: number,
  viewer: DiagramViewer | null,
): number {
  const width = useWidth(frame, shrinks);
  const inFile = useMemo(() => (shrinks ? sizeInFile(xml, processId) : undefined), [xml, processId, shrinks]);
  const size = inFile ?? viewer?.size;
  if (!shrinks || size === undefined || width === 0) return most;
  const isPhone = window.matchMedia(PHONE).matches;
  const needed = heightAt(width, size, isPhone ? PHONE_VIEW.scale : 0);
  return Math.max(MIN_HEIGHT, Math.min(isPhone ? PHONE_VIEW.height : most, needed));
}

/** Once for each drawing, as soon as the elements are known. */
function useFirst(
  viewer: DiagramViewer | null,
  first: readonly string[] | undefined,
  frame: RefObject<HTMLDivElement | null>,
): void {
  const done = useRef<DiagramViewer | null>(null);
  useEffect(() => {
    if (viewer === null || first === undefined || first.length === 0 || done.current === viewer) return;
    done.current = viewer;
    if (!window.matchMedia(PHONE).matches || scaleAt(frame.current?.clientWidth ?? 0, viewer.size) >= PHONE_VIEW.scale) return;
    const area = viewer.areaOf(first);
    if (area !== undefined) viewer.showArea(area, PHONE_VIEW.scale);
  }, [viewer, first, frame]);
}

/** Over the whole window, until Escape, or until the focus leaves it. */
function useFullScreen() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!isOpen) return undefined;
    const close = ({ key }: KeyboardEvent) => key === 'Escape' && setOpen(false);
    document.addEventListener('keydown', close);
    return () => document.removeEventListener('keydown', close);
  }, [isOpen]);
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) setOpen(false);
  };
  return { isOpen, toggle: () => setOpen(!isOpen), onBlur };
}

/** Width of the frame, also after a resize, for example by a panel next to it. */
function useWidth(frame: RefObject<HTMLDivElement | null>, isUsed: boolean): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = frame;
    if (!isUsed || current === null) return undefined;
    setWidth(current.clientWidth);
    const observer = new ResizeObserver(() => current.clientWidth > 0 && setWidth(current.clientWidth));
    observer.observe(current);
    return () => observer.disconnect();
  }, [frame, isUsed]);
  return width;
}

function useDrawing({ xml, processId, onSelect }: DiagramProps) {
  const canvasRef = useRef<HTMLDivElement>(null);
  const [viewer, setViewer] = useState<DiagramViewer | null>(null);
  const [phase, setPhase] = useState<Phase>('loading');
  const [attempt, setAttempt] = useState(0);
  const listener = useRef(onSelect);
  listener.current = onSelect;
  // biome-ignore lint/correctness/useExhaustiveDependencies: every attempt draws again
  useEffect(() => {
    let isCancelled = false;
    let opened: DiagramViewer | undefined;
    setPhase('loading');
    draw({ xml, processId }, canvasRef.current, (element) => listener.current?.(element)).then(
      (drawn) => {
        opened = drawn;
        if (isCancelled) drawn.close();
        else setViewer(drawn);
        if (!isCancelled) setPhase('drawn');
      },
      (error: unknown) => {
        if (!isCancelled) setPhase(error instanceof PartMissing ? 'missing' : 'unreadable');
      },
    );
    return () => {
      isCancelled = true;
      setViewer(null);
      opened?.close();
    };
  }, [xml, processId, attempt]);
  const navigate = useNavigate();
  const onClick = (event: MouseEvent) => {
    const badge = event.target instanceof Element ? event.target.closest<HTMLElement>('.diagram-badge') : null;
    const href = badge?.getAttribute('href');
    if (badge === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (href == null) listener.current?.(badge.dataset['badgeOf'] ?? null);
    else {
      event.preventDefault();
      void navigate(href);
    }
  };
  return { canvasRef, viewer, phase, retry: () => setAttempt(attempt + 1), onClick };
}

/** Empty if the model is drawn. */
function DrawingPlaceholder({ phase, retry }: { readonly phase: Phase; readonly retry: () => void }) {
  switch (phase) {
    case 'loading':
      return (
        <div className="diagram-over">
          <Loading />
        </div>
      );
    case 'missing':
      return (
        <Center className="diagram-over">
          <Group role="alert">
            <Text c="dimmed">{pageTexts.diagram.missing}</Text>
            <Button size="xs" variant="default" onClick={retry}>
              {pageTexts.diagram.tryAgain}
            </Button>
          </Group>
        </Center>
      );
    case 'unreadable':
      return (
        <Center p="xl">
          <Text c="dimmed">{pageTexts.diagram.none}</Text>
        </Center>
      );
    case 'drawn':
      return null;
  }
}

/** `onFull` absent: not over the whole window. */
function Controls(props: { readonly viewer: DiagramViewer; readonly isFull?: boolean; readonly onFull?: () => void }) {
  const { viewer, isFull = false, onFull } = props;
  const words = pageTexts.diagram;
  return (
    <div className="diagram-controls">
      <Control label={words.zoomIn} onClick={() => viewer.zoom(1)} icon={<PlusIcon />} />
      <Control label={words.zoomOut} onClick={() => viewer.zoom(-1)} icon={<MinusIcon />} />
      <Control label={words.fit} onClick={() => viewer.fit()} icon={<FitIcon />} />
      {onFull !== undefined && (
        <Control label={isFull ? words.leaveFull : words.full} onClick={onFull} icon={<FullScreenIcon isOpen={isFull} />} />
      )}
    </div>
  );
}

function Control({
  label,
  icon,
  onClick,
}: {
  readonly label: string;
  readonly icon: React.ReactNode;
  readonly onClick: () => void;
}) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" aria-label={label} onClick={onClick}>
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}

async function draw(
  { xml, processId }: { readonly xml: string; readonly processId: string | undefined },
  canvas: HTMLElement | null,
  onSelect: (element: string | null) => void,
): Promise<DiagramViewer> {
  const { openViewer } = await loadPart(() => import('./open-viewer.ts'));
  if (canvas === null) throw new Error('the page has been left');
  return openViewer(canvas, { xml, processId }, onSelect);
}
