import { Alert, Button, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useBlocker, useLocation, useSearchParams } from 'react-router';
import { xmlQuery } from '../../api/views.ts';
import { DiagramNotes } from '../../components/diagram/diagram-notes.tsx';
import { Loading } from '../../components/loading.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { useMay } from '../../components/use-may.ts';
import { CheckBar } from './check-bar.tsx';
import { draftIdOf, readDraft } from './drafts.ts';
import { DrawingButtons } from './drawing-buttons.tsx';
import { ElementView } from './element-view.tsx';
import { LeaveDialog } from './leave-dialog.tsx';
import './modeler.css';
import { RestoredNote } from './restored-note.tsx';
import { type ModelingSession, newOpening, type Opening } from './session.ts';
import { Tools } from './tools.tsx';
import { useModelCheck } from './use-model-check.ts';
import { useSession } from './use-session.ts';

/**
 * Draws a model, deploys it and starts it: from an empty page to a running instance. `?key=&version=` opens a deployed version, `?draft=` a draft;
 * the address follows what is open, so that loading the page again brings it back.
 */
export function ModelerPage() {
  const location = useLocation();
  const [parameters, setParameters] = useSearchParams();
  const opened = useRef(location.key);
  opened.current = followed(location) ?? location.key;
  const follow = useCallback(
    (session: ModelingSession) => setParameters(session.address, { replace: true, state: { follows: opened.current } }),
    [setParameters],
  );
  return <OpenModel key={opened.current} parameters={parameters} onFollow={follow} />;
}

/** The address that was opened, when this one only follows what became of the model there. */
function followed({ state }: { readonly state: unknown }): string | undefined {
  return (state as { readonly follows?: string } | null)?.follows;
}

function OpenModel(props: { readonly parameters: URLSearchParams; readonly onFollow: (session: ModelingSession) => void }) {
  const { parameters, onFollow } = props;
  const queries = useQueryClient();
  const deployed = async (key: string, version: number): Promise<Opening> => ({
    origin: { kind: 'version', key, version },
    xml: await queries.fetchQuery(xmlQuery(key, version)),
  });
  // Another address would take back the navigation that is asked about, and the question with it.
  const isAsking = useRef(false);
  const followUnasked = (kept: ModelingSession) => {
    if (!isAsking.current) onFollow(kept);
  };
  const { ground, panel, session, state, error } = useSession(async () => {
    const [key, version] = [parameters.get('key'), Number(parameters.get('version'))];
    const id = parameters.get('draft') ?? (key === null ? '' : draftIdOf({ kind: 'version', key, version }));
    const draft = readDraft(id);
    if (draft !== null) return { draft };
    if (parameters.has('draft')) throw new Error('this draft is no longer kept in this browser.');
    return key === null ? newOpening() : deployed(key, version);
  }, followUnasked);
  const [problem, setProblem] = useState<string | undefined>();
  const question = useLeaveQuestion(session);
  isAsking.current = question.going !== undefined;
  const open = (opening: () => Promise<Opening>) =>
    question.ask(() => {
      setProblem(undefined);
      void (async () => {
        await session?.open(await opening());
        if (session !== null) onFollow(session);
      })().catch(async (fault: Error) => {
        setProblem(`The model could not be opened: ${fault.message}`);
        // the changes were given up for the other model: what was to be kept meanwhile was not
        if ((await session?.keep()) !== undefined && session !== null) onFollow(session);
      });
    });
  const tools = session?.editor.tools;
  const isCheckable = useMay()('author');
  const check = useModelCheck(session?.editor, isCheckable);
  useEffect(() => session?.editor.markFindings(check.checked?.findings ?? []), [session, check.checked]);
  const restored = state?.restored?.origin;
  return (
    <div className="modeler-page">
      <PageHeading title="Modeler">
        {session !== null && (
          <Tools session={session} problem={problem} onProblem={setProblem} onOpen={open} onFollow={() => onFollow(session)} />
        )}
      </PageHeading>
      {error !== undefined && (
        <Alert color="red" variant="light" role="alert" mb="sm">
          The model could not be opened: {error}
        </Alert>
      )}
      {session === null && error === undefined && <Loading />}
      {state !== null && (
        <Group className="modeler-notes" gap="xs">
          <RestoredNote state={state} onOpenDraft={(draft) => open(async () => ({ draft }))}>
            {restored?.kind === 'version' && (
              <Button size="xs" variant="default" onClick={() => open(() => deployed(restored.key, restored.version))}>
                Open the deployed version
              </Button>
            )}
          </RestoredNote>
          <DiagramNotes notes={state.notes} isOpen {...(tools && { canShow: tools.isDrawn, onShow: tools.show })} />
        </Group>
      )}
      <div className="modeler">
        <div className="modeler-drawing">
          <section ref={ground} className="modeler-ground" aria-label="Drawing" />
          {tools !== undefined && <DrawingButtons tools={tools} />}
        </div>
        <aside className="modeler-side" aria-label="Properties">
          <div ref={panel} className="modeler-panel" />
          {tools !== undefined && <ElementView tools={tools} check={check} />}
        </aside>
      </div>
      {tools !== undefined && isCheckable && <CheckBar tools={tools} check={check} />}
      {session !== null && question.going !== undefined && (
        <LeaveDialog
          session={session}
          onGo={question.going}
          onCancel={() => {
            question.stay();
            onFollow(session);
          }}
        />
      )}
    </div>
  );
}

/** Asks before unsaved changes are left: for another model on this page, and for another page. */
function useLeaveQuestion(session: ModelingSession | null) {
  const [pending, setPending] = useState<{ readonly go: () => void } | null>(null);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      session?.state?.isUnsaved === true &&
      (followed(nextLocation) ?? nextLocation.key) !== (followed(currentLocation) ?? currentLocation.key),
  );
  const going =
    pending === null
      ? blocker.proceed
      : () => {
          setPending(null);
          pending.go();
        };
  return {
    ask: (go: () => void) => (session?.state?.isUnsaved ? setPending({ go }) : go()),
    going,
    stay: () => {
      setPending(null);
      blocker.reset?.();
    },
  };
}
